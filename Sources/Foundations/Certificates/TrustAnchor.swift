internal import Bytes
internal import COpenSSL
public import Cryptography
public import World

/// A name and a key that are trusted without proof.
///
/// - Source: RFC 5280 § 6.1.1 (d): a trust anchor is a name, a key and its algorithm, not a
///   certificate, so its own validity is not judged.
@safe
public final class TrustAnchor: @unchecked Sendable {
    /// The anchor's name, for messages.
    public let name: DistinguishedName
    /// The anchor's key.
    public let publicKey: PublicKey
    private let namePointer: OpaquePointer

    /// Trusts the owner of a root certificate.
    ///
    /// - Throws: ``CertificateFailure/notAnAuthority`` for a certificate that may not sign others
    ///   or that its own key did not sign.
    public convenience init(root certificate: Certificate) throws(CertificateFailure) {
        guard certificate.isAuthority, certificate.isSigned(by: certificate.publicKey) else {
            throw .notAnAuthority
        }
        try self.init(name: certificate.subject, publicKey: certificate.publicKey)
    }

    /// Trusts a name and a key.
    ///
    /// - Throws: ``CertificateFailure/notIssued`` where the name cannot be encoded.
    public init(name: DistinguishedName, publicKey: PublicKey) throws(CertificateFailure) {
        guard let pointer = unsafe X509_NAME_new() else { throw .notIssued }
        unsafe namePointer = pointer
        self.name = name
        self.publicKey = publicKey
        // Encoded now, because libcrypto would else do so at the first comparison, in any thread.
        guard unsafe name.fill(pointer) && i2d_X509_NAME(pointer, nil) > 0 else {
            unsafe X509_NAME_free(pointer)
            throw .notIssued
        }
    }

    deinit { unsafe X509_NAME_free(namePointer) }

    /// Checks that this anchor certified the intermediate and the intermediate the leaf, and that
    /// both were valid at a moment.
    ///
    /// - Source: RFC 5280 § 6.1, by libcrypto, with its strict checks; extensions marked critical
    ///   that are not understood refuse the chain.
    /// - Throws: ``ChainFailure``.
    public func validate(
        leaf: Certificate,
        intermediate: Certificate,
        at moment: UnixTime
    ) throws(ChainFailure) {
        guard unsafe X509_NAME_cmp(X509_get_issuer_name(intermediate.pointer), namePointer) == 0
        else { throw .anotherRoot }
        guard intermediate.isSigned(by: publicKey) else { throw .notSignedByRoot }
        guard intermediate.isAuthority,
            intermediate.keyUsage?.contains(.certificateSigning) == true
        else { throw .intermediateIsNotAnAuthority }
        try Self.verify(leaf, under: intermediate)
        try Self.requireValidity(of: leaf, .leaf, at: moment)
        try Self.requireValidity(of: intermediate, .intermediate, at: moment)
    }

    /// Both ends belong to the time (RFC 5280 § 4.1.2.5); libcrypto leaves the last second out.
    private static func requireValidity(
        of certificate: Certificate,
        _ link: ChainFailure.Link,
        at moment: UnixTime
    ) throws(ChainFailure) {
        guard moment >= certificate.notBefore else {
            throw .notYetValid(link, notBefore: certificate.notBefore)
        }
        guard moment <= certificate.notAfter else {
            throw .expired(link, notAfter: certificate.notAfter)
        }
    }

    private static func verify(
        _ leaf: Certificate,
        under intermediate: Certificate
    ) throws(ChainFailure) {
        guard let store = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new() else {
            throw .rejected(libraryCode: X509_V_ERR_OUT_OF_MEM)
        }
        defer {
            unsafe X509_STORE_CTX_free(context)
            unsafe X509_STORE_free(store)
        }
        guard unsafe X509_STORE_add_cert(store, intermediate.pointer) == 1,
            unsafe X509_STORE_CTX_init(context, store, leaf.pointer, nil) == 1,
            let parameters = unsafe X509_STORE_CTX_get0_param(context)
        else { throw .rejected(libraryCode: X509_V_ERR_OUT_OF_MEM) }
        unsafe X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
        unsafe X509_VERIFY_PARAM_set_flags(
            parameters,
            UInt(X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_X509_STRICT | X509_V_FLAG_NO_CHECK_TIME)
        )
        guard unsafe X509_verify_cert(context) != 1 else { return }
        ERR_clear_error()
        let isLeaf = unsafe X509_STORE_CTX_get_error_depth(context) == 0
        let link: ChainFailure.Link = isLeaf ? .leaf : .intermediate
        let code = unsafe X509_STORE_CTX_get_error(context)
        switch code {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_CERT_SIGNATURE_FAILURE,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            throw .leafNotSignedByIntermediate
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: throw .unknownCriticalExtension(link)
        default: throw .rejected(libraryCode: code)
        }
    }
}
