internal import Bytes
internal import Cryptography
internal import HTTPClient
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import World

/// The merchant's server, as the store calls it.
///
/// - Source: Documentation/ServerAPI.md.
struct MerchantConnection: Sendable {
    /// The result of a payment.
    struct Answer: Sendable {
        let status: Int
        let body: JSONValue

        /// Whether the money is held and the order placed.
        var isPaid: Bool { status == 201 }
        /// Whether the same request has to be made again before anything is known.
        var isOpen: Bool { status == 202 || status == 503 || requestIsInWork }
        /// Whether the cart was paid with another token.
        var isPaidOtherwise: Bool { code == "alreadyPaid" }
        /// Whether the card was not charged, and never will be for this reference.
        var isOver: Bool { status == 402 || status == 502 }
        var code: String? { body.member("code")?.string }
        private var requestIsInWork: Bool { code == "requestInProgress" }
    }

    /// How long an answer may be asked for again: the sheet waits for 30 seconds.
    private static let patience = Duration.seconds(20)
    private static let pause = Duration.milliseconds(500)

    private let url: String
    private let apiKey: String
    private let domain: String
    private let client: HTTPClient

    /// A connection; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - url: The server's address.
    ///   - apiKey: A key of the role `shop`.
    ///   - domain: The store's domain, which is registered with Apple.
    /// - Throws: ``HTTPServer/ServerStartFailure``.
    init(_ url: String, apiKey: String, domain: String) throws(ServerStartFailure) {
        (self.url, self.apiKey, self.domain) = (url, apiKey, domain)
        client = try starting("the store") { try HTTPClient() }
    }

    /// Asks for the session of a sheet.
    func session(validationURL: String) async throws(HTTPProblem) -> JSONOutput {
        let answer = try await send(
            .post,
            "/apple-pay/session",
            .object(["validationURL": .string(validationURL), "domain": .string(domain)])
        )
        return JSONOutput(try answer.success())
    }

    /// Charges a payment once, and asks again while nothing is known of it.
    func pay(_ body: JSONOutput) async throws(HTTPProblem) -> Answer {
        // One key for one body: the same payment is the same request.
        let key = Hexadecimal.encode(SHA256.digest(body.compact).prefix(16))
        let watch = Stopwatch()
        while true {
            let answer = try await send(.post, "/payments", body, key: key)
            guard answer.isOpen, watch.elapsed < Self.patience else { return answer }
            await RealTime.pass(Self.pause)
        }
    }

    /// The payment of a reference with its order; nil where there is none. An attempt that was paid is
    /// preferred to those that were not.
    func payment(of reference: String) async throws(HTTPProblem) -> (
        payment: JSONValue, order: JSONValue?
    )? {
        let list = try await found("/payments?reference=\(reference)")
        let payments = list?.member("payments")?.elements ?? []
        guard let found = payments.first(where: { $0.member("order") != nil }) ?? payments.first
        else { return nil }
        guard let order = found.member("order")?.member("id")?.string else { return (found, nil) }
        guard let order = try await self.found("/orders/\(PathSegment.encoded(order))") else {
            return nil
        }
        return (found, order)
    }

    private func found(_ path: String) async throws(HTTPProblem) -> JSONValue? {
        let answer = try await send(.get, path)
        return answer.status == 404 ? nil : try answer.success()
    }

    private func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: JSONOutput? = nil,
        key: String? = nil
    ) async throws(HTTPProblem) -> Answer {
        var fields = HTTPFields()
        fields[.authorization] = HTTPFieldValue("Bearer \(apiKey)")
        if body != nil { fields[.contentType] = .json }
        if let key { fields["Idempotency-Key"] = HTTPFieldValue(key) }
        let request = HTTPClientRequest(
            method,
            url + path,
            fields: fields,
            body: body?.compactBytes ?? []
        )
        guard let response = try? await client.send(request),
            let root = try? JSONDocument(response.body).root, root.isObject
        else {
            throw .refused(
                .badGateway,
                "merchantUnreachable",
                "The store's server does not answer."
            )
        }
        return Answer(status: response.status.code, body: root)
    }
}

extension MerchantConnection.Answer {
    fileprivate func success() throws(HTTPProblem) -> JSONValue {
        guard status >= 400 else { return body }
        let detail = body.member("detail")?.string ?? ""
        throw .refused(
            .badGateway,
            "merchantRefused",
            "The store's server refused (\(status)): \(detail)"
        )
    }
}
