import PassKit

/// An app's checkout, as it would be written for iOS.
@MainActor
final class ToyStore: NSObject, PKPaymentAuthorizationControllerDelegate {
    private(set) var receipt: String?
    private(set) var isSheetUp = false

    func buy() {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa, .masterCard, .amex]
        request.merchantCapabilities = .threeDSecure
        request.requiredShippingContactFields = [.postalAddress]
        request.shippingMethods = [Self.standard, Self.nextDay]
        request.paymentSummaryItems = items(shipping: Self.standard)
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present { self.isSheetUp = $0 }
    }

    static let standard = method("Standard Shipping", "0.00", "standard")
    static let nextDay = method("Next Day Shipping", "4.99", "next-day")

    private static func method(_ label: String, _ amount: String, _ id: String) -> PKShippingMethod {
        let method = PKShippingMethod(label: label, amount: NSDecimalNumber(string: amount))
        method.identifier = id
        method.detail = label
        return method
    }

    private func items(shipping: PKShippingMethod) -> [PKPaymentSummaryItem] {
        let toy = PKPaymentSummaryItem(label: "Toy", amount: NSDecimalNumber(string: "22.99"))
        let total = toy.amount.adding(shipping.amount)
        return [toy, shipping, PKPaymentSummaryItem(label: "Toy Store", amount: total)]
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        let items = items(shipping: shippingMethod)
        completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: items))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        receipt = payment.token.transactionIdentifier
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss { self.isSheetUp = false }
    }
}
