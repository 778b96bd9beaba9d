import PaymentRequest

/// A request in the format of the vector files. Missing members are as in golden example A.
struct PaymentRequestVector: Decodable, Sendable {
    let merchantIdentifier, countryCode, currencyCode: String?
    let supportedNetworks: [String]?
    let merchantCapabilities: UInt?
    let paymentSummaryItems, shippingMethods: [PaymentRequestLine]?
    let requiredShippingContactFields: [String]?
    let requiredBillingContactFields: [String]?
    let shippingContact, billingContact: PaymentRequestContactVector?
    let supportedCountries: [String]?
    let merchantCategoryCode: Int?
    let shippingContactEditingMode: UInt?
    let recurringPaymentRequest, automaticReloadPaymentRequest: PaymentRequestTypedPaymentVector?
    let deferredPaymentRequest: PaymentRequestTypedPaymentVector?
    let multiTokenContexts: [PaymentRequestTypedPaymentVector.Context]?

    var request: PaymentRequest {
        var request = Self.base
        request.merchantIdentifier = merchantIdentifier ?? request.merchantIdentifier
        request.countryCode = countryCode ?? request.countryCode
        request.currencyCode = currencyCode ?? request.currencyCode
        if let supportedNetworks {
            request.supportedNetworks = supportedNetworks.map(PaymentNetwork.init(rawValue:))
        }
        if let merchantCapabilities {
            request.merchantCapabilities = MerchantCapabilities(rawValue: merchantCapabilities)
        }
        if let paymentSummaryItems {
            request.paymentSummaryItems = paymentSummaryItems.map(\.item)
        }
        request.shippingMethods = shippingMethods?.map(\.method)
        if let fields = requiredShippingContactFields {
            request.requiredShippingContactFields = Set(
                fields.compactMap(ContactField.init(rawValue:))
            )
        }
        request.requiredBillingContactFields = Set(
            (requiredBillingContactFields ?? []).compactMap(ContactField.init(rawValue:))
        )
        request.shippingContact = shippingContact?.contact
        request.billingContact = billingContact?.contact
        request.supportedCountries = supportedCountries
        request.merchantCategoryCode = merchantCategoryCode
        request.shippingContactEditingMode =
            shippingContactEditingMode.flatMap(ShippingContactEditingMode.init) ?? .available
        request.recurringPayment = recurringPaymentRequest?.recurring
        request.automaticReloadPayment = automaticReloadPaymentRequest?.automaticReload
        request.deferredPayment = deferredPaymentRequest?.deferred
        request.tokenContexts = multiTokenContexts?.map(\.context) ?? []
        return request
    }

    /// Golden example A (mission 7.18).
    static let base = PaymentRequest(
        merchantIdentifier: "merchant.com.example",
        countryCode: "US",
        currencyCode: "USD",
        supportedNetworks: [.amex, .masterCard, .visa],
        merchantCapabilities: [.threeDSecure],
        paymentSummaryItems: [
            SummaryItem(label: "Subtotal", amount: UncheckedAmount(text: "12.75")),
            SummaryItem(label: "Discount", amount: UncheckedAmount(text: "-2.00")),
            SummaryItem(label: "My Company Name", amount: UncheckedAmount(text: "10.75")),
        ]
    )
}

/// A contact in the format of the vector files.
struct PaymentRequestContactVector: Decodable, Sendable {
    let givenName, emailAddress, phoneNumber: String?
    let street, subLocality, city, subAdministrativeArea: String?
    let state, postalCode, country, isoCountryCode: String?

    var contact: Contact {
        var address = PostalAddress(
            street: street ?? "",
            city: city ?? "",
            state: state ?? "",
            postalCode: postalCode ?? "",
            country: country ?? "",
            isoCountryCode: isoCountryCode ?? ""
        )
        address.subLocality = subLocality ?? ""
        address.subAdministrativeArea = subAdministrativeArea ?? ""
        return Contact(
            name: givenName.map { PersonName(givenName: $0) },
            postalAddress: address == PostalAddress() ? nil : address,
            emailAddress: emailAddress,
            phoneNumber: phoneNumber
        )
    }
}
