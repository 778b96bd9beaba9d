internal import COpenSSL

/// SHA-384, by libcrypto, for root certificates whose own signature uses it.
///
/// - Source: FIPS 180-4.
public enum SHA384 {
    /// The number of bytes of a digest.
    public static let digestLength = 48

    /// The digest of some bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestLength)
        let isDone = unsafe EVP_Q_digest(
            nil,
            "SHA2-384",
            nil,
            bytes,
            bytes.count,
            &digest,
            nil
        )
        precondition(isDone == 1, "libcrypto has no SHA-384")
        return digest
    }
}
