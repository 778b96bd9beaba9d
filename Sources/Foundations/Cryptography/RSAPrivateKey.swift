public import Bytes
internal import COpenSSL

/// An RSA private key, over libcrypto. It is never shown in a description.
@safe
public final class RSAPrivateKey: @unchecked Sendable {
    /// The other half of the pair.
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

    /// A new key of so many bits, drawn by libcrypto itself, which takes no other source for it.
    public convenience init(bits: Int) throws(CryptographyFailure) {
        guard let pointer = unsafe quince_RSA_generate(UInt32(bits)) else {
            ERR_clear_error()
            throw .libraryFailed
        }
        try unsafe self.init(adopting: pointer)
    }

    /// A key from PEM text: PKCS #8 or the older `RSA PRIVATE KEY`, without password.
    ///
    /// - Throws: ``CryptographyFailure/notAPrivateKey`` where libcrypto reads no private key
    ///   there or its halves do not belong together, ``CryptographyFailure/wrongKind`` for one
    ///   that is not RSA.
    public convenience init(pem: Secret) throws(CryptographyFailure) {
        try unsafe self.init(adopting: PrivateKeyPEM.read(pem))
    }

    /// The key as unencrypted PKCS #8 PEM text.
    public var pem: Secret { unsafe PrivateKeyPEM.write(pointer) }

    /// A PKCS #1 v1.5 signature over the SHA-256 digest of a message.
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
    /// Throws ``CryptographyFailure/wrongKind``: RSA keys do not agree on secrets.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        throw .wrongKind
    }

    /// The key that was wrapped with RSAES-OAEP, SHA-256 and MGF1 with SHA-256, without a label.
    ///
    /// - Source: RFC 8017 § 7.1.2.
    /// - Throws: ``CryptographyFailure/notUnwrapped``, whatever is wrong.
    public func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret {
        let limit = Int(unsafe EVP_PKEY_get_size(pointer))
        // libcrypto takes fewer bytes, too, as if zeros stood before them.
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
