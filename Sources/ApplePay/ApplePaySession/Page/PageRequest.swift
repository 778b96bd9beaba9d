internal import Bytes
public import JSON
public import PaymentRequest

/// Payment requests and answers as pages write them.
///
/// - Source: Apple Pay JS, `ApplePayPaymentRequest` and the dictionaries in it, as WebKit's IDL has
///   them. A member that they do not have is ignored, as by a browser.
public enum PageRequest {
    /// Reads a page's request. It may be invalid: see
    /// ``PaymentRequest/PaymentRequest/validated(on:admitsZeroTotal:)``.
    ///
    /// - Parameters:
    ///   - json: The page's `ApplePayPaymentRequest`.
    ///   - merchantIdentifier: The merchant that the page's session is for.
    /// - Returns: The request.
    /// - Throws: ``PageTypeError``.
    public static func read(
        _ json: JSONValue,
        merchantIdentifier: String
    ) throws(PageTypeError) -> PaymentRequest {
        let page = try PageValue(json, at: "").dictionary()
        var request = PaymentRequest(
            merchantIdentifier: merchantIdentifier,
            countryCode: try page.required("countryCode").text().uppercased(),
            currencyCode: try page.required("currencyCode").text(),
            supportedNetworks: try networks(page.required("supportedNetworks")),
            merchantCapabilities: try capabilities(page.required("merchantCapabilities")),
            paymentSummaryItems: try items(page)
        )
        if let methods = page.member("shippingMethods") {
            request.shippingMethods = try shippingMethods(methods).offered
        }
        if let type = page.member("shippingType") {
            request.shippingType = try type.choice([
                "shipping": .shipping, "delivery": .delivery, "storePickup": .storePickup,
                "servicePickup": .servicePickup,
            ])
        }
        try readContacts(of: page, into: &request)
        try readLimits(of: page, into: &request)
        try readTypedPayments(of: page, into: &request)
        return request
    }

    private static func items(_ page: PageValue) throws(PageTypeError) -> [SummaryItem] {
        let lines = try page.member("lineItems")?.map(lineItem) ?? []
        return lines + [try lineItem(page.required("total"))]
    }

    private static func readContacts(
        of page: PageValue,
        into request: inout PaymentRequest
    ) throws(PageTypeError) {
        if let fields = page.member("requiredBillingContactFields") {
            request.requiredBillingContactFields = Set(try fields.map(contactField))
        }
        if let fields = page.member("requiredShippingContactFields") {
            request.requiredShippingContactFields = Set(try fields.map(contactField))
        }
        if let contact = page.member("billingContact") {
            request.billingContact = try Contact(page: contact)
        }
        if let contact = page.member("shippingContact") {
            request.shippingContact = try Contact(page: contact)
        }
        if let mode = page.member("shippingContactEditingMode") {
            request.shippingContactEditingMode = try mode.choice([
                "available": .available, "enabled": .available, "storePickup": .storePickup,
            ])
        }
    }

    private static func readLimits(
        of page: PageValue,
        into request: inout PaymentRequest
    ) throws(PageTypeError) {
        request.supportsCouponCode = page.member("supportsCouponCode")?.bool() ?? false
        request.couponCode = try page.text(of: "couponCode")
        // Without the member WebKit has an empty list, which it takes for no restriction.
        let countries = try page.member("supportedCountries")?.texts() ?? []
        request.supportedCountries = countries.isEmpty ? nil : countries
        if let code = page.member("merchantCategoryCode") {
            guard let number = Int(try code.text()) else {
                throw PageTypeError(code.path, "is not a number of four digits")
            }
            request.merchantCategoryCode = number
        }
        if let data = try page.member("applicationData")?.text() {
            guard let bytes = try? Base64.decode(data) else {
                throw PageTypeError("applicationData", "is not in Base64")
            }
            request.applicationData = bytes
        }
    }

    private static func readTypedPayments(
        of page: PageValue,
        into request: inout PaymentRequest
    ) throws(PageTypeError) {
        if let payment = page.member("recurringPaymentRequest") {
            request.recurringPayment = try RecurringPayment(page: payment)
        }
        if let payment = page.member("automaticReloadPaymentRequest") {
            request.automaticReloadPayment = try AutomaticReloadPayment(page: payment)
        }
        if let payment = page.member("deferredPaymentRequest") {
            request.deferredPayment = try DeferredPayment(page: payment)
        }
        if let contexts = page.member("multiTokenContexts") {
            request.tokenContexts = try contexts.map(tokenContext)
        }
        if let payout = page.member("disbursementRequest") {
            throw PageTypeError(
                payout.path,
                "asks for a payout, which no device of the sandbox makes"
            )
        }
    }

    /// The networks. One that is not known is kept, and advised against, unless there is no other.
    private static func networks(_ value: PageValue) throws(PageTypeError) -> [PaymentNetwork] {
        let networks = try value.map { element throws(PageTypeError) in
            let name = try element.text()
            let known = PaymentNetwork.known.first { $0.rawValue.lowercased() == name.lowercased() }
            return known ?? PaymentNetwork(rawValue: name)
        }
        if let first = networks.first, !networks.contains(where: \.isKnown) {
            throw PageTypeError(
                value.path,
                "names no network that is known: \(first.rawValue.debugDescription)"
            )
        }
        return networks
    }

    private static func capabilities(
        _ value: PageValue
    ) throws(PageTypeError) -> MerchantCapabilities {
        MerchantCapabilities(
            try value.map { element throws(PageTypeError) in
                try element.choice([
                    "supports3DS": MerchantCapabilities.threeDSecure, "supportsEMV": .emv,
                    "supportsCredit": .credit, "supportsDebit": .debit,
                    "supportsInstantFundsOut": .instantFundsOut,
                ])
            }
        )
    }

    private static func contactField(_ value: PageValue) throws(PageTypeError) -> ContactField {
        try value.choice([
            "email": .emailAddress, "name": .name, "phoneticName": .phoneticName,
            "phone": .phoneNumber, "postalAddress": .postalAddress,
        ])
    }
}
