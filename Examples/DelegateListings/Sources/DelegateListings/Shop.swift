import PassKit

/// The guide's shop: what is on its sheet, and what a place or a shipping method changes.
///
/// The names are those of the guide's listings.
final class Shop {
    /// 12.75 subtotal (listing 3-2).
    let subtotal = PKPaymentSummaryItem(
        label: "Subtotal",
        amount: NSDecimalNumber(mantissa: 1275, exponent: -2, isNegative: false)
    )
    /// 2.00 discount: a negative amount.
    let discount = PKPaymentSummaryItem(
        label: "Discount",
        amount: NSDecimalNumber(mantissa: 200, exponent: -2, isNegative: true)
    )
    /// The lines of the sheet, the total last.
    private(set) var summaryItems: [PKPaymentSummaryItem] = []

    /// Where the goods go, as far as the sheet says before the payment.
    var selectedContact: PKContact?
    /// How the goods go.
    var selectedShippingMethod: PKShippingMethod?

    init() {
        selectedShippingMethod = shippingMethods(forCountry: "US").first
        updateShippingCost()
    }

    /// The request that the sheet begins with.
    func paymentRequest() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.currencyCode = "USD"
        request.countryCode = "US"
        request.merchantIdentifier = "merchant.com.example"
        request.supportedNetworks = [.amex, .discover, .masterCard, .visa]
        request.merchantCapabilities = [.capability3DS, .capabilityEMV]
        request.requiredShippingAddressFields = .postalAddress
        request.requiredBillingAddressFields = [.postalAddress, .email]
        request.shippingMethods = shippingMethods(forCountry: "US")
        request.paymentSummaryItems = summaryItems
        return request
    }

    /// Adds up again: the grand total is the sum of everything above it.
    func updateShippingCost() {
        summaryItems = [subtotal, discount]
        // What costs nothing has no line: then the sheet is the guide's, 10.75 in all.
        if let shipping = selectedShippingMethod, shipping.amount != .zero {
            summaryItems.append(
                PKPaymentSummaryItem(label: shipping.label, amount: shipping.amount)
            )
        }
        let total = summaryItems.reduce(NSDecimalNumber.zero) { $0.adding($1.amount) }
        summaryItems.append(PKPaymentSummaryItem(label: "My Company Name", amount: total))
    }

    /// The shipping methods to a contact.
    func shippingMethodsForContact(_ contact: PKContact) -> [PKShippingMethod] {
        shippingMethods(forCountry: contact.postalAddress?.isoCountryCode ?? "")
    }

    /// The shipping methods to a country.
    func shippingMethods(forCountry country: String) -> [PKShippingMethod] {
        guard country.uppercased() == "US" else {
            return [Self.method("abroad", "International Shipping", "9.00", "Arrives in July")]
        }
        return [
            Self.method("standard", "Standard Shipping", "0.00", "Arrives by July 29"),
            Self.method("next-day", "Next Day Shipping", "5.00", "Ships in 24 hours"),
        ]
    }

    /// Corrected: the listing adds up for the shipping method that was selected before, even where
    /// there is none such to the new place.
    func select(_ methods: [PKShippingMethod]) {
        let identifier = selectedShippingMethod?.identifier
        selectedShippingMethod =
            methods.first { $0.identifier == identifier } ?? methods.first
    }

    private static func method(
        _ identifier: String,
        _ label: String,
        _ amount: String,
        _ detail: String
    ) -> PKShippingMethod {
        let method = PKShippingMethod(label: label, amount: NSDecimalNumber(string: amount))
        method.identifier = identifier
        method.detail = detail
        return method
    }
}
