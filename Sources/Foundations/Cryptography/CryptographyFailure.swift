/// Why an operation on keys or encrypted bytes failed. No case contains a secret.
public enum CryptographyFailure: Error, Hashable, Sendable {
    /// The text is not a private key in PEM form, or it is protected by a password.
    case notAPrivateKey
    /// The bytes are not a public key of a supported kind.
    case notAPublicKey
    /// The bytes are not a point on the curve.
    case pointNotOnCurve
    /// The two keys, or the key and the operation, do not match.
    case wrongKind
    /// The tag does not match: the key is another one, or the bytes were changed.
    case authenticationFailed
    /// The bytes are not a key that was wrapped for this key.
    case notUnwrapped
    /// The unwrapped key does not have the required length.
    case keyOfAnotherLength(bytes: Int)
    /// The key is stored elsewhere, such as in a security module, and cannot be used at the
    /// moment.
    case keyUnavailable
    /// libcrypto failed in an operation that normally succeeds, such as an allocation.
    case libraryFailed
}
