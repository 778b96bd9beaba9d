internal import CLibEvent
public import Sockets
public import World

/// A server of HTTP/1.1, plain or over TLS.
///
/// Bytes are read and written by threads with a loop each; handlers run as tasks. It listens on the
/// loopback address unless another is named. HTTP/2 and the open internet are for nginx in front of it.
public final class HTTPServer: Sendable {
    /// The address with the port that was chosen.
    public let address: SocketAddress
    private let loops: [ServerLoop]
    private let tls: CurrentTLS?
    private let world: World
    /// The connections and the loops that are not over.
    private let open: ServerLoop.Count

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - part: The part of the program, such as `the x-ray`; nil where there is only one.
    ///   - address: An IPv4 or IPv6 address of this machine; port 0 chooses a free port.
    ///   - configuration: TLS, limits and deadlines.
    ///   - world: Its clock gives the dates of responses and the time at which clients' certificates
    ///     have to be valid. Deadlines pass in real time.
    ///   - handler: Answers requests.
    /// - Throws: ``ServerStartFailure``.
    public convenience init(
        part: String? = nil,
        at address: SocketAddress = .loopback(),
        _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        world: World,
        handler: @escaping HTTPHandler
    ) throws(ServerStartFailure) {
        try self.init(part, address, configuration, world, admission: nil, handler)
    }

    /// Starts a server that decides by a request's head whether its body is read.
    ///
    /// - Parameters:
    ///   - part: The part of the program, as above.
    ///   - rule: Answers requests, or names the handler that does. It is asked once for each request.
    ///   - address: An IPv4 or IPv6 address of this machine; port 0 chooses a free port.
    ///   - configuration: TLS, limits and deadlines.
    ///   - world: As above.
    /// - Throws: ``ServerStartFailure``.
    public convenience init(
        part: String? = nil,
        admitting rule: @escaping HTTPAdmission.Rule,
        at address: SocketAddress = .loopback(),
        _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        world: World
    ) throws(ServerStartFailure) {
        try self.init(part, address, configuration, world, admission: rule) { request in
            await rule(request).response(to: request)
        }
    }

    private init(
        _ part: String?,
        _ address: SocketAddress,
        _ configuration: HTTPServerConfiguration,
        _ world: World,
        admission: HTTPAdmission.Rule?,
        _ handler: @escaping HTTPHandler
    ) throws(ServerStartFailure) {
        do throws(HTTPServerFailure) {
            let tls = try configuration.tls.map { identity throws(HTTPServerFailure) in
                CurrentTLS(try TLSContext(identity, clock: world.clock))
            }
            quince_return_large_blocks()
            let count = max(1, configuration.loops)
            let (bound, sockets) = try Self.listen(at: address, count: count)
            let open = ServerLoop.Count(0)
            let shared = ServerLoop.ServerParts(
                handler: handler,
                admission: admission,
                bodies: BodyBudget(configuration.bodiesInFlight),
                openConnections: open,
                connectionLimit: Self.connectionLimit(configuration.connections)
            )
            var loops: [ServerLoop] = []
            for (place, socket) in sockets.enumerated() {
                do throws(HTTPServerFailure) {
                    let loop = try ServerLoop(configuration, tls: tls, world: world, shared: shared)
                    open.change { $0 += 1 }
                    try loop.start(listeningAt: socket)
                    loops.append(loop)
                } catch {
                    for socket in sockets[place...] { _ = close(socket) }
                    for loop in loops { loop.stopNow() }
                    throw error
                }
            }
            self.address = bound
            self.loops = loops
            (self.tls, self.world) = (tls, world)
            self.open = open
        } catch { throw ServerStartFailure(part, at: address, error) }
    }

    /// As many of the wanted connections as the system's limit of open files permits beside files, databases and
    /// other sockets.
    private static func connectionLimit(_ wanted: Int) -> Int {
        let files = Int(quince_raise_open_files(UInt(wanted + 256)))
        return min(wanted, files - min(256, files / 2))
    }

    deinit { for loop in loops { loop.stopNow() } }

    /// How many connections are open.
    public var connectionCount: Int { open.read { max(0, $0 - loops.count) } }

    /// Shows another certificate to clients that connect from now on, such as a renewed one. Connections that
    /// are open go on with theirs.
    ///
    /// - Throws: ``HTTPServerFailure``; then the certificate of before is shown on.
    public func replaceTLS(with identity: TLSServerIdentity) throws(HTTPServerFailure) {
        guard let tls else { throw .startedWithoutTLS }
        tls.replace(with: try TLSContext(identity, clock: world.clock))
    }

    /// Accepts no more connections, answers the requests that have begun, and ends.
    ///
    /// - Parameter patience: After it, what is still open is closed.
    /// - Returns: Whether every request was answered in time.
    @discardableResult
    public func stop(within patience: Duration = .seconds(10)) async -> Bool {
        for loop in loops { loop.stopGracefully() }
        if await open.wait(within: patience, until: { $0 == 0 }) { return true }
        for loop in loops { loop.stopNow() }
        await open.wait { $0 == 0 }
        return false
    }

    /// Opens the sockets of a port, one for each loop.
    private static func listen(
        at address: SocketAddress,
        count: Int
    ) throws(HTTPServerFailure) -> (SocketAddress, [Int32]) {
        guard count > 1 else {
            let socket = try listen(at: address, sharesPort: false)
            return (SocketAddress(host: address.host, port: quince_bound_port(socket)), [socket])
        }
        // A port that is shared could be shared with another program, so it is first opened alone.
        let probe = try listen(at: address, sharesPort: false)
        let bound = SocketAddress(host: address.host, port: quince_bound_port(probe))
        _ = close(probe)
        var sockets: [Int32] = []
        for _ in 0..<count {
            do throws(HTTPServerFailure) {
                sockets.append(try listen(at: bound, sharesPort: true))
            } catch {
                for socket in sockets { _ = close(socket) }
                throw error
            }
        }
        return (bound, sockets)
    }

    private static func listen(
        at address: SocketAddress,
        sharesPort: Bool
    ) throws(HTTPServerFailure) -> Int32 {
        let result = unsafe quince_listen(address.host, address.port, sharesPort ? 1 : 0)
        guard result < 0 else { return result }
        throw switch -result {
        case EINVAL: HTTPServerFailure.notAnAddress
        case EADDRINUSE: .addressInUse
        case EADDRNOTAVAIL: .addressNotAvailable
        case EACCES, EPERM: .notPermitted
        default: .system(errorNumber: -result)
        }
    }
}
