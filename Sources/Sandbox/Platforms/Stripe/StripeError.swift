internal import HTTPMessages
internal import JSON

/// An error of Stripe's interface.
///
/// - Source: Stripe API reference, "Errors", and "Error codes". The messages are our own.
struct StripeError: Sendable {
    /// The kind of an error.
    enum Kind: String, Sendable {
        case api = "api_error"
        case card = "card_error"
        case idempotency = "idempotency_error"
        case request = "invalid_request_error"
    }

    var status: HTTPStatus = .badRequest
    var kind = Kind.request
    var code: String?
    var declineCode: String?
    var parameter: String?
    let message: String
    /// The charge that failed.
    var charge: String?
    /// The payment intent as it is now.
    var intent: JSONOutput?
    var fields = HTTPFields()

    var json: JSONOutput {
        .object([
            "charge": charge.map { .string($0) },
            "code": code.map { .string($0) },
            "decline_code": declineCode.map { .string($0) },
            "message": .string(message),
            "param": parameter.map { .string($0) },
            "payment_intent": intent,
            "type": .string(kind.rawValue),
        ])
    }

    var answer: PlatformAnswer {
        PlatformAnswer(status, .object(["error": json]), fields: fields)
    }

    var failure: PlatformFailure { .refused(answer) }

    static func invalid(_ name: String, _ message: String, code: String? = nil) -> StripeError {
        StripeError(code: code, parameter: name, message: message)
    }

    static func missing(_ name: String) -> StripeError {
        invalid(name, "Missing required param: \(name).", code: "parameter_missing")
    }

    static func empty(_ name: String) -> StripeError {
        invalid(name, "\(name) must not be empty.", code: "parameter_invalid_empty")
    }

    static func noSuch(_ object: String, _ identifier: String, _ name: String) -> StripeError {
        StripeError(
            status: name == "id" || name == "intent" ? .notFound : .badRequest,
            code: "resource_missing",
            parameter: name,
            message: "No such \(object): '\(identifier)'"
        )
    }

    static func unexpectedState(_ doing: String, _ intent: JSONOutput, _ status: String)
        -> StripeError
    {
        StripeError(
            code: "payment_intent_unexpected_state",
            message: "A PaymentIntent whose status is \(status) cannot be \(doing).",
            intent: intent
        )
    }

    /// Another request works on the same object. The guide names the status and the code; that a client may try again
    /// follows from it.
    static let locked = StripeError(
        status: .tooManyRequests,
        code: "lock_timeout",
        message: "Another request is working on this object. Try again.",
        fields: ["Stripe-Should-Retry": "true"]
    )

    static let keyInUse = StripeError(
        status: .conflict,
        kind: .idempotency,
        code: "idempotency_key_in_use",
        message: "Another request with this Idempotency-Key is in progress.",
        fields: ["Stripe-Should-Retry": "true"]
    )

    static let keyOfAnother = StripeError(
        kind: .idempotency,
        message: "This Idempotency-Key was used for a request with other parameters."
    )

    /// A repetition gets the same answer, so that a client gains nothing by one: [guess] for `Stripe-Should-Retry`.
    static let failed = StripeError(
        status: .internalServerError,
        kind: .api,
        message: "An error occurred at the platform."
    )
}
