public import Bytes
internal import COpenSSL

/// An RSA private key, by libcrypto. Its description does not contain it.
@safe
public final class RSAPrivateKey: @unchecked Sendable {
    /// The public key of the pair.
    public let publicKey: PublicKey
    private let pointer: OpaquePointer
    private let decryptions = unsafe PreparedContexts(preparedBy: RSAPrivateKey.prepareOAEP)
    private let signatures = unsafe PreparedContexts(preparedBy: RSAPrivateKey.prepareSigning)

    private init(adopting pointer: OpaquePointer) throws(CryptographyFailure) {
        unsafe self.pointer = pointer
        do throws(CryptographyFailure) {
            publicKey = try unsafe PrivateKeyPEM.publicKey(of: pointer)
            guard case .rsa = publicKey.kind else { throw .wrongKind }
        } catch {
            unsafe EVP_PKEY_free(pointer)
            throw error
        }
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Creates a key with libcrypto's own random numbers; it takes no other source for RSA keys.
    public convenience init(bits: Int) throws(CryptographyFailure) {
        guard let pointer = unsafe quince_RSA_generate(UInt32(bits)) else {
            ERR_clear_error()
            throw .libraryFailed
        }
        try unsafe self.init(adopting: pointer)
    }

    /// Reads a key from PEM text: PKCS #8 or the older `RSA PRIVATE KEY`, without a password.
    ///
    /// - Throws: ``CryptographyFailure/notAPrivateKey`` if libcrypto reads no private key or its
    ///   two parts do not match, ``CryptographyFailure/wrongKind`` for a key that is not RSA.
    public convenience init(pem: Secret) throws(CryptographyFailure) {
        try unsafe self.init(adopting: PrivateKeyPEM.read(pem))
    }

    /// The key as unencrypted PKCS #8 in PEM.
    public var pem: Secret { unsafe PrivateKeyPEM.write(pointer) }

    /// A PKCS #1 v1.5 signature over a SHA-256 digest.
    ///
    /// - Source: RFC 8017 § 8.2.1.
    public func signature(overSHA256 digest: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        var length = Int(unsafe EVP_PKEY_get_size(pointer))
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

    private static let prepareOAEP: @Sendable (OpaquePointer) -> Bool = {
        unsafe EVP_PKEY_decrypt_init($0) == 1
            && EVP_PKEY_CTX_set_rsa_padding($0, RSA_PKCS1_OAEP_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_oaep_md($0, EVP_sha256()) == 1
            && EVP_PKEY_CTX_set_rsa_mgf1_md($0, EVP_sha256()) == 1
    }

    private static let prepareSigning: @Sendable (OpaquePointer) -> Bool = {
        unsafe EVP_PKEY_sign_init($0) == 1
            && EVP_PKEY_CTX_set_rsa_padding($0, RSA_PKCS1_PADDING) == 1
            && EVP_PKEY_CTX_set_signature_md($0, FetchedAlgorithms.shared.sha256) == 1
    }
}

extension RSAPrivateKey: DecryptionKey {
    /// Throws ``CryptographyFailure/wrongKind``: an RSA key cannot be used for key agreement.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        throw .wrongKind
    }

    /// Unwraps a key that was wrapped with RSAES-OAEP, SHA-256 and MGF1 with SHA-256, without a
    /// label.
    ///
    /// - Source: RFC 8017 § 7.1.2.
    /// - Throws: ``CryptographyFailure/notUnwrapped`` for every problem.
    public func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret {
        let limit = Int(unsafe EVP_PKEY_get_size(pointer))
        // libcrypto also accepts fewer bytes, as if they had leading zeros.
        guard wrappedKey.count == limit else { throw .notUnwrapped }
        var length = limit
        var isUnwrapped = false
        let block = Secret(count: limit) { span in
            isUnwrapped = unsafe span.withUnsafeMutableBufferPointer { output in
                unsafe decryptions.use(with: pointer) { context in
                    unsafe EVP_PKEY_decrypt(
                        context,
                        output.baseAddress,
                        &length,
                        wrappedKey,
                        wrappedKey.count
                    ) == 1
                }
            }
        }
        guard isUnwrapped else {
            ERR_clear_error()
            throw .notUnwrapped
        }
        return block.withBytes { Secret(copying: $0.extracting(first: length)) }
    }
}
