internal import ApplePaySession
internal import AppleServers
public import CardNetwork
internal import Certificates
internal import HTTPClient
public import HTTPServer
internal import ISO8583
package import Platforms
internal import SheetServer
public import Sockets
internal import World

/// Apple's servers, the wallet and the card network of a folder, at addresses of this machine.
public final class SandboxServer: Sendable {
    /// Where each part listens.
    public struct Addresses: Hashable, Sendable {
        /// The API.
        public var api = SocketAddress.loopback()
        /// The session gateway.
        public var gateway = SocketAddress.loopback()
        /// The card network.
        public var network = SocketAddress.loopback()
        /// The wallet, as pages.
        public var wallet = SocketAddress.loopback()
        /// The first payment platform; nil where none is simulated.
        public var platforms: SocketAddress?

        /// Free ports of the loopback address.
        public init() {}
    }

    /// Where each part listens, with the ports that were chosen.
    public let addresses: Addresses
    /// The bearer token of the API's callers.
    public let token: String
    /// The events at the last sheets.
    public let payments: PaymentJournal
    /// The last messages of the card network.
    public let messages: NetworkJournal
    private let api: HTTPServer
    private let gateway: GatewayServer
    private let network: NetworkServer
    private let wallet: HTTPServer
    private let sheets: PageSheets
    /// The payment platforms; nil where none is simulated.
    package let platforms: PlatformService?
    private let orders: OrderFetching
    private let xray = LockedValue<String?>(nil)

