internal import Bytes
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Storage
internal import World

/// Adyen's Checkout interface over HTTP.
///
/// - Source: Adyen, *Checkout API v72*, "API idempotency", "API credentials". That a key which is used for another
///   request gets the answer of the first one is a guess: the page says that the first answer is returned.
struct AdyenInterface: PlatformInterface {
    static let keyLimit = 64

    let engine: PlatformEngine
    let keys: PlatformKeys
    private let dialect = AdyenDialect()
    private let apiKey: Secret
    private let merchantAccount: String

    init(_ engine: PlatformEngine, _ accounts: PlatformAccounts, _ keys: PlatformKeys) {
        (self.engine, self.keys) = (engine, keys)
        apiKey = Secret(copying: Array(accounts.value("key", of: .adyen).utf8))
        merchantAccount = accounts.value("merchantAccount", of: .adyen)
    }

    func respond(to request: HTTPServerRequest, failing: Bool) async -> HTTPServerResponse {
        var answer: PlatformAnswer
        do throws(PlatformFailure) { answer = try await self.answer(to: request, failing) } catch {
            guard case .refused(let refusal) = error else {
                return complete(dialect.failure, to: request)
            }
            answer = refusal
        }
        return complete(answer, to: request)
    }

    private func complete(
        _ answer: PlatformAnswer,
        to request: HTTPServerRequest
    ) -> HTTPServerResponse {
        var fields = answer.fields
        fields[.contentType] = .json
        fields["Idempotency-Key"] = request.head.fields["Idempotency-Key"]
        return .complete(HTTPResponse(answer.status, fields: fields, body: answer.body))
    }

    func refuseRate(retryAfter seconds: Int64) -> HTTPServerResponse {
        let answer = AdyenError.tooMany.answer
        var fields: HTTPFields = [.contentType: .json]
        fields["Retry-After"] = HTTPFieldValue(Int(seconds))
        return .complete(HTTPResponse(answer.status, fields: fields, body: answer.body))
    }

    private func answer(
        to request: HTTPServerRequest,
        _ failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer {
        guard let shown = request.head.fields["X-API-Key"]?.text,
            Secret(copying: Array(shown.utf8)) == apiKey
        else { throw AdyenError.unauthorized.failure }
        guard let body = try? JSONDocument(request.body).root, body.isObject else {
            throw AdyenError.unreadable.failure
        }
        let key = request.head.fields["Idempotency-Key"]?.text
        guard key.map({ (1...Self.keyLimit).contains($0.utf8.count) }) != false else {
            throw AdyenError.keyInvalid.failure
        }
        let path = request.head.target.segments
        let call = AdyenRequest(
            name: RequestName(
                identifier: engine.world.randomness.identifier("", of: .capitals),
                key: key
            ),
            body: body,
            payment: path.count == 4 ? path[2] : "",
            merchantAccount: merchantAccount
        )
        guard try call.required("merchantAccount") == merchantAccount else {
            throw AdyenError.otherAccount.failure
        }
        // The first answer is returned, whatever the request.
        let asked = PlatformCall(name: call.name, fingerprint: [0], fails: failing)
        var result = try await engine.known(asked)
        if result == nil {
            let beginning = try await beginning(of: call, request.head.method, path)
            result = await engine.perform(asked, beginning)
        }
        switch result {
        case .done(let answer)?, .repeated(let answer, _)?: return answer
        case .keyInUse?: return AdyenError.keyInUse.answer
        case .keyOfAnother?, .failed?, nil: return dialect.failure
        }
    }

    private func beginning(
        of call: AdyenRequest,
        _ method: HTTPMethod,
        _ path: [String]
    ) async throws(PlatformFailure) -> PlatformEngine.Beginning {
        if method == .post, let version = path.first, ["v71", "v72"].contains(version) {
            switch path.dropFirst().map({ $0 == call.payment ? "*" : $0 }) {
            case ["payments"]: return try await pay(call)
            case ["payments", "*", "captures"]: return try change(.capture, call)
            case ["payments", "*", "refunds"]: return try change(.refund, call)
            case ["payments", "*", "cancels"]: return try change(.cancel, call)
            case ["payments", "*", "reversals"]: return try change(.reverse, call)
            case ["cancels"]: return try change(.cancelByReference, call)
            default: break
            }
        }
        throw AdyenError(
            status: .notFound,
            code: "000",
            message: "The sandbox has no \(method.name) /\(path.joined(separator: "/"))."
        )
        .failure
    }
}
