internal import HTTPMessages
internal import XML

/// An error of Braintree's interface.
///
/// - Source: Braintree, *Exceptions*, for the statuses, which have no body; *Validation errors*, for the codes; the form is
///   as Braintree's SDK for Python reads it.
struct BraintreeError: Sendable {
    let code: String
    let attribute: String
    let message: String

    static let unauthorized = PlatformAnswer(.unauthorized, [])
    static let notFound = PlatformAnswer(.notFound, [])
    static let failed = PlatformAnswer(.internalServerError, [])
    static let tooMany = PlatformAnswer(.tooManyRequests, [])
    /// Another request works on the transaction, for longer than one waits.
    static let busy = PlatformAnswer(.conflict, [])

    private init(_ code: String, _ attribute: String, _ message: String) {
        (self.code, self.attribute, self.message) = (code, attribute, message)
    }

    static let unreadable = Self("unreadable", "base", "The body is not what the operation takes.")
    static let typeInvalid = Self("91523", "type", "Transaction type is invalid.")
    static let amountRequired = Self("81502", "amount", "Amount is required.")
    static let amountInvalid = Self("81503", "amount", "Amount is an invalid format.")
    static let amountNotPositive = Self("81531", "amount", "Amount must be greater than zero.")
    static let orderTooLong = Self("91501", "order_id", "Order ID is too long.")
    static let accountInvalid = Self("91513", "merchant_account_id", "Merchant account is invalid.")
    static let keyNotAllowed = Self(
        "915231",
        "api_request_key",
        "API request keys are not enabled."
    )
    static let nonceUnknown = Self("91565", "payment_method_nonce", "The nonce is not known.")
    static let nonceConsumed = Self("91564", "payment_method_nonce", "The nonce was used before.")
    static let tokenInvalid = Self("91518", "payment_method_token", "The token is not known.")
    static let sourceInvalid = Self("915133", "transaction_source", "The source is not known.")
    static let numberRequired = Self("93508", "apple_pay_card", "A valid number is required.")
    static let monthRequired = Self("93509", "apple_pay_card", "A valid expiration is required.")
    static let cryptogramRequired = Self("93511", "apple_pay_card", "A cryptogram is required.")
    static let notSettleable = Self("91507", "base", "It cannot be submitted for settlement.")
    static let settlementTooLarge = Self("91522", "amount", "Settlement amount is too large.")
    static let partsNotSupported = Self("915102", "base", "Cards are not settled in several parts.")
    static let notVoidable = Self("91504", "base", "It cannot be voided.")
    static let notSettled = Self("91506", "base", "Only what is settled can be refunded.")
    static let isCredit = Self("91505", "base", "A refund cannot be refunded.")
    static let isRefunded = Self("91512", "base", "It has been completely refunded.")
    static let refundTooLarge = Self("91521", "amount", "Refund amount is too large.")
    static let notSimulated = Self("91575", "base", "It is not submitted for settlement.")
    static let searchNotSupported = Self("unreadable", "base", "Search by order_id, id or ids.")

    /// The refusal of a request.
    var failure: PlatformFailure {
        var error = XMLOutput()
        error.add("attribute", attribute)
        error.add("code", code)
        error.add("message", message)
        var errors = XMLOutput()
        errors.add("error", error)
        var own = XMLOutput()
        own.add("errors", type: "array", errors)
        return .refused(Self.answer(message, errors: own))
    }

    /// The answer to a request that was refused, or whose transaction was declined.
    static func answer(
        _ message: String,
        errors own: XMLOutput? = nil,
        transaction: XMLOutput? = nil
    ) -> PlatformAnswer {
        var errors = XMLOutput()
        errors.add("errors", type: "array", XMLOutput())
        if let own { errors.add("transaction", own) }
        var response = XMLOutput()
        response.add("errors", errors)
        response.add("message", message)
        if let transaction { response.add("transaction", transaction) }
        return .xml(.unprocessableContent, "api-error-response", response)
    }
}

extension PlatformAnswer {
    /// An answer with an XML body.
    static func xml(
        _ status: HTTPStatus,
        _ root: String,
        type: String? = nil,
        _ content: XMLOutput
    ) -> PlatformAnswer {
        var body = XMLOutput()
        body.add(root, type: type, content)
        let declaration = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
        return PlatformAnswer(
            status,
            declaration + body.bytes,
            fields: [.contentType: "application/xml; charset=utf-8"]
        )
    }
}
