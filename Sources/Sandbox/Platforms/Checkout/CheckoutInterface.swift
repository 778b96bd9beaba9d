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

    func respond(to request: HTTPServerRequest, failing: Bool) async -> HTTPServerResponse {
        var answer: PlatformAnswer
        let identifier = engine.world.randomness.identifier("", length: 26, of: .base32)
        do throws(PlatformFailure) {
            answer = try await self.answer(to: request, identifier, failing)
        } catch {
            guard case .refused(let refusal) = error else { return Self.response(dialect.failure) }
            answer = refusal
        }
        answer.fields["Cko-Request-Id"] = HTTPFieldValue(identifier)
        return Self.response(answer)
    }

    func refuseRate(retryAfter seconds: Int64) -> HTTPServerResponse {
        var answer = CheckoutError.tooMany
        answer.fields["Retry-After"] = HTTPFieldValue(Int(seconds))
        return Self.response(answer)
    }

    private static func response(_ answer: PlatformAnswer) -> HTTPServerResponse {
        var fields = answer.fields
        if !answer.body.isEmpty { fields[.contentType] = .json }
        return .complete(HTTPResponse(answer.status, fields: fields, body: answer.body))
    }

    private func answer(
        to request: HTTPServerRequest,
        _ identifier: String,
        _ failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer {
        let (route, path) = try Self.route(request.head)
        let key = route.isPublic ? dialect.publicKey : dialect.secretKey
        guard let shown = request.bearerToken, Secret(copying: Array(shown.utf8)) == key else {
            throw .refused(CheckoutError.unauthorized)
        }
        let idempotencyKey =
            route.takesKey ? request.head.fields["Cko-Idempotency-Key"]?.text : nil
        let call = CheckoutRequest(
            name: RequestName(identifier: identifier, key: idempotencyKey),
            identifier: path,
            query: try Self.query(request.head),
            body: try Self.body(request.body),
            now: engine.world.clock.now
        )
        switch route.action {
        case .read(let read):
            guard !failing else { return dialect.failure }
            return try await engine.database.read { snapshot throws(PlatformFailure) in
                PlatformAnswer(try read(call, snapshot))
            }
        case .write(let write):
            let keyed = PlatformCall(name: call.name, fingerprint: [], fails: failing)
            if case .repeated(let answer, _) = try await engine.known(keyed) { return answer }
            return await perform(keyed, try await write(self, call))
        }
    }

    /// Does a request, after those that the payment has in progress: they take milliseconds.
    private func perform(
        _ call: PlatformCall,
        _ beginning: @escaping PlatformEngine.Beginning
    ) async -> PlatformAnswer {
        for _ in 0..<100 {
            switch await engine.perform(call, beginning) {
            case .done(CheckoutError.busy): await RealTime.pass(.milliseconds(20))
            case .done(let answer), .repeated(let answer, _): return answer
            case .keyInUse, .keyOfAnother: return CheckoutError.conflict
            case .failed: return dialect.failure
            }
        }
        return CheckoutError.busy
    }

    private static func route(
        _ head: HTTPRequestHead
    ) throws(PlatformFailure) -> (CheckoutRoute, identifier: String) {
        let path = head.target.segments
        for route in CheckoutRoute.all where route.method == head.method {
            guard route.path.count == path.count,
                zip(route.path, path).allSatisfy({ $0 == "*" || $0 == $1 })
            else { continue }
            return (route, route.path.firstIndex(of: "*").map { path[$0] } ?? "")
        }
        throw .refused(CheckoutError.notFound)
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
