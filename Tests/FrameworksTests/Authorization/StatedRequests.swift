import PassKit

extension PKPaymentRequest {
    /// The request of ``Questions/request``, as an app states it.
    static func forTests() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa]
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "My Company Name", amount: NSDecimalNumber(string: "10.75"))
        ]
        request.requiredShippingContactFields = [.postalAddress]
        request.shippingMethods = ["standard", "express"].map {
            let method = PKShippingMethod(label: $0, amount: NSDecimalNumber(string: "1.00"))
            method.identifier = $0
            return method
        }
        return request
    }
}
