public import Bytes
internal import COpenSSL

/// AES in Galois/Counter Mode with a 16-byte tag after the ciphertext, by libcrypto.
///
/// The length of the key selects AES-128 or AES-256. The initialization vector may have any
/// length. Apple's has 16 bytes instead of the usual 12, which gives another key stream.
///
/// - Source: NIST SP 800-38D.
public enum AESGCM {
    /// The number of bytes of a tag.
    public static let tagLength = 16

    /// Decrypts `ciphertext || tag`.
    ///
    /// - Throws: ``CryptographyFailure/authenticationFailed`` if the tag does not match; the
    ///   decrypted bytes are then discarded. ``CryptographyFailure/wrongKind`` if the key has
    ///   another length.
    public static func open(
        _ sealed: [UInt8],
        key: Secret,
        initializationVector: [UInt8]
    ) throws(CryptographyFailure) -> Secret {
        let length = sealed.count - tagLength
        guard length >= 0 else { throw .authenticationFailed }
        let context = try GCMContext(key: key, vector: initializationVector, encrypting: false)
        var tag = Array(sealed.suffix(tagLength))
        return try Secret(count: length) { (plaintext) throws(CryptographyFailure) in
            let isAuthentic = unsafe plaintext.withUnsafeMutableBufferPointer { output in
                unsafe sealed.withUnsafeBufferPointer { input in
                    var written: Int32 = 0
                    return unsafe EVP_CipherUpdate(
                        context.pointer,
                        output.baseAddress,
                        &written,
                        input.baseAddress,
                        Int32(length)
                    ) == 1
                        && EVP_CIPHER_CTX_ctrl(
                            context.pointer,
                            EVP_CTRL_AEAD_SET_TAG,
                            Int32(tagLength),
                            &tag
                        ) == 1
                        && EVP_CipherFinal_ex(context.pointer, nil, &written) == 1
                }
            }
            guard isAuthentic else {
                ERR_clear_error()
                throw .authenticationFailed
            }
        }
    }

    /// Encrypts to `ciphertext || tag`.
    ///
    /// - Throws: ``CryptographyFailure/wrongKind`` if the key has another length.
    public static func seal(
        _ plaintext: Secret,
        key: Secret,
        initializationVector: [UInt8]
    ) throws(CryptographyFailure) -> [UInt8] {
        let context = try GCMContext(key: key, vector: initializationVector, encrypting: true)
        let length = plaintext.count
        var sealed = [UInt8](repeating: 0, count: length + tagLength)
        let isSealed = unsafe sealed.withUnsafeMutableBufferPointer { output in
            plaintext.withBytes { bytes in
                unsafe bytes.withUnsafeBufferPointer { input in
                    var written: Int32 = 0
                    guard let start = output.baseAddress else { return false }
                    return unsafe EVP_CipherUpdate(
                        context.pointer,
                        start,
                        &written,
                        input.baseAddress,
                        Int32(length)
                    ) == 1
                        && EVP_CipherFinal_ex(context.pointer, nil, &written) == 1
                        && EVP_CIPHER_CTX_ctrl(
                            context.pointer,
                            EVP_CTRL_AEAD_GET_TAG,
                            Int32(tagLength),
                            start + length
                        ) == 1
                }
            }
        }
        guard isSealed else { throw .libraryFailed }
        return sealed
    }
}

@safe
private final class GCMContext {
    let pointer: OpaquePointer

    init(key: Secret, vector: [UInt8], encrypting: Bool) throws(CryptographyFailure) {
        let cipher: OpaquePointer
        switch key.count {
        case 16: unsafe cipher = FetchedAlgorithms.shared.aes128GCM
        case 32: unsafe cipher = FetchedAlgorithms.shared.aes256GCM
        default: throw .wrongKind
        }
        guard let pointer = unsafe EVP_CIPHER_CTX_new() else { throw .libraryFailed }
        unsafe self.pointer = pointer
        let direction: Int32 = encrypting ? 1 : 0
        let isReady = key.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { keyBytes in
                unsafe EVP_CipherInit_ex2(pointer, cipher, nil, nil, direction, nil) == 1
                    && EVP_CIPHER_CTX_ctrl(
                        pointer,
                        EVP_CTRL_AEAD_SET_IVLEN,
                        Int32(vector.count),
                        nil
                    ) == 1
                    && EVP_CipherInit_ex2(
                        pointer,
                        nil,
                        keyBytes.baseAddress,
                        vector,
                        direction,
                        nil
                    ) == 1
            }
        }
        guard isReady else { throw .libraryFailed }
    }

    deinit { unsafe EVP_CIPHER_CTX_free(pointer) }
}
