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
    typealias Request = AdyenRequest

    let cards: StoredCards
    private let dialect = AdyenDialect()
    private let apiKey: Secret
    private let merchantAccount: String

    init(_ engine: PlatformEngine, _ accounts: PlatformAccounts, _ keys: PlatformKeys) {
        (self.engine, self.keys) = (engine, keys)
        cards = StoredCards(.adyen, accounts)
        apiKey = Secret(copying: Array(accounts.value("key", of: .adyen).utf8))
        merchantAccount = accounts.value("merchantAccount", of: .adyen)
    }

    var tooManyRequests: PlatformAnswer { AdyenError.tooMany.answer }

    func requestIdentifier() -> String {
        engine.world.randomness.identifier("", of: .capitals)
    }

    func fields(
        for request: HTTPServerRequest,
        _: String
    ) -> KeyValuePairs<HTTPFieldName, HTTPFieldValue?> {
        ["Idempotency-Key": request.head.fields["Idempotency-Key"]]
    }

    func answer(
        to request: HTTPServerRequest,
        _ identifier: String,
        failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer {
        let head = request.head
        guard let shown = head.fields["X-API-Key"]?.text,
            Secret(copying: Array(shown.utf8)) == apiKey
        else { throw AdyenError.unauthorized.failure }
        guard let body = try? JSONDocument(request.body).root, body.isObject else {
            throw AdyenError.unreadable.failure
        }
        let key = head.fields["Idempotency-Key"]?.text
        guard key.map({ (1...Self.keyLimit).contains($0.utf8.count) }) != false else {
            throw AdyenError.keyInvalid.failure
        }
        let path = head.target.segments
        guard let version = path.first, ["v71", "v72"].contains(version),
            let (route, payment) = Array(path.dropFirst()).route(head.method, among: Self.routes)
        else {
            throw AdyenError(
                status: .notFound,
                code: "000",
                message: "The sandbox has no \(head.method.name) /\(path.joined(separator: "/"))."
            )
            .failure
        }
        let call = AdyenRequest(body: body, payment: payment, merchantAccount: merchantAccount)
        guard try call.required("merchantAccount") == merchantAccount else {
            throw AdyenError.otherAccount.failure
        }
        // The first answer is returned, whatever the request.
        let name = RequestName(identifier: identifier, key: key)
        let asked = PlatformCall(name: name, fingerprint: [0], fails: failing)
        switch try await perform(route.action, call, asked) {
        case .done(let answer), .repeated(let answer, _): return answer
        case .keyInUse: return AdyenError.keyInUse.answer
        case .keyOfAnother, .failed: return dialect.failure
        }
    }

    private static let routes: [PlatformRoute<AdyenInterface>] = [
        .post("payments") { adyen, request throws(PlatformFailure) in try await adyen.pay(request)
        },
        change("payments/*/captures", .capture), change("payments/*/refunds", .refund),
        change("payments/*/cancels", .cancel), change("payments/*/reversals", .reverse),
        change("cancels", .cancelByReference),
    ]

    private static func change(
        _ path: String,
        _ action: AdyenAction
    ) -> PlatformRoute<AdyenInterface> {
        .post(path) { adyen, request throws(PlatformFailure) in try adyen.change(action, request) }
    }
}
