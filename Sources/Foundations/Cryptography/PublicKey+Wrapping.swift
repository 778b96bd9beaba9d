public import Bytes
internal import COpenSSL

extension PublicKey {
    /// Wraps a key for this RSA key with RSAES-OAEP, without a label.
    ///
    /// The seed has as many bytes as the digest. Apple uses SHA-256 for both digests; a correct
    /// recipient refuses keys that were wrapped with the others.
    ///
    /// - Source: RFC 8017 § 7.1.1.
    /// - Throws: ``CryptographyFailure/wrongKind`` for an elliptic-curve key, a key that is too
    ///   long to be wrapped or a seed of another length.
    ///   be wrapped or a seed of another length.
    public func wrapping(
        _ key: Secret,
        seed: [UInt8],
        digests: OAEPPadding.Digests = .sha256
    ) throws(CryptographyFailure) -> [UInt8] {
        guard case .rsa(let bits) = kind else { throw .wrongKind }
        let block = try OAEPPadding.encode(key, seed: seed, length: bits / 8, digests: digests)
        return try raised(block)
    }

    /// The raw RSA operation.
    private func raised(_ block: Secret) throws(CryptographyFailure) -> [UInt8] {
        guard let context = unsafe EVP_PKEY_CTX_new(pointer, nil) else { throw .libraryFailed }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var length = block.count
        var raised = [UInt8](repeating: 0, count: length)
        let isDone = block.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe EVP_PKEY_encrypt_init(context) == 1
                    && EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
                    && EVP_PKEY_encrypt(context, &raised, &length, $0.baseAddress, $0.count) == 1
            }
        }
        guard isDone, length == raised.count else {
            ERR_clear_error()
            throw .libraryFailed
        }
        return raised
    }
}
