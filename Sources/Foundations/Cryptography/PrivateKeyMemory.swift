internal import COpenSSL

/// Memory in which libcrypto keeps the numbers of private keys: it is locked, so that it is never written to
/// a swap file, lies between pages that cannot be read, is left out of cores, and is overwritten when it is
/// freed.
///
/// - Source: OpenSSL, OPENSSL_secure_malloc(3).
public enum PrivateKeyMemory {
    /// Enough for the keys of a merchant, and for a thousand connections that show a certificate at the same
    /// time. Units: bytes. A usual limit of locked memory is 8 MiB.
    private static let size = 4 << 20
    private static let isLocked = CRYPTO_secure_malloc_init(size, 32) == 1

    /// Makes the memory, once in a process, before the first key is loaded.
    ///
    /// - Returns: Whether it is locked. Where the system does not permit that, keys lie in it all the same.
    public static func lock() -> Bool { isLocked }
}
