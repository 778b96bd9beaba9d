/// Why an operation on keys or sealed bytes failed. Nothing secret is in it.
public enum CryptographyFailure: Error, Hashable, Sendable {
    /// The text is not a private key in PEM form, or it is protected by a password.
    case notAPrivateKey
    /// The bytes are not a public key of a kind that is known here.
    case notAPublicKey
    /// The bytes are not a point on the curve.
    case pointNotOnCurve
    /// The two keys, or the key and the operation, do not belong together.
    case wrongKind
    /// The tag does not match: another key, or the bytes were changed.
    case authenticationFailed
    /// The wrapped bytes are not a key that was wrapped for this one.
    case notUnwrapped
    /// The wrapped bytes are a key for this one, of another length than is needed.
    case keyOfAnotherLength(bytes: Int)
    /// The key lives elsewhere, such as in a security module, and cannot be asked just now.
    case keyUnavailable
    /// libcrypto could not do what it should always be able to do, such as allocate.
    case libraryFailed
}
