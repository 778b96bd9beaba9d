internal import HTTPClient
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
        let merchant: MerchantConnection
        do throws(HTTPClientFailure) {
            merchant = try MerchantConnection(
                surroundings.merchant,
                apiKey: surroundings.apiKey,
                domain: surroundings.domain
            )
        } catch { throw ServerStartFailure("the store", error) }
        let pages = Self.pages(surroundings)
        // The operations name the port, which is known only when the server listens.
        let router = LockedValue(HTTPRouter())
        do throws(HTTPServerFailure) {
            server = try HTTPServer(at: address, world: world) { request in
                if let page = pages.response(to: request) { return page }
                guard request.isOwn else { return .problem(HTTPProblem(.forbidden)) }
                return await router.withLock(\.self).respond(to: request)
            }
        } catch { throw ServerStartFailure("the store", at: address, error) }
        self.address = server.address
        let cookies = CartCookies(port: server.address.port, randomness: world.randomness)
        let routes = StoreRoutes(merchant: merchant, cookies: cookies, xray: surroundings.xray)
        router.withLock { router in
            for operation in routes.operations { operation.add(to: &router) }
        }
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
    /// a page's request comes from.
    ///
    /// - Source: W3C, *Fetch Metadata Request Headers*, `Sec-Fetch-Site`.
    fileprivate var isOwn: Bool {
        guard let site = head.fields["Sec-Fetch-Site"]?.text else { return true }
        return site == "same-origin" || site == "none" && head.method == .get
    }
}
