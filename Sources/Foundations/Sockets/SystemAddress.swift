internal import Glibc

/// An address as the system's calls take it.
struct SystemAddress: Sendable {
    let family: Int32
    private let bytes: [UInt8]

    /// The addresses of a host.
    ///
    /// - Parameters:
    ///   - address: The host.
    ///   - isNumeric: Takes no names, and so never waits for a name server.
    /// - Returns: At least one address, in the order in which to try them.
    /// - Throws: ``StreamFailure``.
    static func all(
        of address: SocketAddress,
        isNumeric: Bool
    ) throws(StreamFailure) -> [SystemAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
        var first: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(address.host, "\(address.port)", &hints, &first)
        guard result == 0, let first = unsafe first else { throw .nameUnknown }
        defer { unsafe freeaddrinfo(first) }
        var found: [SystemAddress] = []
        var next: UnsafeMutablePointer<addrinfo>? = unsafe first
        while let entry = unsafe next?.pointee {
            if let start = unsafe entry.ai_addr {
                let bytes = unsafe [UInt8](
                    UnsafeRawBufferPointer(start: start, count: Int(entry.ai_addrlen))
                )
                found.append(SystemAddress(family: unsafe entry.ai_family, bytes: bytes))
            }
            unsafe next = unsafe entry.ai_next
        }
        return found
    }

    /// Runs one of the system's calls with the address.
    func withSocketAddress(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe body(
                start.assumingMemoryBound(to: sockaddr.self),
                socklen_t(buffer.count)
            )
        }
    }

    /// The address that a socket is bound to; nil where the system does not say.
    static func bound(to descriptor: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let result = unsafe withUnsafeMutableBytes(of: &storage) { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return -1 }
            let address = unsafe start.assumingMemoryBound(to: sockaddr.self)
            guard unsafe getsockname(descriptor, address, &length) == 0 else { return -1 }
            return unsafe getnameinfo(
                address,
                length,
                &host,
                socklen_t(host.count),
                &port,
                socklen_t(port.count),
                NI_NUMERICHOST | NI_NUMERICSERV
            )
        }
        guard result == 0, let number = UInt16(text(port)) else { return nil }
        return SocketAddress(host: text(host), port: number)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
