public import Bytes
public import Cryptography

/// The key of a certificate authority, or one to be certified.
public enum AuthorityKey: Sendable {
    /// A key on an elliptic curve.
    case ellipticCurve(PrivateKey)
    /// An RSA key.
    case rsa(RSAPrivateKey)

    /// Reads a key of either kind from PEM text.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure``.
    public init(pem: Secret) throws(CryptographyFailure) {
        do throws(CryptographyFailure) {
            self = .ellipticCurve(try PrivateKey(pem: pem))
        } catch {
            guard error == .wrongKind else { throw error }
            self = .rsa(try RSAPrivateKey(pem: pem))
        }
    }

    /// The key as unencrypted PKCS #8 in PEM.
    public var pem: Secret {
        switch self {
        case .ellipticCurve(let key): key.pem
        case .rsa(let key): key.pem
        }
    }

    /// The public key of the pair.
    public var publicKey: PublicKey { signingKey.publicKey }

    /// The key, for signing.
    public var signingKey: any SigningKey {
        switch self {
        case .ellipticCurve(let key): key
        case .rsa(let key): key
        }
    }

    func signature(overSHA256 digest: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        try signingKey.signature(overSHA256: digest)
    }

    func withKeyPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        switch self {
        case .ellipticCurve(let key): unsafe key.withKeyPointer(body)
        case .rsa(let key): unsafe key.withKeyPointer(body)
        }
    }
}
