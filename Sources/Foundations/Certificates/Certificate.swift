public import ASN1
internal import Bytes
internal import COpenSSL
public import Cryptography
public import World

/// An X.509 certificate: parsed, nothing trusted.
///
/// - Source: RFC 5280 § 4.
@safe
public final class Certificate: @unchecked Sendable {
    /// The certificate exactly as it came.
    public let der: [UInt8]
    /// The owner.
    public let subject: DistinguishedName
    /// Who signed it, as it says itself.
    public let issuer: DistinguishedName
    /// The first moment at which it is valid.
    public let notBefore: UnixTime
    /// The last moment at which it is valid.
    public let notAfter: UnixTime
    /// The owner's key.
    public let publicKey: PublicKey
    /// The DER of the issuer's name and of the serial number, which together name a certificate.
    public let issuerAndSerialNumber: [UInt8]
    let pointer: OpaquePointer
    private let signature: CertificateSignature?

    /// The fewest bits that an RSA key of a certificate in a chain may have.
    ///
    /// - Source: NIST SP 800-131A Rev. 2, table 2: shorter RSA keys are disallowed for signatures.
    public static let minimumRSABits = 2_048

    /// Reads a certificate from DER.
    ///
    /// - Throws: ``CertificateFailure/notACertificate`` and ``CertificateFailure/unsupportedKey``.
    public init(der: [UInt8]) throws(CertificateFailure) {
        guard let pointer = unsafe CertificateParsingContext.shared.certificate(der) else {
            throw .notACertificate
        }
        do throws(CertificateFailure) {
            // Reads to the last byte, which libcrypto's own reader does not.
            let outline = try Self.outline(of: der)
            publicKey = try Self.key(Array(der[outline.publicKeyInfo]))
            notBefore = outline.notBefore
            notAfter = outline.notAfter
            issuerAndSerialNumber = outline.issuerAndSerialNumber
            signature = CertificateSignature(der, outline)
        } catch {
            unsafe X509_free(pointer)
            throw error
        }
        unsafe self.pointer = pointer
        self.der = der
        subject = unsafe DistinguishedName(reading: X509_get_subject_name(pointer))
        issuer = unsafe DistinguishedName(reading: X509_get_issuer_name(pointer))
    }

    private static func outline(of der: [UInt8]) throws(CertificateFailure) -> CertificateOutline {
        do { return try CertificateOutline(der) } catch { throw .notACertificate }
    }

    private static func key(_ info: [UInt8]) throws(CertificateFailure) -> PublicKey {
        do { return try PublicKey(publicKeyInfo: info) } catch { throw .unsupportedKey }
    }

    deinit { unsafe X509_free(pointer) }

    /// Reads the one certificate of a PEM text.
    ///
    /// - Throws: ``CertificateFailure/severalCertificates``,
    ///   ``CertificateFailure/notACertificate`` and ``CertificateFailure/unsupportedKey``.
    public convenience init(pem: String) throws(CertificateFailure) {
        guard PEMText.certificateCount(in: pem) < 2 else { throw .severalCertificates }
        let text = Array(pem.utf8)
        let der = unsafe text.withUnsafeBufferPointer { buffer in
            guard let bio = unsafe BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else {
                return nil as [UInt8]?
            }
            defer { unsafe BIO_free(bio) }
            guard let parsed = unsafe quince_PEM_read_bio_X509(bio) else { return nil }
            defer { unsafe X509_free(parsed) }
            return unsafe LibraryBytes.encoded { unsafe i2d_X509(parsed, &$0) }
        }
        guard let der else {
            ERR_clear_error()
            throw .notACertificate
        }
        try self.init(der: der)
    }

    /// The certificate as PEM text.
    public var pem: String { PEMText.encode(der, label: "CERTIFICATE") }

    /// The serial number in hexadecimal digits.
    public var serialNumber: [UInt8] {
        let number = unsafe X509_get0_serialNumber(pointer)
        let count = Int(unsafe ASN1_STRING_length(number))
        return unsafe Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(number), count: count))
    }

    /// The content of an extension, or nil if there is none of that identifier.
    public func extensionValue(_ identifier: ASN1ObjectIdentifier) -> [UInt8]? {
        guard let object = unsafe OBJ_txt2obj(identifier.description, 1) else { return nil }
        defer { unsafe ASN1_OBJECT_free(object) }
        let index = unsafe X509_get_ext_by_OBJ(pointer, object, -1)
        guard index >= 0,
            let data = unsafe X509_EXTENSION_get_data(X509_get_ext(pointer, index))
        else { return nil }
        let count = Int(unsafe ASN1_STRING_length(data))
        return unsafe Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(data), count: count))
    }

    /// Whether an extension appears more than once, which RFC 5280 § 4.2 forbids.
    public var repeatsAnExtension: Bool {
        var seen: Set<[UInt8]> = []
        for index in 0..<(unsafe X509_get_ext_count(pointer)) {
            let object = unsafe X509_EXTENSION_get_object(X509_get_ext(pointer, index))
            let identifier = unsafe Array(
                UnsafeBufferPointer(start: OBJ_get0_data(object), count: OBJ_length(object))
            )
            guard seen.insert(identifier).inserted else { return true }
        }
        return false
    }

    /// The permitted uses of the key; nil if the certificate does not say.
    public var keyUsage: KeyUsage? {
        let bits = unsafe X509_get_key_usage(pointer)
        return bits == UInt32.max ? nil : KeyUsage(rawValue: bits)
    }

    /// Whether the certificate says that its owner may sign certificates.
    public var isAuthority: Bool { unsafe X509_check_ca(pointer) == 1 }

    /// Whether this certificate is signed by a key. Says nothing of validity or purpose.
    public func isSigned(by key: PublicKey) -> Bool {
        signature?.isValid(by: key, over: der) ?? false
    }

    /// Whether the two fields that name the signature's algorithm agree on one with SHA-256 or SHA-384.
    var hasAcceptedSignatureAlgorithm: Bool { signature != nil }
}

extension Certificate: Equatable {
    /// Whether two certificates are the same bytes.
    public static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }
}

extension Certificate: CustomStringConvertible {
    /// Owner, issuer and validity in one line.
    public var description: String {
        "\(subject) (by \(issuer[.commonName] ?? "?"), \(notBefore) to \(notAfter))"
    }
}
