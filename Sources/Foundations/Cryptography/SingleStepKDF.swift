public import Bytes

/// The single-step key derivation function with SHA-256, for keys of one digest's length.
///
/// - Source: NIST SP 800-56A Rev. 3 § 5.8.1 by way of SP 800-56C § 4: one round of
///   `SHA-256(counter || Z || FixedInfo)` with a 32-bit counter of 1.
public enum SingleStepKDF {
    /// The 32-byte key for a shared secret and the fixed info.
    ///
    /// The secret is hashed in its full length, with its leading zeros.
    public static func key(sharedSecret: Secret, fixedInfo: [UInt8]) -> Secret {
        var hasher = SHA256Hasher()
        hasher.update([0, 0, 0, 1])
        hasher.update(sharedSecret)
        hasher.update(fixedInfo)
        return hasher.finalizeSecret()
    }
}
