internal import Bytes
internal import COpenSSL
public import Cryptography

/// A request to certify a key, signed by that key.
///
/// - Source: RFC 2986 (PKCS #10).
public struct CertificateSigningRequest: Hashable, Sendable {
    /// The request in DER.
    public let der: [UInt8]
    /// Who asks, as the request says.
    public let subject: DistinguishedName
    /// The key to be certified, in the DER form of a SubjectPublicKeyInfo.
    public let publicKeyInfo: [UInt8]

    /// Makes a request for one's own key.
    ///
    /// - Throws: ``CertificateFailure/notIssued``.
    public init(subject: DistinguishedName, key: PrivateKey) throws(CertificateFailure) {
        try self.init(subject: subject, key: .ellipticCurve(key))
    }

    /// Makes a request for one's own key of either kind.
    ///
    /// - Throws: ``CertificateFailure/notIssued``.
    public init(subject: DistinguishedName, key: AuthorityKey) throws(CertificateFailure) {
        guard let request = unsafe X509_REQ_new() else { throw .notIssued }
        defer { unsafe X509_REQ_free(request) }
        let isSigned = unsafe key.withKeyPointer { pointer in
            unsafe X509_REQ_set_version(request, 0) == 1
                && subject.fill(X509_REQ_get_subject_name(request))
                && X509_REQ_set_pubkey(request, pointer) == 1
                && X509_REQ_sign(request, pointer, EVP_sha256()) > 0
        }
        guard isSigned,
            let der = unsafe LibraryBytes.encoded({ unsafe i2d_X509_REQ(request, &$0) })
        else { throw .notIssued }
        try self.init(der: der)
    }

    /// Reads a request and checks that it is signed by the key that is in it.
    ///
    /// - Throws: ``CertificateFailure/notASigningRequest``,
    ///   ``CertificateFailure/requestSignatureInvalid``.
    public init(der: [UInt8]) throws(CertificateFailure) {
        let request = unsafe der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            let request = unsafe d2i_X509_REQ(nil, &position, bytes.count)
            guard let start = bytes.baseAddress, unsafe position == start + bytes.count else {
                unsafe X509_REQ_free(request)
                return unsafe nil as OpaquePointer?
            }
            return unsafe request
        }
        try unsafe self.init(adopting: request)
    }

    /// Reads a request in PEM text and checks that it is signed by the key that is in it.
    ///
    /// - Throws: ``CertificateFailure/notASigningRequest``,
    ///   ``CertificateFailure/requestSignatureInvalid``.
    public init(pem: String) throws(CertificateFailure) {
        let text = Array(pem.utf8)
        let request = unsafe text.withUnsafeBufferPointer { buffer in
            guard let bio = unsafe BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else {
                return unsafe nil as OpaquePointer?
            }
            defer { unsafe BIO_free(bio) }
            return unsafe quince_PEM_read_bio_X509_REQ(bio)
        }
        try unsafe self.init(adopting: request)
    }

    private init(adopting request: OpaquePointer?) throws(CertificateFailure) {
        guard let request = unsafe request else {
            ERR_clear_error()
            throw .notASigningRequest
        }
        defer { unsafe X509_REQ_free(request) }
        guard let key = unsafe X509_REQ_get0_pubkey(request),
            let der = unsafe LibraryBytes.encoded({ unsafe i2d_X509_REQ(request, &$0) }),
            let info = unsafe LibraryBytes.encoded({ unsafe i2d_PUBKEY(key, &$0) })
        else {
            ERR_clear_error()
            throw .notASigningRequest
        }
        guard unsafe X509_REQ_verify(request, key) == 1 else {
            ERR_clear_error()
            throw .requestSignatureInvalid
        }
        self.der = der
        publicKeyInfo = info
        subject = unsafe DistinguishedName(reading: X509_REQ_get_subject_name(request))
    }

    /// The request as PEM text.
    public var pem: String { PEMText.encode(der, label: "CERTIFICATE REQUEST") }
}
