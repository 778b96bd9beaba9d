internal import ASN1
public import Bytes
internal import COpenSSL
public import Cryptography
public import World

/// A key with a certificate that may sign others.
///
/// - Source: RFC 5280 § 4; key identifiers are method 1 of § 4.2.1.2, SHA-1 over the key's bits,
///   the one place where Apple's certificates still use SHA-1 (mission 16.3).
public struct CertificateAuthority: Sendable {
    /// The authority's own certificate.
    public let certificate: Certificate
    private let key: AuthorityKey

    /// An authority that signs its own certificate: a root.
    ///
    /// - Throws: ``CertificateFailure/notIssued``.
    public init(
        root template: CertificateTemplate,
        key: PrivateKey,
        randomness: any Randomness
    ) throws(CertificateFailure) {
        try self.init(root: template, key: .ellipticCurve(key), randomness: randomness)
    }

    /// An authority with a key of either kind that signs its own certificate: a root.
    ///
    /// - Throws: ``CertificateFailure/notIssued``.
    public init(
        root template: CertificateTemplate,
        key: AuthorityKey,
        randomness: any Randomness
    ) throws(CertificateFailure) {
        self.key = key
        certificate = try Self.issue(
            template,
            for: key.publicKey,
            issuer: nil,
            signedBy: key,
            serialNumber: randomness.bytes(8)
        )
    }

    /// An authority that another one certified.
    ///
    /// - Throws: ``CertificateFailure/notIssued``.
    public init(
        _ template: CertificateTemplate,
        key: PrivateKey,
        under parent: CertificateAuthority,
        randomness: any Randomness
    ) throws(CertificateFailure) {
        try self.init(template, key: .ellipticCurve(key), under: parent, randomness: randomness)
    }

    /// An authority with a key of either kind that another one certified.
    ///
    /// - Throws: ``CertificateFailure/notIssued``.
    public init(
        _ template: CertificateTemplate,
        key: AuthorityKey,
        under parent: CertificateAuthority,
        randomness: any Randomness
    ) throws(CertificateFailure) {
        self.key = key
        certificate = try parent.issue(template, for: key.publicKey, randomness: randomness)
    }

    /// An authority that was stored as its certificate and its key.
    ///
    /// - Throws: ``CertificateFailure/notAnAuthority`` where the certificate is of another key, or does
    ///   not say that its owner may sign certificates.
    public init(
        restoring certificate: Certificate,
        key: AuthorityKey
    ) throws(CertificateFailure) {
        guard certificate.isAuthority, certificate.publicKey == key.publicKey else {
            throw .notAnAuthority
        }
        self.certificate = certificate
        self.key = key
    }

    /// The authority's key as unencrypted PKCS #8 in PEM, for storing it.
    public var keyPEM: Secret { key.pem }

    /// Certifies a key.
    ///
    /// - Throws: ``CertificateFailure/notIssued``.
    public func issue(
        _ template: CertificateTemplate,
        for publicKey: PublicKey,
        randomness: any Randomness
    ) throws(CertificateFailure) -> Certificate {
        try Self.issue(
            template,
            for: publicKey,
            issuer: certificate,
            signedBy: key,
            serialNumber: randomness.bytes(8)
        )
    }

    private static func issue(
        _ template: CertificateTemplate,
        for publicKey: PublicKey,
        issuer: Certificate?,
        signedBy key: AuthorityKey,
        serialNumber: [UInt8]
    ) throws(CertificateFailure) -> Certificate {
        guard let made = unsafe X509_new() else { throw .notIssued }
        defer { unsafe X509_free(made) }
        let issuerName = unsafe issuer.map { unsafe X509_get_subject_name($0.pointer) }
        let isFilled =
            unsafe X509_set_version(made, Int(X509_VERSION_3)) == 1
            && setSerialNumber(serialNumber, of: made)
            && setValidity(template, of: made)
            && template.subject.fill(X509_get_subject_name(made))
            && X509_set_issuer_name(made, issuerName ?? X509_get_subject_name(made)) == 1
            && publicKey.withKeyPointer { unsafe X509_set_pubkey(made, $0) == 1 }
        guard isFilled, unsafe addExtensions(template, issuer: issuer, to: made) else {
            ERR_clear_error()
            throw .notIssued
        }
        let isSigned = unsafe key.withKeyPointer { unsafe X509_sign(made, $0, EVP_sha256()) > 0 }
        guard isSigned, let der = unsafe LibraryBytes.encoded({ unsafe i2d_X509(made, &$0) }) else {
            ERR_clear_error()
            throw .notIssued
        }
        return try Certificate(der: der)
    }

    private static func setSerialNumber(_ bytes: [UInt8], of made: OpaquePointer) -> Bool {
        // RFC 5280: positive and at most 20 octets. The top bits keep the length fixed.
        var positive = bytes
        if let first = positive.first { positive[0] = first & 0x3f | 0x40 }
        guard let number = unsafe BN_bin2bn(positive, Int32(positive.count), nil) else {
            return false
        }
        defer { unsafe BN_free(number) }
        return unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(made)) != nil
    }

    private static func setValidity(_ template: CertificateTemplate, of made: OpaquePointer) -> Bool
    {
        let start = unsafe ASN1_TIME_set(X509_getm_notBefore(made), Int(template.notBefore.seconds))
        let end = unsafe ASN1_TIME_set(X509_getm_notAfter(made), Int(template.notAfter.seconds))
        return unsafe start != nil && end != nil
    }

    private static func addExtensions(
        _ template: CertificateTemplate,
        issuer: Certificate?,
        to made: OpaquePointer
    ) -> Bool {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer?.pointer ?? made, made, nil, nil, 0)
        let standard: [(Int32, String)] = [
            (NID_basic_constraints, "critical,CA:\(template.isAuthority ? "TRUE" : "FALSE")"),
            (NID_subject_key_identifier, "hash"),
            (NID_authority_key_identifier, issuer == nil ? "" : "keyid:always"),
            (NID_key_usage, "critical,\(template.keyUsage.configuration)"),
        ]
        for (identifier, value) in standard where !value.isEmpty {
            guard
                let made509 = unsafe X509V3_EXT_nconf_nid(nil, &context, identifier, value)
            else { return false }
            defer { unsafe X509_EXTENSION_free(made509) }
            guard unsafe X509_add_ext(made, made509, -1) == 1 else { return false }
        }
        return template.extensions.allSatisfy { unsafe add($0, to: made) }
    }

    private static func add(
        _ added: CertificateTemplate.Extension,
        to made: OpaquePointer
    ) -> Bool {
        guard let object = unsafe OBJ_txt2obj(added.identifier.description, 1),
            let content = unsafe ASN1_OCTET_STRING_new()
        else { return false }
        defer {
            unsafe ASN1_OBJECT_free(object)
            unsafe ASN1_OCTET_STRING_free(content)
        }
        guard unsafe ASN1_OCTET_STRING_set(content, added.value, Int32(added.value.count)) == 1,
            let wrapped = unsafe X509_EXTENSION_create_by_OBJ(nil, object, 0, content)
        else { return false }
        defer { unsafe X509_EXTENSION_free(wrapped) }
        return unsafe X509_add_ext(made, wrapped, -1) == 1
    }
}

extension CertificateAuthority: SigningKey {
    /// The authority's key.
    public var publicKey: PublicKey { certificate.publicKey }

    /// A signature by the authority's key, for certificates that are put together elsewhere.
    public func signature(overSHA256 digest: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        try key.signature(overSHA256: digest)
    }
}
