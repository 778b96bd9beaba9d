/// A private key that signs.
public protocol SigningKey: Sendable {
    /// The other half of the pair.
    var publicKey: PublicKey { get }

    /// A signature over the SHA-256 digest of a message: ECDSA in DER or PKCS #1 v1.5.
    ///
    /// - Throws: ``CryptographyFailure/libraryFailed``.
    func signature(overSHA256 digest: [UInt8]) throws(CryptographyFailure) -> [UInt8]
}

extension PrivateKey: SigningKey {}
extension RSAPrivateKey: SigningKey {}
