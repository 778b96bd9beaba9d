internal import HTTPMessages
public import HTTPServer
public import Sockets
public import World

/// The gateway at an address, over TLS with clients' certificates.
public final class GatewayServer: Sendable {
    /// The address with the port that was chosen.
    public var address: SocketAddress { server.address }
    private let server: HTTPServer

    /// The longest body of a request. Units: bytes. A platform may name 99 domains.
    static let bodyLimit = 65_536

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - gateway: Answers requests.
    ///   - address: An address of this machine; port 0 chooses a free port.
    ///   - identity: The server's certificate; see ``GatewayCertificate/identity(requiresServerName:)``.
    ///   - world: Its clock gives the dates of responses.
    /// - Throws: ``HTTPServer/ServerStartFailure``.
    public init(
        _ gateway: SessionGateway,
        at address: SocketAddress = .loopback(),
        identity: TLSServerIdentity,
        world: World
    ) throws(ServerStartFailure) {
        var configuration = HTTPServerConfiguration()
        configuration.tls = identity
        configuration.limits.body = Self.bodyLimit
        server = try HTTPServer(
            part: "the session gateway",
            at: address,
            configuration,
            world: world,
            handler: gateway.handler
        )
    }

    /// Accepts no more connections, answers the requests that have begun, and ends.
    ///
    /// - Returns: Whether every request was answered in time.
    @discardableResult
    public func stop(within patience: Duration = .seconds(10)) async -> Bool {
        await server.stop(within: patience)
    }
}
