public import Bytes

/// A private key that agrees with another's on a secret.
public protocol AgreementKey: Sendable {
    /// The other half of the pair.
    var publicKey: PublicKey { get }

    /// The x-coordinate of the point that both pairs lead to, in full length.
    ///
    /// - Source: NIST SP 800-56A Rev. 3 § 5.7.1.2.
    /// - Throws: ``CryptographyFailure/wrongKind`` for a peer on another curve and for an RSA key,
    ///   ``CryptographyFailure/keyUnavailable`` where the key cannot be asked.
    func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret
}

/// A private key that opens what was sealed to it.
///
/// It may live in a security module: it is asked, never read.
public protocol DecryptionKey: AgreementKey {
    /// The key that was wrapped with RSAES-OAEP, SHA-256 and MGF1 with SHA-256, without a label.
    ///
    /// - Source: RFC 8017 § 7.1.2.
    /// - Throws: ``CryptographyFailure/notUnwrapped`` where it was not wrapped so and for this key,
    ///   ``CryptographyFailure/wrongKind`` for a key on a curve,
    ///   ``CryptographyFailure/keyUnavailable`` where the key cannot be asked.
    func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret
}
