public import Bytes
public import World

/// A private key on an elliptic curve that serves one agreement and is never written down.
///
/// Without libcrypto's key object around it, a new one costs little more than its point.
///
/// - Source: NIST SP 800-56A Rev. 3 § 6.2, the ephemeral key of a one-pass scheme.
public struct EphemeralKey: AgreementKey {
    /// The other half of the pair.
    public let publicKey: PublicKey
    private let scalar: Scalar

    /// A new key, drawn from a source of random bytes until one is in range.
    ///
    /// - Throws: ``CryptographyFailure/libraryFailed``.
    public init(
        on curve: EllipticCurve,
        from randomness: any Randomness
    ) throws(CryptographyFailure) {
        scalar = Scalar(on: curve, from: randomness)
        publicKey = try scalar.publicKey
    }

    /// The x-coordinate of the point that both pairs lead to, in full length.
    ///
    /// - Throws: ``CryptographyFailure/wrongKind`` where the peer is on another curve.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        try scalar.agreement(with: peer)
    }
}
