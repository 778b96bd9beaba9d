internal import Cryptography
internal import HTTPMessages
internal import HTTPServer

/// A request with an idempotency key, as it is recognized when it is made again.
struct IdempotentRequest: Hashable, Sendable {
    /// SHA-256 of caller, operation and key. The same key of another caller or for another operation is
    /// another key.
    let keyDigest: [UInt8]
    /// SHA-256 of the body as it was sent.
    let bodyDigest: [UInt8]

    /// The field with the key.
    ///
    /// - Source: draft-ietf-httpapi-idempotency-key-header-07.
    static let field: HTTPFieldName = "Idempotency-Key"
    /// Marks an answer that was given before.
    static let replayField: HTTPFieldName = "Idempotent-Replayed"
    /// The longest key. Units: bytes.
    static let longestKey = 255

    static let parameter = APIParameter.header(
        field,
        .text(example: "b5b7e3a0-order-1001"),
        isRequired: true,
        """
        A key of the caller's choice, 1 to 255 characters, for this operation. The same request with \
        the same key is done once, and its answer is repeated for at least 24 hours.
        """
    )

    /// Reads the key of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - operation: What is asked for, of which payment. It is not the path, which can be spelled in
    ///     several ways.
    /// - Throws: A problem of status 400 where the key has another form.
    init(_ request: APIRequest, for operation: String) throws(HTTPProblem) {
        let key = request.header(Self.field) ?? ""
        guard (1...Self.longestKey).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x20..<0x7f).contains($0) })
        else {
            throw PaymentProblemCode.idempotencyKeyInvalid.problem(
                "Idempotency-Key is not 1 to \(Self.longestKey) characters of ASCII"
            )
        }
        // None of the parts contains a line end.
        let parts = [request.caller?.identifier ?? "", operation, key]
        keyDigest = SHA256.digest(parts.joined(separator: "\n"))
        bodyDigest = SHA256.digest(request.http.body)
    }
}

/// An answer to a request, and whether it may be repeated.
struct RequestAnswer: Sendable {
    /// What the answer says about the request.
    enum Finality: Hashable, Sendable {
        /// The request is done or refused for good: the same request gets this answer again.
        case final
        /// The outcome is not known yet: the same request gets what is known then.
        case open
        /// Nothing was done: the key can be used again, also for another body.
        case notDone
    }

    let response: HTTPResponse
    let finality: Finality
    /// Why the request was refused; nil where it was not.
    let refusal: PaymentProblemCode?

    init(_ response: HTTPResponse, _ finality: Finality, refusal: PaymentProblemCode? = nil) {
        (self.response, self.finality, self.refusal) = (response, finality, refusal)
    }
}
