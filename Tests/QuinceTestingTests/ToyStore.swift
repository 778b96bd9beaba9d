import PassKit

/// An app's checkout, as it would be written for iOS; its server is whatever `charge` is.
@MainActor
final class ToyStore: NSObject, PKPaymentAuthorizationControllerDelegate {
    private(set) var receipt: String?
    private(set) var isSheetUp = false
    /// The company's name, which the total bears.
    var name = "Toy Store"
    /// Told when the sheet is gone, with the receipt of a payment.
    var whenDone: (String?) -> Void = { _ in }
    /// Sends a token to the shop's server, and says whether it was charged.
    var charge: (Data, @escaping (Bool) -> Void) -> Void = { $1(true) }

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

    private static func method(_ label: String, _ amount: String, _ id: String) -> PKShippingMethod
    {
        let method = PKShippingMethod(label: label, amount: NSDecimalNumber(string: amount))
        method.identifier = id
        method.detail = label
        return method
    }

    private func items(shipping: PKShippingMethod) -> [PKPaymentSummaryItem] {
        let toy = PKPaymentSummaryItem(label: "Toy", amount: NSDecimalNumber(string: "22.99"))
        let total = toy.amount.adding(shipping.amount)
        return [toy, shipping, PKPaymentSummaryItem(label: name, amount: total)]
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        let isServed = contact.postalAddress?.isoCountryCode == "US"
        let error = PKPaymentRequest.paymentShippingAddressUnserviceableError(
            withLocalizedDescription: "We deliver in the United States only"
        )
        completion(
            PKPaymentRequestShippingContactUpdate(
                errors: isServed ? nil : [error],
                paymentSummaryItems: items(shipping: Self.standard),
                shippingMethods: [Self.standard, Self.nextDay]
            )
        )
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
        charge(payment.token.paymentData) { isCharged in
            if isCharged { self.receipt = payment.token.transactionIdentifier }
            let status = isCharged ? PKPaymentAuthorizationStatus.success : .failure
            completion(PKPaymentAuthorizationResult(status: status, errors: nil))
        }
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss {
            self.isSheetUp = false
            self.whenDone(self.receipt)
        }
    }
}
