/// A private key that signs.
public protocol SigningKey: Sendable {
    /// The public key of the pair.
    var publicKey: PublicKey { get }

    /// A signature over a SHA-256 digest: ECDSA in DER or PKCS #1 v1.5.
    ///
    /// - Throws: ``CryptographyFailure/libraryFailed``.
    func signature(overSHA256 digest: [UInt8]) throws(CryptographyFailure) -> [UInt8]
}

extension PrivateKey: SigningKey {}
extension RSAPrivateKey: SigningKey {}
