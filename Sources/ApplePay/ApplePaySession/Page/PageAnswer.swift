public import JSON
public import PaymentRequest

// What a page answers to the events of its session.
extension PageRequest {
    /// Reads an update: `ApplePayPaymentMethodUpdate`, `ApplePayShippingContactUpdate`,
    /// `ApplePayShippingMethodUpdate` or `ApplePayCouponCodeUpdate`.
    ///
    /// `newTotal` must be there. Without `newLineItems` the sheet shows the total alone.
    ///
    /// - Throws: ``PageTypeError``.
    public static func update(_ json: JSONValue) throws(PageTypeError) -> RequestUpdate {
        let page = try PageValue(json, at: "").dictionary()
        let lines = try page.member("newLineItems")?.map(lineItem) ?? []
        var update = RequestUpdate(
            paymentSummaryItems: lines + [try lineItem(page.required("newTotal"))],
            errors: try page.member("errors")?.map(error) ?? []
        )
        if let methods = page.member("newShippingMethods") {
            let (offered, selected) = try shippingMethods(methods)
            update.shippingMethods = offered
            update.selectedShippingMethod = selected
        }
        if let payment = page.member("newRecurringPaymentRequest") {
            update.recurringPayment = try RecurringPayment(page: payment)
        }
        if let payment = page.member("newAutomaticReloadPaymentRequest") {
            update.automaticReloadPayment = try AutomaticReloadPayment(page: payment)
        }
        if let payment = page.member("newDeferredPaymentRequest") {
            update.deferredPayment = try DeferredPayment(page: payment)
        }
        if let contexts = page.member("newMultiTokenContexts") {
            update.tokenContexts = try contexts.map(tokenContext)
        }
        return update
    }

    /// Reads an `ApplePayPaymentAuthorizationResult`.
    ///
    /// - Throws: ``PageTypeError``.
    public static func authorizationResult(
        _ json: JSONValue
    ) throws(PageTypeError) -> AuthorizationResult {
        let page = try PageValue(json, at: "").dictionary()
        let status = try page.required("status")
        guard let known = AuthorizationStatus(rawValue: try status.integer()) else {
            throw PageTypeError(status.path, "is not one of the STATUS constants, 0 to 7")
        }
        return AuthorizationResult(
            known,
            errors: try page.member("errors")?.map(error) ?? [],
            orderDetails: try page.member("orderDetails").map(orderDetails)
        )
    }

    private static func orderDetails(_ value: PageValue) throws(PageTypeError) -> OrderDetails {
        let details = try value.dictionary()
        return OrderDetails(
            orderTypeIdentifier: try details.required("orderTypeIdentifier").text(),
            orderIdentifier: try details.required("orderIdentifier").text(),
            webServiceURL: try details.required("webServiceURL").text(),
            authenticationToken: try details.required("authenticationToken").text()
        )
    }

    private static func error(_ value: PageValue) throws(PageTypeError) -> PaymentError {
        let error = try value.dictionary()
        let place = try error.member("contactField").map(place) ?? .anywhere
        let cause = try error.required("code").choice([
            "unknown": PaymentError.Cause.unknown,
            "shippingContactInvalid": .shippingContactInvalid(place),
            "billingContactInvalid": .billingContactInvalid(place),
            "addressUnserviceable": .shippingAddressUnserviceable,
            "couponCodeInvalid": .couponCodeInvalid,
            "couponCodeExpired": .couponCodeExpired,
        ])
        return PaymentError(cause, message: try error.text(of: "message"))
    }

    private static func place(_ value: PageValue) throws(PageTypeError) -> PaymentError.Place {
        try value.choice([
            "phoneNumber": .field(.phoneNumber), "emailAddress": .field(.emailAddress),
            "name": .field(.name), "phoneticName": .field(.phoneticName),
            "postalAddress": .field(.postalAddress), "addressLines": .addressPart(.street),
            "subLocality": .addressPart(.subLocality), "locality": .addressPart(.city),
            "postalCode": .addressPart(.postalCode),
            "subAdministrativeArea": .addressPart(.subAdministrativeArea),
            "administrativeArea": .addressPart(.state), "country": .addressPart(.country),
            "countryCode": .addressPart(.isoCountryCode),
        ])
    }
}
