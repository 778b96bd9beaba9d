import PassKit

extension PKPaymentRequest {
    /// The purchase of the sample: three things, two shipping methods, picked up in a shop.
    static func purchase(supportedNetworks: [PKPaymentNetwork]) -> PKPaymentRequest {
        let request = PKPaymentRequest()
        // Corrected: the sample has a placeholder in words; the entitlement must name this.
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "CN"
        request.currencyCode = "CNY"
        request.supportedNetworks = supportedNetworks
        // 3-D Secure must be supported; EMV need not.
        request.merchantCapabilities = [
            .capability3DS, .capabilityEMV, .capabilityCredit, .capabilityDebit,
        ]
        request.paymentSummaryItems = summaryItems()

        request.requiredBillingAddressFields = .all
        request.requiredShippingAddressFields = .all
        request.shippingMethods = [
            shippingMethod("顺丰快递", "18.0", detail: "24小时内送到", identifier: "顺丰"),
            shippingMethod("韵达快递", "0.1", detail: "送货上门", identifier: "韵达"),
        ]
        request.shippingType = .storePickup

        // The app's own; a hash of it will be in the token.
        request.applicationData = Data("buyID=12345".utf8)
        request.shippingContact = contact()
        return request
    }

    private static func summaryItems() -> [PKPaymentSummaryItem] {
        let price1 = NSDecimalNumber(mantissa: 10, exponent: -2, isNegative: true)
        let item1 = PKPaymentSummaryItem(label: "苹果6", amount: price1)

        let price2 = NSDecimalNumber(string: "10.0")
        let item2 = PKPaymentSummaryItem(label: "苹果6s", amount: price2)

        let price3 = NSDecimalNumber(string: "20.0")
        let item3 = PKPaymentSummaryItem(label: "MAC", amount: price3)

        var totalAmount = NSDecimalNumber.zero
        totalAmount = totalAmount.adding(price1)
        totalAmount = totalAmount.adding(price2)
        totalAmount = totalAmount.adding(price3)
        let total = PKPaymentSummaryItem(label: "My Company Name", amount: totalAmount)

        // The last one stands for all.
        return [item1, item2, item3, total]
    }

    private static func shippingMethod(
        _ label: String,
        _ price: String,
        detail: String,
        identifier: String
    ) -> PKShippingMethod {
        let method = PKShippingMethod(label: label, amount: NSDecimalNumber(string: price))
        method.detail = detail
        method.identifier = identifier
        return method
    }

    /// Who picks it up, and where.
    private static func contact() -> PKContact {
        let contact = PKContact()

        var name = PersonNameComponents()
        name.givenName = "John"
        name.familyName = "Appleseed"
        contact.name = name

        let address = CNMutablePostalAddress()
        address.street = "1234 Laurel Street"
        address.city = "Atlanta"
        address.state = "GA"
        address.postalCode = "30303"
        contact.postalAddress = address
        return contact
    }
}
