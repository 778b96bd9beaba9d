internal import CLibEvent

/// The certificates that a client showed, in DER.
enum ClientCertificates {
    /// At most ten, the client's own first.
    static func chain(of connection: OpaquePointer) -> [[UInt8]] {
        var chain: [[UInt8]] = []
        while chain.count < 10, let der = unsafe certificate(at: chain.count, of: connection) {
            chain.append(der)
        }
        return chain
    }

    private static func certificate(at place: Int, of connection: OpaquePointer) -> [UInt8]? {
        var der: UnsafeMutablePointer<UInt8>?
        let count = unsafe quince_client_certificate(connection, Int32(place), &der)
        guard count > 0, let der = unsafe der else { return nil }
        defer { unsafe quince_free(der) }
        return unsafe Array(UnsafeBufferPointer(start: der, count: Int(count)))
    }
}
