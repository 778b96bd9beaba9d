internal import COpenSSL

/// SHA-1, by libcrypto. Collisions are known, so no decision relies on it. It is used to make TEST
/// certificates that a verifier must refuse.
///
/// - Source: FIPS 180-4; Documentation/Decisions/0003-sha1-for-key-identifiers-only.md.
public enum SHA1 {
    /// The number of bytes of a digest.
    public static let digestLength = 20

    /// The digest of some bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestLength)
        let isDone = unsafe EVP_Q_digest(nil, "SHA1", nil, bytes, bytes.count, &digest, nil)
        precondition(isDone == 1, "libcrypto has no SHA-1")
        return digest
    }
}
