public import Sockets

/// The failure of a server to start: an address that it cannot listen at, or a part that could not be made.
public struct ServerStartFailure: Error, Hashable, Sendable {
    /// The part, its address and the cause, in one line.
    public let description: String
    /// The address that cannot be listened at; nil for another cause.
    private let address: SocketAddress?
    /// Whether the system keeps the port for its administrator.
    private let isPrivileged: Bool

    /// The failure to listen.
    ///
    /// - Parameters:
    ///   - part: The part of the program, such as `the x-ray`; nil where there is only one.
    ///   - address: The address.
    ///   - cause: The system's answer.
    public init(_ part: String? = nil, at address: SocketAddress, _ cause: some Error) {
        description = [part, "at \(address): \(cause)"].compactMap(\.self).joined(separator: " ")
        self.address = address
        isPrivileged = address.port < 1_024 && cause as? HTTPServerFailure == .notPermitted
    }

    /// The failure to make a part, such as `the client of webhooks`.
    public init(_ part: String, _ cause: some Error) { self.init("\(part): \(cause)") }

    /// Another failure, in one line.
    public init(_ description: String) {
        (self.description, address, isPrivileged) = (description, nil, false)
    }

    /// The remedy in one line.
    ///
    /// - Parameter option: The option that names the address, such as `--listen`; nil where there are several.
    /// - Returns: The remedy.
    public func remedy(_ option: String? = nil) -> String {
        guard let address else { return "try again" }
        let with = option.map { " with \($0)" } ?? ""
        guard isPrivileged else {
            return "name another address\(with), such as 127.0.0.1:0 for a free port"
        }
        return
            "only root may use port \(address.port); name another one\(with), or run it in a network "
            + "namespace of your own: unshare --net --map-root-user"
    }
}

extension ServerStartFailure: CustomStringConvertible {}
