internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Storage
internal import World

/// A request to Stripe's interface, whose parameters belong to its route.
struct StripeRequest: Sendable {
    let name: RequestName
    let parameters: StripeParameters
    /// The identifier in the path; empty where it has none.
    let identifier: String
    let now: UnixTime
}

/// Stripe's interface over HTTP.
///
/// - Source: Stripe API reference, "Authentication", "Idempotent requests", "Request IDs", "Versioning".
struct StripeInterface: PlatformInterface {
    static let keyLimit = 255

    let engine: PlatformEngine
    let dialect: StripeDialect
    let keys: PlatformKeys
    let held = HeldCards()

    init(_ engine: PlatformEngine, _ dialect: StripeDialect, _ keys: PlatformKeys) {
        (self.engine, self.dialect, self.keys) = (engine, dialect, keys)
    }

    func respond(to request: HTTPServerRequest, failing: Bool) async -> HTTPServerResponse {
        let identifier = engine.world.randomness.identifier("req_", length: 14)
        let version = request.head.fields["Stripe-Version"] ?? HTTPFieldValue(StripeDialect.version)
        var answer = await answer(to: request, identifier, failing)
        answer.fields[.contentType] = .json
        answer.fields["Request-Id"] = HTTPFieldValue(identifier)
        answer.fields["Stripe-Version"] = version
        return .complete(HTTPResponse(answer.status, fields: answer.fields, body: answer.body))
    }

    func refuseRate(retryAfter seconds: Int64) -> HTTPServerResponse {
        let error = StripeError(
            status: .tooManyRequests,
            code: "rate_limit",
            message: "Too many requests."
        )
        var fields: HTTPFields = [.contentType: .json]
        fields["Retry-After"] = HTTPFieldValue(Int(seconds))
        return .complete(
            HTTPResponse(error.status, fields: fields, body: error.answer.body)
        )
    }

    private func answer(
        to request: HTTPServerRequest,
        _ identifier: String,
        _ failing: Bool
    ) async -> PlatformAnswer {
        do throws(PlatformFailure) {
            try authenticate(request)
            let (route, path) = try route(request.head)
            let parameters = try parameters(of: request, route)
            let key =
                request.head.method == .post ? request.head.fields["Idempotency-Key"]?.text : nil
            guard key.map({ (1...Self.keyLimit).contains($0.utf8.count) }) != false else {
                throw StripeError(message: "The Idempotency-Key has more than 255 characters.")
                    .failure
            }
            let call = StripeRequest(
                name: RequestName(identifier: identifier, key: key),
                parameters: parameters,
                identifier: path,
                now: engine.world.clock.now
            )
            let answer = try await perform(route, call, request.head, failing)
            return try await expanded(answer, parameters)
        } catch {
            guard case .refused(let answer) = error else { return dialect.failure }
            return answer
        }
    }

    private func perform(
        _ route: StripeRoute,
        _ call: StripeRequest,
        _ head: HTTPRequestHead,
        _ failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer {
        switch route.action {
        case .read(let read):
            guard !failing else { return dialect.failure }
            return try await engine.database.read { snapshot throws(PlatformFailure) in
                PlatformAnswer(try read(self, call, snapshot))
            }
        case .write(let write):
            let text = "\(head.method.name) \(head.target.path)\u{1}\(call.parameters.canonical)"
            let digest = HMACSHA256(key: dialect.key).code(for: Array(text.utf8))
            let asked = PlatformCall(
                name: call.name,
                fingerprint: digest.withBytes { [UInt8](copying: $0) },
                fails: failing
            )
            // A token of Apple Pay that was taken an hour ago would be refused now.
            if let known = try await engine.known(asked) { return Self.answer(known, dialect) }
            let beginning = try await write(self, call)
            return Self.answer(await engine.perform(asked, beginning), dialect)
        }
    }

    private static func answer(_ result: PlatformResult, _ dialect: StripeDialect) -> PlatformAnswer
    {
        switch result {
        case .done(let answer):
            var answer = answer
            if answer.status.code >= 500 { answer.fields["Stripe-Should-Retry"] = "false" }
            return answer
        case .repeated(let answer, let first):
            var answer = answer
            answer.fields["Idempotent-Replayed"] = "true"
            answer.fields["Original-Request"] = HTTPFieldValue(first)
            if answer.status.code >= 500 { answer.fields["Stripe-Should-Retry"] = "false" }
            return answer
        case .keyInUse: return StripeError.keyInUse.answer
        case .keyOfAnother: return StripeError.keyOfAnother.answer
        case .failed: return dialect.failure
        }
    }

    private func authenticate(_ request: HTTPServerRequest) throws(PlatformFailure) {
        var shown = request.bearerToken.map { Array($0.utf8) }
        let words = request.head.fields[.authorization]?.text.split(separator: " ") ?? []
        if shown == nil, words.count == 2, words[0].lowercased() == "basic",
            let pair = try? Base64.decode(String(words[1]))
        {
            shown = Array(pair.prefix { $0 != UInt8(ascii: ":") })
        }
        guard let shown, Secret(copying: shown) == dialect.key else {
            throw StripeError(
                status: .unauthorized,
                message:
                    "Send the key of the ready line of quince sandbox as Authorization: Bearer KEY."
            )
            .failure
        }
    }

    private func route(
        _ head: HTTPRequestHead
    ) throws(PlatformFailure) -> (StripeRoute, identifier: String) {
        var path = head.target.segments
        if path.first == "v1" { path.removeFirst() } else { path = [] }
        for route in StripeRoute.all where route.method == head.method {
            guard route.path.count == path.count,
                zip(route.path, path).allSatisfy({ $0 == "*" || $0 == $1 })
            else { continue }
            let place = route.path.firstIndex(of: "*")
            return (route, place.map { path[$0] } ?? "")
        }
        throw StripeError(
            status: .notFound,
            message: "Unrecognized request URL (\(head.method.name): \(head.target.path))."
        )
        .failure
    }

    private func parameters(
        of request: HTTPServerRequest,
        _ route: StripeRoute
    ) throws(PlatformFailure) -> StripeParameters {
        let isPost = request.head.method == .post
        let bytes = isPost ? request.body : Array((request.head.target.query ?? "").utf8)
        guard let parameters = StripeParameters(bytes) else {
            throw StripeError(message: "The parameters are not form-encoded.").failure
        }
        if let unknown = parameters.unknown(route.form) {
            throw StripeError.invalid(
                unknown.name,
                "Received unknown parameter: \(unknown.name)",
                code: "parameter_unknown"
            )
            .failure
        }
        try Self.checkExpansions(parameters)
        for metadata in parameters.members("metadata") {
            guard metadata.name.count <= 40, metadata.value.count <= 500 else {
                throw StripeError.invalid("metadata", "Metadata is too long.").failure
            }
        }
        return parameters
    }
}
