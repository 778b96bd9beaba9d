public import Sockets

/// The failure of a server to start: an address that it cannot listen at, or a part that could not be made.
public struct ServerStartFailure: Error, Hashable, Sendable, CustomStringConvertible {
    private enum Remedy: Hashable { case anotherAddress, anotherPort(UInt16), other(String) }

    /// The part, its address and the cause, in one line.
    public let description: String
    /// The reason why an HTTP server does not start; nil for another failure.
    public let cause: HTTPServerFailure?
    private let cure: Remedy

    /// The failure to listen.
    ///
    /// - Parameters:
    ///   - part: The part of the program, such as `the x-ray`; nil where there is only one.
    ///   - address: The address.
    ///   - cause: The system's answer.
    public init(_ part: String? = nil, at address: SocketAddress, _ cause: some Error) {
        description = [part, "at \(address): \(cause)"].compactMap(\.self).joined(separator: " ")
        self.cause = cause as? HTTPServerFailure
        let isPrivileged = address.port < 1_024 && self.cause == .notPermitted
        cure = isPrivileged ? .anotherPort(address.port) : .anotherAddress
    }

    /// Another failure, and what to do about it.
    public init(_ description: String, remedy: String) {
        (self.description, cause, cure) = (description, nil, .other(remedy))
    }

    /// The remedy in one line.
    ///
    /// - Parameter option: The option that names the address, such as `--listen`; nil where there are several.
    /// - Returns: The remedy.
    public func remedy(_ option: String? = nil) -> String {
        let with = option.map { " with \($0)" } ?? ""
        return switch cure {
        case .anotherAddress: "name another address\(with), such as 127.0.0.1:0 for a free port"
        case .anotherPort(let port):
            "only root may use port \(port); name another one\(with), or run it in a network namespace of "
                + "your own: unshare --net --map-root-user"
        case .other(let remedy): remedy
        }
    }
}

/// Makes a part of a server that is not its own listener.
///
/// - Parameters:
///   - part: The part, such as `the client of webhooks`.
///   - make: Makes it.
/// - Returns: The part.
/// - Throws: ``ServerStartFailure`` with the part's name and the cause.
public func starting<Part>(
    _ part: String,
    _ make: () throws -> Part
) throws(ServerStartFailure) -> Part {
    do { return try make() } catch {
        throw ServerStartFailure("\(part): \(error)", remedy: "try again")
    }
}
