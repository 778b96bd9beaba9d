internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Storage
internal import World

/// A request to Stripe's interface, whose parameters belong to its route.
struct StripeRequest: Sendable {
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

    var tooManyRequests: PlatformAnswer {
        StripeError(
            status: .tooManyRequests,
            code: "rate_limit",
            message: "Too many requests."
        )
        .answer
    }

    func requestIdentifier() -> String {
        engine.world.randomness.identifier("req_", length: 14)
    }

    func fields(
        for request: HTTPServerRequest,
        _ identifier: String
    ) -> KeyValuePairs<HTTPFieldName, HTTPFieldValue?> {
        let version = request.head.fields["Stripe-Version"] ?? HTTPFieldValue(StripeDialect.version)
        return ["Request-Id": HTTPFieldValue(identifier), "Stripe-Version": version]
    }

    func answer(
        to request: HTTPServerRequest,
        _ identifier: String,
        failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer {
        try authenticate(request)
        let (route, path) = try route(request.head)
        let parameters = try parameters(of: request, route)
        let key = route.takesKey ? request.head.fields["Idempotency-Key"]?.text : nil
        guard key.map({ (1...Self.keyLimit).contains($0.utf8.count) }) != false else {
            throw StripeError(message: "The Idempotency-Key has more than 255 characters.").failure
        }
        let call = StripeRequest(
            parameters: parameters,
            identifier: path,
            now: engine.world.clock.now
        )
        let (method, target) = (request.head.method.name, request.head.target.path)
        let text = "\(method) \(target)\u{1}\(parameters.canonical)"
        let digest = HMACSHA256(key: dialect.key).code(for: Array(text.utf8))
        let asked = PlatformCall(
            name: RequestName(identifier: identifier, key: key),
            fingerprint: digest.withBytes { [UInt8](copying: $0) },
            fails: failing
        )
        let result = try await perform(route.action, call, asked)
        return try await expanded(Self.answer(result, dialect), parameters)
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
        let shown =
            request.bearerToken.map { Array($0.utf8) }
            ?? request.basicCredentials.map { Array($0.prefix { $0 != UInt8(ascii: ":") }) }
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
    ) throws(PlatformFailure) -> (route: PlatformRoute<Self>, identifier: String) {
        let path = head.target.segments
        guard path.first == "v1",
            let found = Array(path.dropFirst()).route(head.method, among: Self.routes)
        else {
            throw StripeError(
                status: .notFound,
                message: "Unrecognized request URL (\(head.method.name): \(head.target.path))."
            )
            .failure
        }
        return found
    }

    private func parameters(
        of request: HTTPServerRequest,
        _ route: PlatformRoute<Self>
    ) throws(PlatformFailure) -> StripeParameters {
        let isPost = request.head.method == .post
        let bytes = isPost ? request.body : Array((request.head.target.query ?? "").utf8)
        guard let parameters = StripeParameters(bytes) else {
            throw StripeError(message: "The parameters are not form-encoded.").failure
        }
        if let unknown = parameters.unknown(StripeParameters.form(route.form)) {
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
