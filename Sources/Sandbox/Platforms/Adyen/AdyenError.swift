internal import HTTPMessages
internal import JSON

/// An error of Adyen's interface.
///
/// - Source: Adyen, *Checkout API v72*, `ServiceError`, and "Error codes". The codes 14_… are guesses but for 14_030, and
///   the messages are our own where no example has them.
struct AdyenError: Sendable {
    var status: HTTPStatus = .unprocessableContent
    let code: String
    var type = "validation"
    let message: String
    /// Whether the same request may be answered differently a moment later.
    ///
    /// - Source: Adyen, "API idempotency", "Error handling".
    var isTransient = false

    static let transientField: HTTPFieldName = "transient-error"

    var answer: PlatformAnswer {
        var fields = HTTPFields()
        if isTransient { fields[Self.transientField] = "true" }
        return PlatformAnswer(
            status,
            .object([
                "status": .integer(Int64(status.code)), "errorCode": .string(code),
                "message": .string(message), "errorType": .string(type),
            ]),
            fields: fields
        )
    }

    var failure: PlatformFailure { .refused(answer) }

    static func missing(_ name: String) -> AdyenError {
        let codes = [
            "amount": "100", "reference": "130", "returnUrl": "14_030", "merchantAccount": "901",
        ]
        return AdyenError(
            code: codes[name] ?? "14_004",
            message: "Required field '\(name)' is not provided."
        )
    }

    static let noStoredDetails = AdyenError(code: "803", message: "PaymentDetail not found")
    static let unreadable = AdyenError(
        status: .badRequest,
        code: "702",
        message: "The body is not a JSON object."
    )
    static let unauthorized = AdyenError(
        status: .unauthorized,
        code: "000",
        type: "security",
        message: "Send the key of the ready line of quince sandbox as X-API-Key."
    )
    static let otherAccount = AdyenError(
        status: .forbidden,
        code: "901",
        type: "security",
        message: "Invalid Merchant Account"
    )
    static let unknownPayment = AdyenError(
        code: "167",
        message: "Original pspReference required for this operation"
    )
    static let amountInvalid = AdyenError(code: "137", message: "Invalid amount specified")
    static let keyInvalid = AdyenError(
        status: .badRequest,
        code: "702",
        message: "The Idempotency-Key has more than 64 characters."
    )
    static let keyInUse = AdyenError(
        code: "704",
        message: "request already processed or in progress",
        isTransient: true
    )
    /// Another request works on the payment. [guess]
    static let locked = AdyenError(
        code: "703",
        message: "Required resource temporarily unavailable",
        isTransient: true
    )
    /// Nothing was done.
    static let failed = AdyenError(
        status: .internalServerError,
        code: "000",
        type: "internal",
        message: "An error occurred at the platform.",
        isTransient: true
    )
    /// The process ended before the network's answer: the authorization was reversed.
    static let interrupted = AdyenError(
        status: .internalServerError,
        code: "000",
        type: "internal",
        message: "An error occurred at the platform."
    )
    static let tooMany = AdyenError(
        status: .tooManyRequests,
        code: "000",
        type: "security",
        message: "Too many requests."
    )
}
