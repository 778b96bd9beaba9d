internal import HTTPMessages
internal import HTTPServer
internal import Payments

/// The field with the idempotency key of a request.
///
/// - Source: draft-ietf-httpapi-idempotency-key-header-07.
enum IdempotencyKeyField {
    static let name: HTTPFieldName = "Idempotency-Key"
    /// Marks an answer that was given before.
    static let replay: HTTPFieldName = "Idempotent-Replayed"
    /// The fields of the answer to a request that has a key.
    static let answerFields = [
        APIField(.location, "The path of the payment."),
        APIField(replay, "\"true\" where the answer was given before to the same request."),
    ]

    /// The longest key. Units: bytes.
    static let longestKey = 255

    static let parameter = APIParameter.header(
        name,
        .text(example: "b5b7e3a0-order-1001"),
        isRequired: true,
        """
        A key of the caller's choice, 1 to 255 characters, for this operation. The same request with \
        the same key is done once, and its answer is repeated for at least 24 hours.
        """
    )
}

extension PaymentService {
    /// Reads the key of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - operation: What is asked for, of which payment. It is not the path, which can be spelled in
    ///     several ways.
    ///   - change: What the audit log has of it where it is new; nil for nothing.
    /// - Returns: The key.
    /// - Throws: A problem of status 400 where the key has another form.
    func key(
        of request: APIRequest,
        for operation: String,
        change: AuditLog.Change? = nil
    ) throws(HTTPProblem) -> RequestKey {
        let key = request.header(IdempotencyKeyField.name) ?? ""
        guard (1...IdempotencyKeyField.longestKey).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x20..<0x7f).contains($0) })
        else {
            throw MerchantProblemCode.idempotencyKeyInvalid.problem(
                "Idempotency-Key is not 1 to \(IdempotencyKeyField.longestKey) characters of ASCII"
            )
        }
        return desk.requestKey(
            key,
            of: request.caller?.identifier ?? "",
            for: operation,
            body: request.http.body,
            change: change
        )
    }
}

extension RecordedAnswer {
    /// An answer as it is given, to be repeated.
    init(_ response: HTTPResponse) {
        self.init(
            status: response.status.code,
            location: response.fields[.location]?.text,
            body: response.body
        )
    }
}

extension HTTPResponse {
    /// A recorded answer.
    init(_ answer: RecordedAnswer, isReplay: Bool = false) {
        var fields: HTTPFields = [
            .contentType: answer.status < 400 ? .json : "application/problem+json",
            .cacheControl: "no-store",
        ]
        if isReplay { fields[IdempotencyKeyField.replay] = "true" }
        if let location = answer.location { fields[.location] = HTTPFieldValue(location) }
        self.init(
            HTTPStatus(answer.status) ?? .internalServerError,
            fields: fields,
            body: answer.body
        )
    }
}
