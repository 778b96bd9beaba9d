internal import COpenSSL

/// A context of libcrypto's without any algorithm, in which certificates are parsed.
///
/// In its usual context libcrypto decodes a certificate's key while it parses the rest, by a
/// decoder that takes five times as long as everything else. The key is read here from its own
/// bytes, so that work is left out. Every signature is checked by ``Cryptography/PublicKey``.
@safe
final class CertificateParsingContext: @unchecked Sendable {
    static let shared = CertificateParsingContext()

    private let pointer: OpaquePointer

    private init() {
        guard let pointer = unsafe OSSL_LIB_CTX_new(),
            unsafe OSSL_PROVIDER_load(pointer, "null") != nil
        else { preconditionFailure("libcrypto has no provider without algorithms") }
        unsafe self.pointer = pointer
    }

    /// Parses DER, or gives nil. Bytes after the certificate are not looked at.
    func certificate(_ der: [UInt8]) -> OpaquePointer? {
        var made = unsafe X509_new_ex(pointer, nil)
        let isParsed = unsafe der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return unsafe quince_d2i_X509(&made, &position, bytes.count) == 1
        }
        // Extensions are read at the first question, by whichever thread asks; so ask now.
        if isParsed { unsafe X509_check_purpose(made, -1, -1) }
        ERR_clear_error()
        return isParsed ? unsafe made : nil
    }
}