    /// Starts the servers.
    ///
    /// - Parameters:
    ///   - folder: What the sandbox keeps.
    ///   - addresses: Where to listen; port 0 chooses a free port.
    ///   - asApple: Whether clients of the session gateway must name the server that they connect to,
    ///     as Apple's gateway wants.
    ///   - automatesPages: Whether `apple-pay.js` shows no sheet, and a test drives it in the page.
    ///   - revealsMessages: Whether ``messages`` keeps what is secret of TEST cards.
    ///   - settings: How the card network reads messages.
    ///   - log: Is told of each answer of the session gateway and each refusal of the card network, in one line.
    /// - Throws: ``ServerStartFailure``.
    public init(
        _ folder: SandboxFolder,
        at addresses: Addresses = Addresses(),
        asApple: Bool = false,
        automatesPages: Bool = false,
        revealsMessages: Bool = false,
        network settings: NetworkServer.Settings = NetworkServer.Settings(),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(ServerStartFailure) {
        (payments, messages) = Self.journals(of: folder, reveal: revealsMessages)
        folder.cardNetwork.observe { log("\($0)") }
        let directory = MemberCenterDirectory(folder.memberCenter, world: folder.world)
        let sessions = try Self.sessions(folder, directory, log)
        let tokens = Self.tokens(folder)
        let devices = WalletPayments(folder.devices, tokens.server, payments)
        let orders = DeviceOrders(folder.devices, folder.memberCenter)
        let client = try starting("the client of orders") { try HTTPClient() }
        self.orders = OrderFetching(orders, of: payments, client, log: log)
        platforms = try Self.platforms(folder, at: addresses.platforms)
        let layout = settings.form.layout
        let calls = try Self.calls(folder, sessions, tokens, devices, orders, platforms, layout)
        gateway = try GatewayServer(
            sessions,
            at: addresses.gateway,
            identity: folder.gatewayCertificate.identity(requiresServerName: asApple),
            world: folder.world
        )
        api = try HTTPServer(
            part: "the API",
            admitting: { await calls.admit($0) },
            at: addresses.api,
            world: folder.world
        )
        let shops = ShopSheets(
            devices,
            sessions,
            validationURL: Self.validationURL(gateway.address, asApple),
            log: log
        )
        sheets = PageSheets(host: shops, randomness: folder.world.randomness)
        let routes = WalletPageRoutes(orders, folder.cardNetwork, payments, xray: xray)
        let pages = Self.pages(sheets, routes, areAutomated: automatesPages)
        wallet = try HTTPServer(
            part: "the wallet's pages",
            at: addresses.wallet,
            world: folder.world
        ) { await pages.respond(to: $0) }
        pages.listen(at: wallet.address)
        // The last one: it alone has to be stopped where another cannot listen.
        network = try Self.network(folder, at: addresses.network, settings)
        var bound = addresses
        (bound.wallet, bound.api) = (wallet.address, api.address)
        (bound.gateway, bound.network) = (gateway.address, network.address)
        self.addresses = bound
        token = folder.token.text
    }

    /// Where pages send their server for a session: as Apple's Safari does where the gateway has Apple's port.
    static func validationURL(_ gateway: SocketAddress, _ asApple: Bool) -> String {
        let host =
            asApple && gateway.port == 443
            ? GatewayAddress.production : host(of: gateway, asApple: asApple)
        return "https://\(host)/paymentservices/startSession"
    }

    /// The gateway's host and port for its clients. Under Apple's rules they name the server, which a client that is
    /// given an address does not.
    public static func host(of gateway: SocketAddress, asApple: Bool) -> String {
        asApple ? "localhost:\(gateway.port)" : "\(gateway)"
    }

    private static func pages(
        _ sheets: PageSheets,
        _ walletRoutes: WalletPageRoutes,
        areAutomated: Bool
    ) -> WalletPages {
        let routes = SheetRoutes(sheets)
        return WalletPages(
            areAutomated ? .isAutomated : .showsSheets,
            answering: [{ await routes.response(to: $0) }, { await walletRoutes.response(to: $0) }]
        )
    }

    private static func journals(
        of folder: SandboxFolder,
        reveal: Bool
    ) -> (payments: PaymentJournal, messages: NetworkJournal) {
        let messages = NetworkJournal(clock: folder.world.clock, reveals: reveal)
        folder.cardNetwork.keep(messages)
        return (PaymentJournal(clock: folder.world.clock) { messages.count }, messages)
    }

    private static func sessions(
        _ folder: SandboxFolder,
        _ directory: MemberCenterDirectory,
        _ log: @escaping @Sendable (String) -> Void
    ) throws(ServerStartFailure) -> SessionGateway {
        let authorities = folder.memberCenter.authorities
        return try starting("the session gateway") {
            let parts = SessionGateway.Parts(
                database: folder.database,
                directory: directory,
                signer: authorities.tokenSigner,
                root: try TrustAnchor(root: authorities.root),
                world: folder.world
            )
            return SessionGateway(parts) { log("\($0)") }
        }
    }

    /// The token service, and its routes.
    private struct Tokens {
        let server: PaymentServer
        let routes: TokenServiceRoutes
    }

    private static func tokens(_ folder: SandboxFolder) -> Tokens {
        let chips = DurableSecureElements(database: folder.database)
        let server = PaymentServer(
            authorities: folder.memberCenter.authorities,
            key: folder.tokenServiceKey,
            recipients: folder.memberCenter,
            secureElements: chips,
            world: folder.world
        )
        let routes = TokenServiceRoutes(
            server: server,
            chips: chips,
            cardNetwork: folder.cardNetwork,
            world: folder.world
        )
        return Tokens(server: server, routes: routes)
    }

    private static func network(
        _ folder: SandboxFolder,
        at address: SocketAddress,
        _ settings: NetworkServer.Settings
    ) throws(ServerStartFailure) -> NetworkServer {
        do throws(StreamFailure) {
            return NetworkServer(
                folder.cardNetwork,
                at: try TCPListener(at: address, connectionLimit: 256),
                settings: settings
            )
        } catch { throw ServerStartFailure("the card network", at: address, error) }
    }

    private static func platforms(
        _ folder: SandboxFolder,
        at address: SocketAddress?
    ) throws(ServerStartFailure) -> PlatformService? {
        guard let address else { return nil }
        let client = try starting("the platforms") { try HTTPClient() }
        return try PlatformService(
            folder.database,
            folder.platformAccounts,
            folder.cardNetwork,
            folder.memberCenter,
            at: address,
            client: client,
            world: folder.world
        )
    }

    private static func calls(
        _ folder: SandboxFolder,
        _ sessions: SessionGateway,
        _ tokens: Tokens,
        _ devices: WalletPayments,
        _ orders: DeviceOrders,
        _ platforms: PlatformService?,
        _ layout: MessageLayout
    ) throws(ServerStartFailure) -> SandboxAPI {
        let client = try starting("the client of callbacks") { try HTTPClient() }
        return SandboxAPI(
            folder.token,
            ClockRoutes.operations(folder.clock)
                + MemberCenterRoutes.operations(folder.memberCenter, folder.clock)
                + GatewayRoutes.operations(sessions)
                + DeviceRoutes.operations(folder.devices)
                + ContactRoutes.operations(folder.devices)
                + DeviceOrderRoutes.operations(orders)
                + ScenarioRoutes.operations(folder.cardNetwork)
                + NetworkCredentialRoutes.operations(
                    folder.cardNetwork,
                    layout: layout,
                    clock: folder.world.clock
                )
                + tokens.routes.operations
                + WalletPaymentRoutes.operations(devices, sessions, platforms, client: client)
                + (platforms.map(PlatformRoutes.operations) ?? [])
        )
    }

    /// Lets each payment of the wallet's page lead to its x-ray.
    ///
    /// - Parameter address: The x-ray's, such as `http://127.0.0.1:8080`.
    public func lead(toXRayAt address: String) { xray.withLock { $0 = address } }

    /// Serves until ``stop()`` is called: answers what has begun, and ends.
    public func run() async {
        await withDiscardingTaskGroup { [platforms, network, orders] group in
            if let platforms { group.addTask { await platforms.run() } }
            let looking = Task { await orders.run() }
            await network.run()
            looking.cancel()
            await platforms?.stop()
            await looking.value
        }
        await gateway.stop()
        await api.stop()
        await sheets.close()
        await wallet.stop()
    }

    /// Ends ``run()``.
    public func stop() { network.stop() }
}
