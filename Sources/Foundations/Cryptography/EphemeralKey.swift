public import Bytes
public import World

/// An elliptic-curve private key for one agreement, which is never stored.
///
/// It has no libcrypto key object, so creating one costs little more than computing its public
/// point.
///
/// - Source: NIST SP 800-56A Rev. 3 § 6.2, the ephemeral key of a one-pass scheme.
public struct EphemeralKey: AgreementKey {
    /// The public key of the pair.
    public let publicKey: PublicKey
    private let scalar: Scalar

    /// Creates a key: draws random candidates until one is in range.
    ///
    /// - Throws: ``CryptographyFailure/libraryFailed``.
    public init(
        on curve: EllipticCurve,
        from randomness: any Randomness
    ) throws(CryptographyFailure) {
        scalar = Scalar(on: curve, from: randomness)
        publicKey = try scalar.publicKey
    }

    /// The x-coordinate of the shared point, in full length.
    ///
    /// - Throws: ``CryptographyFailure/wrongKind`` where the peer is on another curve.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        try scalar.agreement(with: peer)
    }
}
