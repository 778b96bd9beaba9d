/// A host and a port.
public struct SocketAddress: Hashable, Sendable {
    /// A name, or an IPv4 or IPv6 address in its usual form, without brackets.
    public let host: String
    /// The port; for a listener, 0 chooses one that is free.
    public let port: UInt16

    /// An address.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// A port of this machine, which no other machine reaches: 127.0.0.1.
    public static func loopback(port: UInt16 = 0) -> SocketAddress {
        SocketAddress(host: "127.0.0.1", port: port)
    }

    /// Reads `HOST:PORT`, with an IPv6 address in brackets; nil for any other text.
    ///
    /// - Source: RFC 3986 § 3.2, host and port.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(where: { ":[]".contains($0) }) {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
        else { return nil }
        self.init(host: String(host), port: port)
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `HOST:PORT`, with an IPv6 address in brackets.
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
