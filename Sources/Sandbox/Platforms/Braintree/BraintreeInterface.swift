internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Storage
internal import World
internal import XML

/// A request to Braintree's interface.
struct BraintreeRequest: Sendable {
    /// The identifier in the path; empty where it has none.
    let identifier: String
    /// The body of a server's request; nil where it has none.
    let body: XMLElement?
    /// The body of a client's request; nil where it has none.
    let client: JSONValue?
    /// The origin that the request was sent to.
    let origin: String
    let now: UnixTime

    /// A text of the body by its path; nil where it is empty or absent.
    func text(_ path: String...) -> String? {
        let found = path.reduce(body) { $0?.part($1) }?.text
        return found?.isEmpty == false ? found : nil
    }

    /// Whether the card of a sale is stored.
    var stores: Bool {
        text("options", "store_in_vault_on_success") == "true"
            && text("payment_method_token") == nil
    }
}

extension XMLElement {
    /// An element in this one by its name, with underscores or hyphens: SDKs send either.
    func part(_ name: String) -> XMLElement? {
        self[name] ?? self[String(name.map { $0 == "_" ? "-" : $0 })]
    }
}

/// Braintree's interface over HTTP: the server's in XML, and the client's, which makes nonces, in JSON.
///
/// - Source: Braintree, *Transaction*, *Client token*; the requests of its SDK for Python 4.48.0; for the client's,
///   braintree-web and braintree_ios on GitHub.
struct BraintreeInterface: PlatformInterface {
    typealias Request = BraintreeRequest

    let engine: PlatformEngine
    let dialect: BraintreeDialect
    let keys: PlatformKeys
    let held = HeldCards()
    let merchant: String
    let privateKey: Secret
    private let authorization: Secret
    private let tokenizationKey: Secret

    init(_ engine: PlatformEngine, _ accounts: PlatformAccounts, _ keys: PlatformKeys) {
        (self.engine, self.keys, dialect) = (engine, keys, BraintreeDialect(accounts))
        func value(_ name: String) -> [UInt8] { Array(accounts.value(name, of: .braintree).utf8) }
        merchant = accounts.value("merchantId", of: .braintree)
        privateKey = Secret(copying: value("privateKey"))
        authorization = Secret(copying: value("publicKey") + Array(":".utf8) + value("privateKey"))
        tokenizationKey = Secret(copying: value("tokenizationKey"))
    }

    var tooManyRequests: PlatformAnswer { BraintreeError.tooMany }

    func requestIdentifier() -> String { engine.world.randomness.identifier("") }

    func fields(
        for _: HTTPServerRequest,
        _ identifier: String
    ) -> KeyValuePairs<HTTPFieldName, HTTPFieldValue?> {
        ["X-Request-Id": HTTPFieldValue(identifier)]
    }

    func answer(
        to request: HTTPServerRequest,
        _ identifier: String,
        failing: Bool
    ) async throws(PlatformFailure) -> PlatformAnswer {
        let (head, path) = (request.head, request.head.target.segments)
        guard path.count > 2, path[0] == "merchants", path[1] == merchant,
            let (route, name) = Array(path.dropFirst(2)).route(head.method, among: Self.routes)
        else { throw .refused(BraintreeError.notFound) }
        let client = route.isPublic ? try? JSONDocument(request.body).root : nil
        guard route.isPublic ? isClient(client) : isServer(request) else {
            throw .refused(BraintreeError.unauthorized)
        }
        let hasXML = !route.isPublic && !request.body.isEmpty
        let body = hasXML ? try? XMLElement(request.body) : nil
        guard !hasXML || body != nil else { throw BraintreeError.unreadable.failure }
        let call = BraintreeRequest(
            identifier: name,
            body: body,
            client: client,
            origin: "http://\(head.fields[.host]?.text ?? "localhost")",
            now: engine.world.clock.now
        )
        let asked = PlatformCall(
            name: RequestName(identifier: identifier, key: nil),
            fingerprint: [],
            fails: failing
        )
        let busy = BraintreeError.busy
        guard case .done(let answer) = try await perform(route.action, call, asked, unless: busy)
        else { return dialect.failure }
        return answer
    }

    private func isServer(_ request: HTTPServerRequest) -> Bool {
        request.basicCredentials.map { Secret(copying: $0) } == authorization
    }

    private func isClient(_ body: JSONValue?) -> Bool {
        if let key = body?.member("tokenizationKey")?.string {
            return Secret(copying: Array(key.utf8)) == tokenizationKey
        }
        return body?.member("authorizationFingerprint")?.string.map(isFingerprint) == true
    }

    static let routes: [PlatformRoute<BraintreeInterface>] = [
        .post("client_token") { braintree, request throws(PlatformFailure) in
            braintree.createClientToken(request)
        },
        .post("client_api/v1/payment_methods/apple_payment_tokens") {
            braintree,
            request throws(PlatformFailure) in
            try await braintree.createNonce(request)
        }.ofPublicKey,
        .post("transactions") { braintree, request throws(PlatformFailure) in
            try braintree.createSale(request)
        },
        .answer(.get, "transactions/*") { _, request, records throws(PlatformFailure) in
            try records.braintreeAnswer(.ok, request.identifier, at: request.now)
        },
        .answer(.post, "transactions/advanced_search_ids") {
            _,
            request,
            records throws(PlatformFailure) in
            try records.braintreeSearchIdentifiers(request)
        },
        .answer(.post, "transactions/advanced_search") {
            _,
            request,
            records throws(PlatformFailure) in
            try records.braintreeSearch(request)
        },
        .put("transactions/*/submit_for_settlement") { braintree, request throws(PlatformFailure) in
            try braintree.submit(request)
        },
        .post("transactions/*/submit_for_partial_settlement") { _, _ throws(PlatformFailure) in
            throw BraintreeError.partsNotSupported.failure
        },
        .put("transactions/*/void") { braintree, request throws(PlatformFailure) in
            try braintree.void(request)
        },
        .post("transactions/*/refund") { braintree, request throws(PlatformFailure) in
            try braintree.refund(request)
        },
        .post("transactions/*/reverse") { braintree, request throws(PlatformFailure) in
            try braintree.reverse(request)
        },
        .put("transactions/*/settle") { braintree, request throws(PlatformFailure) in
            try braintree.settle(request, isDeclined: false)
        },
        .put("transactions/*/settlement_decline") { braintree, request throws(PlatformFailure) in
            try braintree.settle(request, isDeclined: true)
        },
    ]
}
