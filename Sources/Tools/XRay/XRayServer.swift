internal import HTTPClient
internal import HTTPMessages
public import HTTPServer
internal import JSON
public import Sockets
public import World

/// The x-ray: a page that shows each payment of a sandbox, step by step, and any token that is given to it.
///
/// It answers on one address of this machine, to pages of its own only. What is posted to it is neither
/// kept nor logged.
public final class XRayServer: Sendable {
    /// Where it listens, with the port that was chosen.
    public let address: SocketAddress
    private let server: HTTPServer
    private let streams: ChangeStreams

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - address: Where to listen; port 0 chooses a free port.
    ///   - sandbox: What is shown.
    ///   - shop: The merchant's side of the payments; nil where there is none.
    ///   - reveals: Whether the secrets of opened tokens are shown.
    ///   - world: The time at which tokens are checked: the sandbox's.
    /// - Throws: ``ServerStartFailure``.
    public init(
        at address: SocketAddress = .loopback(),
        of sandbox: XRaySandbox,
        shop: XRayShop? = nil,
        reveals: Bool = false,
        world: World
    ) throws(ServerStartFailure) {
        let client = try starting("the x-ray") { try HTTPClient() }
        let streams = ChangeStreams(sandbox)
        let routes = XRayRoutes(
            sandbox: sandbox,
            shop: shop,
            privacy: StoryPrivacy(reveals: reveals),
            client: client,
            world: world
        )
        let site = XRaySite(routes: routes, streams: streams)
        let router = site.router
        let pages = site.pages
        let sameSite = LockedValue<SameSite?>(nil)
        server = try HTTPServer(part: "the x-ray", at: address, world: world) { request in
            guard sameSite.withLock(\.self)?.admits(request.head) ?? false else {
                return .complete(SameSite.refusal.response)
            }
            if let file = pages.response(to: request) { return file }
            return await router.respond(to: request)
        }
        self.streams = streams
        self.address = SocketAddress(host: address.host, port: server.address.port)
        let own = SameSite(self.address)
        sameSite.withLock { $0 = own }
    }

    /// Answers what has begun, and ends.
    public func stop() async {
        streams.finish()
        await server.stop()
    }
}

/// The requests that are answered: those of the server's own pages, by its own name.
struct SameSite: Sendable {
    private let hosts: OwnHosts

    init(_ own: SocketAddress) { hosts = OwnHosts(own) }

    static let refusal = HTTPProblem.refused(
        .forbidden,
        "otherSite",
        "this server answers its own pages only, at the address that it printed"
    )

    func admits(_ head: HTTPRequestHead) -> Bool {
        guard hosts.contains(head.host) else { return false }
        let site = head.fields["Sec-Fetch-Site"]?.text
        // A link from another page may open a page of this server; anything else may not.
        if head.method == .get || head.method == .head {
            return site != "cross-site" && site != "same-site"
                || head.fields["Sec-Fetch-Dest"]?.text == "document"
        }
        return site == "same-origin"
    }
}
