internal import Bytes
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Storage
internal import World

/// Checkout.com's interface over HTTP.
///
/// - Source: Checkout.com API reference; "Idempotency": a key is kept where the answer is 2xx, another request with a
///   key in use gets 409, and parameters are not compared.
struct CheckoutInterface: PlatformInterface {
    let engine: PlatformEngine
    let dialect: CheckoutDialect
    let keys: PlatformKeys
    let held = HeldCards()

    init(_ engine: PlatformEngine, _ dialect: CheckoutDialect, _ keys: PlatformKeys) {
        (self.engine, self.dialect, self.keys) = (engine, dialect, keys)
    }

    var tooManyRequests: PlatformAnswer { CheckoutError.tooMany }

    func requestIdentifier() -> String {
        engine.world.randomness.identifier("", length: 26, of: .base32)
    }

    func fields(
        for _: HTTPServerRequest,
        _ identifier: String
    ) -> KeyValuePairs<HTTPFieldName, HTTPFieldValue?> {
        ["Cko-Request-Id": HTTPFieldValue(identifier)]
    }

    func answer(
        to request: HTTPServerRequest,
        _ identifier: String,
        failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer {
        let head = request.head
        guard let (route, path) = head.target.segments.route(head.method, among: Self.routes) else {
            throw .refused(CheckoutError.notFound)
        }
        let key = route.isPublic ? dialect.publicKey : dialect.secretKey
        guard let shown = request.bearerToken, Secret(copying: Array(shown.utf8)) == key else {
            throw .refused(CheckoutError.unauthorized)
        }
        let call = CheckoutRequest(
            identifier: path,
            query: try Self.query(head),
            body: try Self.body(request.body),
            now: engine.world.clock.now
        )
        let name = RequestName(
            identifier: identifier,
            key: route.takesKey ? head.fields["Cko-Idempotency-Key"]?.text : nil
        )
        let asked = PlatformCall(name: name, fingerprint: [], fails: failing)
        switch try await perform(route.action, call, asked, unless: CheckoutError.busy) {
        case .done(let answer), .repeated(let answer, _): return answer
        case .keyInUse, .keyOfAnother: return CheckoutError.conflict
        case .failed: return dialect.failure
        }
    }

    private static func query(
        _ head: HTTPRequestHead
    ) throws(PlatformFailure) -> [String: String] {
        guard let items = try? head.target.queryItems() else {
            throw CheckoutError.invalid("query_invalid")
        }
        return Dictionary(items.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// The JSON object of a body; nil where there is no body.
    private static func body(_ bytes: [UInt8]) throws(PlatformFailure) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        guard let root = try? JSONDocument(bytes).root, root.isObject else {
            throw CheckoutError.invalid("request_body_malformed")
        }
        return root
    }
}
