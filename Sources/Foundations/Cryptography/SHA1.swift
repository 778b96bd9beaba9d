internal import COpenSSL

/// SHA-1, by libcrypto. Collisions are known, so no decision relies on a digest. It is used to make TEST
/// certificates that a verifier must refuse, and in HMAC, which collisions do not break.
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

    /// The code of HMAC with SHA-1.
    ///
    /// - Source: RFC 2104; RFC 6151 § 2, of HMAC with a digest that has collisions.
    public static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var (code, length) = ([UInt8](repeating: 0, count: digestLength), 0)
        let isDone = unsafe EVP_Q_mac(
            nil,
            "HMAC",
            nil,
            "SHA1",
            nil,
            key,
            key.count,
            message,
            message.count,
            &code,
            digestLength,
            &length
        )
        precondition(unsafe isDone != nil && length == digestLength, "libcrypto has no HMAC")
        return code
    }
}
