internal import HTTPMessages
internal import JSON

/// An error of Checkout.com's interface.
///
/// - Source: Checkout.com API reference: 401 and 404 have no body; 422 has `error_type` and `error_codes`. Which code is
///   for which mistake is a guess where "Error codes" does not say it.
enum CheckoutError {
    static let unauthorized = PlatformAnswer(.unauthorized, [])
    static let notFound = PlatformAnswer(.notFound, [])
    /// The payment is not in a state for the action.
    static let notAllowed = PlatformAnswer(.forbidden, [])
    static let failed = PlatformAnswer(.internalServerError, [])
    static let tooMany = PlatformAnswer(.tooManyRequests, [])
    /// Another request with the key is in progress.
    static let conflict = PlatformAnswer(.conflict, [])
    /// Another action of the payment is in progress, for longer than a request waits.
    static let busy = PlatformAnswer(.conflict, .object(["error_type": "processing_error"]))

    static func invalid(_ codes: String...) -> PlatformFailure {
        .refused(
            PlatformAnswer(
                .unprocessableContent,
                .object([
                    "error_type": "request_invalid",
                    "error_codes": .array(codes.map { .string($0) }),
                ])
            )
        )
    }
}
