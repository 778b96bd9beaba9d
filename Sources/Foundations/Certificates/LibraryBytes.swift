internal import COpenSSL

/// Copies what libcrypto allocates for an encoding, and frees it.
enum LibraryBytes {
    static func encoded(
        _ encode: (inout UnsafeMutablePointer<UInt8>?) -> Int32
    ) -> [UInt8]? {
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = unsafe encode(&buffer)
        guard length >= 0 else { return nil }
        defer { unsafe quince_OPENSSL_free(buffer) }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
    }
}
