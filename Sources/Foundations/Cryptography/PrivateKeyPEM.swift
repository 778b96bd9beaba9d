internal import Bytes
internal import COpenSSL

/// Reads and writes private keys as PEM text with libcrypto.
enum PrivateKeyPEM {
    /// A key whose two parts match. The caller owns one reference.
    ///
    /// - Throws: ``CryptographyFailure/notAPrivateKey``.
    static func read(_ pem: Secret) throws(CryptographyFailure) -> OpaquePointer {
        let pointer = unsafe pem.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                guard
                    let bio = unsafe BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count))
                else { return unsafe nil as OpaquePointer? }
                defer { unsafe BIO_free(bio) }
                return unsafe quince_PEM_read_bio_PrivateKey(bio)
            }
        }
        guard let pointer = unsafe pointer else {
            ERR_clear_error()
            throw .notAPrivateKey
        }
        guard unsafe halvesBelongTogether(pointer) else {
            ERR_clear_error()
            unsafe EVP_PKEY_free(pointer)
            throw .notAPrivateKey
        }
        return unsafe pointer
    }

    /// The key as unencrypted PKCS #8 in PEM.
    static func write(_ pointer: OpaquePointer) -> Secret {
        guard let bio = unsafe BIO_new(BIO_s_secmem()) else {
            preconditionFailure("libcrypto has no memory to write to")
        }
        defer { unsafe BIO_free(bio) }
        var start: UnsafeMutablePointer<CChar>?
        guard unsafe quince_PEM_write_bio_PrivateKey(bio, pointer) == 1 else {
            preconditionFailure("libcrypto cannot write a key that it holds")
        }
        let length = unsafe quince_BIO_get_mem_data(bio, &start)
        let text = unsafe UnsafeRawBufferPointer(start: start, count: Int(length))
        return Secret(count: text.count) { span in
            for index in 0..<text.count { span[index] = unsafe text[index] }
        }
    }

    /// The public key alone. It is decoded again, so that the object holds no private part.
    static func publicKey(of pointer: OpaquePointer) throws(CryptographyFailure) -> PublicKey {
        guard unsafe EVP_PKEY_up_ref(pointer) == 1 else { throw .libraryFailed }
        let both = try unsafe PublicKey(adopting: pointer)
        guard case .ellipticCurve(let curve) = both.kind else {
            return try PublicKey(publicKeyInfo: both.publicKeyInfo)
        }
        // A file may have a compressed point or explicit curve parameters; the key is the same.
        let point =
            try unsafe coordinate(OSSL_PKEY_PARAM_EC_PUB_X, of: pointer, on: curve)
            + coordinate(OSSL_PKEY_PARAM_EC_PUB_Y, of: pointer, on: curve)
        return try PublicKey(uncompressedPoint: ([4] + point)[...], on: curve)
    }

    private static func coordinate(
        _ name: String,
        of pointer: OpaquePointer,
        on curve: EllipticCurve
    ) throws(CryptographyFailure) -> [UInt8] {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else {
            throw .libraryFailed
        }
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: curve.coordinateLength)
        guard unsafe BN_bn2binpad(number, &bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            throw .libraryFailed
        }
        return bytes
    }

    /// Checks the pair, because libcrypto does not compare the public part of a file with the
    /// private one.
    private static func halvesBelongTogether(_ pointer: OpaquePointer) -> Bool {
        guard let context = unsafe EVP_PKEY_CTX_new(pointer, nil) else { return false }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        return unsafe EVP_PKEY_pairwise_check(context) == 1
    }
}
