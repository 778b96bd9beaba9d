internal import HTTPMessages
public import HTTPServer
public import Sockets
public import World

/// The Shinobi store: its pages, and the server behind them, which charges payments at a merchant's server.
///
/// It is an example and a demonstration. A store of yours does the same with your own catalogue, in any
/// language.
public final class StorefrontServer: Sendable {
    /// Where the store's parts are.
    public struct Surroundings: Sendable {
        /// The origin of the wallet, which has `apple-pay.js` and the sheet, such as `http://127.0.0.1:8080`.
        public var wallet: String
        /// The address of the merchant's server.
        public var merchant: String
        /// A key of the merchant's server, of the role `shop`.
        public var apiKey: String
        /// The store's domain, which is registered with Apple.
        public var domain: String
        /// The address of the x-ray, to which the order's page leads; nil where there is none.
        public var xray: String?

        /// The parts.
        public init(
            wallet: String,
            merchant: String,
            apiKey: String,
            domain: String,
            xray: String? = nil
        ) {
            (self.wallet, self.merchant, self.apiKey) = (wallet, merchant, apiKey)
            (self.domain, self.xray) = (domain, xray)
        }
    }

    /// Where the store listens, with the port that was chosen.
    public let address: SocketAddress
    private let server: HTTPServer

    /// Starts the store.
    ///
    /// - Parameters:
    ///   - address: Where it listens; port 0 chooses a free port.
    ///   - surroundings: What it loads, and what it calls.
    ///   - world: The random numbers of carts' references, and the clock.
    /// - Throws: ``ServerStartFailure``.
    public init(
        at address: SocketAddress = .loopback(),
        _ surroundings: Surroundings,
        world: World
    ) throws(ServerStartFailure) {
        let merchant = try MerchantConnection(
            surroundings.merchant,
            apiKey: surroundings.apiKey,
            domain: surroundings.domain
        )
        let pages = Self.pages(surroundings)
        // The operations and the hosts name the port, which is known only when the server listens.
        let listening = LockedValue<(hosts: OwnHosts, router: HTTPRouter)?>(nil)
        server = try HTTPServer(part: "the store", at: address, world: world) { request in
            if let page = pages.response(to: request) { return page }
            guard let (hosts, router) = listening.withLock(\.self) else {
                return .status(.serviceUnavailable)
            }
            guard request.isOwn(at: hosts) else {
                let detail = "the store answers its own pages only, at the address it was given"
                return .problem(HTTPProblem(.forbidden, detail: detail))
            }
            return await router.respond(to: request)
        }
        self.address = server.address
        let cookies = CartCookies(port: server.address.port, randomness: world.randomness)
        let routes = StoreRoutes(merchant: merchant, cookies: cookies, xray: surroundings.xray)
        var router = HTTPRouter()
        for operation in routes.operations { operation.add(to: &router) }
        let hosts = OwnHosts(SocketAddress(host: address.host, port: server.address.port))
        listening.withLock { [router] in $0 = (hosts, router) }
    }

    /// Answers what has begun, and ends.
    public func stop() async { await server.stop() }

    private static func pages(_ surroundings: Surroundings) -> PageFolder {
        let wallet = surroundings.wallet
        let policy =
            "default-src 'none'; script-src 'self' \(wallet); style-src 'self'; img-src 'self';"
            + " connect-src 'self'; frame-src \(wallet); base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'"
        return PageFolder(
            "shop",
            policy: HTTPFieldValue(policy) ?? "default-src 'none'",
            replacing: ["https://wallet.example/apple-pay.js": "\(wallet)/apple-pay.js"]
        )
    }
}

extension HTTPServerRequest {
    /// Whether the request comes from one of the store's pages, or from no page at all. A browser says where
    /// a page's request comes from: by `Sec-Fetch-Site` to an origin of this machine, and to one of the
    /// network by `Origin`, where the request changes something.
    ///
    /// - Source: W3C, *Fetch Metadata Request Headers*, `Sec-Fetch-Site`; Fetch, `Origin`.
    fileprivate func isOwn(at hosts: OwnHosts) -> Bool {
        guard hosts.contains(head.host) else { return false }
        if let site = head.fields["Sec-Fetch-Site"]?.text {
            return site == "same-origin" || site == "none" && head.method == .get
        }
        guard let origin = head.fields["Origin"]?.text else { return true }
        return origin == head.host.flatMap { hosts.origins[$0.name] }
    }
}
