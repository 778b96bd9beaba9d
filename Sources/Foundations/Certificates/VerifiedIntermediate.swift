internal import ASN1
internal import COpenSSL
internal import Cryptography
public import World

/// An intermediate that a trust anchor certified. Only a trust anchor makes one.
///
/// - Source: RFC 5280 § 6.1.3 and § 6.1.4, for a path that ends below this certificate.
public struct VerifiedIntermediate: Sendable {
    /// The intermediate's certificate.
    public let certificate: Certificate

    /// Extensions of the leaf that the caller judges, so that they may be critical.
    private let judged: [ASN1ObjectIdentifier]

    init(unproven certificate: Certificate, judging extensions: [ASN1ObjectIdentifier] = []) {
        (self.certificate, judged) = (certificate, extensions)
    }

    /// Checks that this authority certified a leaf, and that both were valid at a moment.
    ///
    /// - Throws: ``ChainFailure``.
    public func validate(leaf: Certificate, at moment: UnixTime) throws(ChainFailure) {
        try requireIssued(leaf)
        try requireValidity(of: leaf, at: moment)
    }

    /// The intermediate may certify, and says so as the standard has it.
    func requireForm() throws(ChainFailure) {
        guard certificate.isAuthority, certificate.keyUsage?.contains(.certificateSigning) == true
        else { throw .intermediateIsNotAnAuthority }
        try requireForm(of: certificate, .intermediate)
    }

    /// The leaf names this authority, has the form of a certificate under one, and is signed by it.
    func requireIssued(_ leaf: Certificate) throws(ChainFailure) {
        let (issuer, subject) = unsafe (
            X509_get_issuer_name(leaf.pointer), X509_get_subject_name(certificate.pointer)
        )
        guard unsafe X509_NAME_cmp(issuer, subject) == 0 else {
            throw .leafNotSignedByIntermediate
        }
        try requireForm(of: leaf, .leaf)
        guard
            unsafe ASN1_STRING_cmp(
                X509_get0_authority_key_id(leaf.pointer),
                X509_get0_subject_key_id(certificate.pointer)
            ) == 0, leaf.isSigned(by: certificate.publicKey)
        else {
            throw .leafNotSignedByIntermediate
        }
    }

    /// Both ends belong to the time (RFC 5280 § 4.1.2.5).
    func requireValidity(of leaf: Certificate, at moment: UnixTime) throws(ChainFailure) {
        for (certificate, link) in [(leaf, ChainFailure.Link.leaf), (certificate, .intermediate)] {
            guard moment >= certificate.notBefore else {
                throw .notYetValid(link, notBefore: certificate.notBefore)
            }
            guard moment <= certificate.notAfter else {
                throw .expired(link, notAfter: certificate.notAfter)
            }
        }
    }

    /// Version 3, extensions that libcrypto accepts, none twice, none critical that is not judged
    /// here, both keys named (RFC 5280 § 4.1.2.1, § 4.2, § 4.2.1.1 and § 4.2.1.2), and a key of
    /// sufficient length.
    private func requireForm(
        of certificate: Certificate,
        _ link: ChainFailure.Link
    ) throws(ChainFailure) {
        let pointer = unsafe certificate.pointer
        guard unsafe X509_get_version(pointer) == Int(X509_VERSION_3),
            unsafe X509_get_extension_flags(pointer) & UInt32(EXFLAG_INVALID) == 0
        else { throw .malformed(link) }
        guard !certificate.repeatsAnExtension else { throw .repeatedExtension(link) }
        guard certificate.hasAcceptedSignatureAlgorithm else { throw .signatureAlgorithm(link) }
        if let bits = certificate.publicKey.shortRSABits { throw .weakKey(link, bits: bits) }
        for index in 0..<(unsafe X509_get_ext_count(pointer)) {
            let found = unsafe X509_get_ext(pointer, index)
            let object = unsafe X509_EXTENSION_get_object(found)
            let content = unsafe UnsafeBufferPointer(
                start: OBJ_get0_data(object),
                count: OBJ_length(object)
            )
            let isJudged =
                unsafe [NID_basic_constraints, NID_key_usage].contains(OBJ_obj2nid(object))
                || link == .leaf && judged.contains { unsafe $0.content.elementsEqual(content) }
            guard unsafe isJudged || X509_EXTENSION_get_critical(found) == 0 else {
                throw .unknownCriticalExtension(link)
            }
        }
        guard unsafe X509_get0_subject_key_id(pointer) != nil,
            unsafe X509_get0_authority_key_id(pointer) != nil
        else { throw .keyNotNamed(link) }
    }
}

extension PublicKey {
    /// The length of an RSA key that is too short for a chain; nil for every other key.
    var shortRSABits: Int? {
        guard case .rsa(let bits) = kind, bits < Certificate.minimumRSABits else { return nil }
        return bits
    }
}
