public import Bytes
internal import COpenSSL
public import World

/// An elliptic-curve private key, by libcrypto. Its description does not contain it.
@safe
public final class PrivateKey: @unchecked Sendable {
    /// The curve.
    public let curve: EllipticCurve
    /// The public key of the pair.
    public let publicKey: PublicKey
    private let pointer: OpaquePointer
    private let derivations = unsafe PreparedContexts { unsafe EVP_PKEY_derive_init($0) == 1 }
    private let signatures = unsafe PreparedContexts { unsafe EVP_PKEY_sign_init($0) == 1 }

    private init(adopting pointer: OpaquePointer, publicKey: PublicKey, curve: EllipticCurve) {
        unsafe self.pointer = pointer
        self.publicKey = publicKey
        self.curve = curve
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Creates a key: draws random candidates until one is in range.
    ///
    /// - Source: FIPS 186-4 § B.4.2, key pair generation by testing candidates.
    public convenience init(
        on curve: EllipticCurve,
        from randomness: any Randomness
    ) throws(CryptographyFailure) {
        let scalar = Scalar(on: curve, from: randomness)
        let publicKey = try scalar.publicKey
        let pair = try unsafe Self.pair(of: scalar, publicKey)
        unsafe self.init(adopting: pair, publicKey: publicKey, curve: curve)
    }

    /// Reads a key from PEM text: PKCS #8 or the older `EC PRIVATE KEY`, without a password.
    ///
    /// - Throws: ``CryptographyFailure/notAPrivateKey`` if libcrypto reads no private key or its
    ///   two parts do not match, ``CryptographyFailure/wrongKind`` for a key that is not on P-256
    ///   or P-384, such as an RSA key.
    public convenience init(pem: Secret) throws(CryptographyFailure) {
        let pointer = try unsafe PrivateKeyPEM.read(pem)
        guard let publicKey = try? unsafe PrivateKeyPEM.publicKey(of: pointer),
            case .ellipticCurve(let curve) = publicKey.kind
        else {
            unsafe EVP_PKEY_free(pointer)
            throw .wrongKind
        }
        unsafe self.init(adopting: pointer, publicKey: publicKey, curve: curve)
    }

    /// The key as unencrypted PKCS #8 in PEM.
    public var pem: Secret { unsafe PrivateKeyPEM.write(pointer) }

    /// The x-coordinate of the shared point, in full length.
    ///
    /// - Source: NIST SP 800-56A Rev. 3 § 5.7.1.2.
    /// - Throws: ``CryptographyFailure/wrongKind`` if the peer is on another curve.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        guard peer.kind == .ellipticCurve(curve) else { throw .wrongKind }
        let length = curve.coordinateLength
        return try Secret(count: length) { (span) throws(CryptographyFailure) in
            let isDerived = unsafe span.withUnsafeMutableBufferPointer { output in
                unsafe derivations.use(with: pointer) { context in
                    var written = length
                    // The peer was validated when it was created, so the slower check is skipped.
                    return unsafe EVP_PKEY_derive_set_peer_ex(context, peer.pointer, 0) == 1
                        && EVP_PKEY_derive(context, output.baseAddress, &written) == 1
                        && written == length
                }
            }
            guard isDerived else { throw .libraryFailed }
        }
    }

    /// An ECDSA signature in DER over a SHA-256 digest.
    ///
    /// libcrypto draws the per-signature number, so two signatures of one message differ.
    public func signature(overSHA256 digest: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        var length = 2 * curve.coordinateLength + 16
        var signature = [UInt8](repeating: 0, count: length)
        let isSigned = unsafe signatures.use(with: pointer) {
            unsafe EVP_PKEY_sign($0, &signature, &length, digest, digest.count) == 1
        }
        guard isSigned else { throw .libraryFailed }
        return Array(signature.prefix(length))
    }

    /// Passes libcrypto's key to a module that also wraps libcrypto.
    package func withKeyPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        unsafe body(pointer)
    }

    /// Creates libcrypto's key object from a scalar.
    private static func pair(
        of scalar: Scalar,
        _ publicKey: PublicKey
    ) throws(CryptographyFailure) -> OpaquePointer {
        let curve = scalar.curve
        let name = curve == .p256 ? SN_X9_62_prime256v1 : SN_secp384r1
        let point = Array(publicKey.publicKeyInfo[curve.publicKeyInfoPrefix.count...])
        let pair = unsafe scalar.withNumber { number in
            unsafe quince_EC_pair(name, point, point.count, number)
        }
        guard let pair = unsafe pair else {
            ERR_clear_error()
            throw .libraryFailed
        }
        return unsafe pair
    }
}

extension PrivateKey: DecryptionKey {
    /// Throws ``CryptographyFailure/wrongKind``: keys are not wrapped for an elliptic-curve key.
    public func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret {
        throw .wrongKind
    }
}
