public import ASN1
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
    ///   or that its own key did not sign, and ``CertificateFailure/weakKey(bits:)``.
    public convenience init(root certificate: Certificate) throws(CertificateFailure) {
        guard certificate.isAuthority, certificate.isSigned(by: certificate.publicKey) else {
            throw .notAnAuthority
        }
        try self.init(name: certificate.subject, publicKey: certificate.publicKey)
    }

    /// Trusts a name and a key.
    ///
    /// - Throws: ``CertificateFailure/notIssued`` where the name cannot be encoded, and
    ///   ``CertificateFailure/weakKey(bits:)``.
    public init(name: DistinguishedName, publicKey: PublicKey) throws(CertificateFailure) {
        if let bits = publicKey.shortRSABits { throw .weakKey(bits: bits) }
        guard let pointer = unsafe X509_NAME_new() else { throw .notIssued }
        unsafe namePointer = pointer
        self.name = name
        self.publicKey = publicKey
        // Encoded now, because libcrypto would otherwise do so at the first comparison, in any thread.
        guard unsafe name.fill(pointer) && i2d_X509_NAME(pointer, nil) > 0 else {
            unsafe X509_NAME_free(pointer)
            throw .notIssued
        }
    }

    deinit { unsafe X509_NAME_free(namePointer) }

    /// Checks that this anchor certified the intermediate and the intermediate the leaf, and that
    /// both were valid at a moment.
    ///
    /// The leaf is checked first, because that is cheap: certificates of an attacker's own must
    /// pass it before the root's larger curve is used.
    ///
    /// - Source: RFC 5280 § 6.1 for a path of two, step by step; decision record 0025.
    /// - Parameters:
    ///   - leaf: The signer's certificate.
    ///   - intermediate: The certificate above it.
    ///   - moment: The time.
    ///   - extensions: Extensions of the leaf that the caller judges, so that they may be critical.
    /// - Returns: The intermediate. A further leaf under it costs only its own check.
    /// - Throws: ``ChainFailure``.
    @discardableResult
    public func validate(
        leaf: Certificate,
        intermediate: Certificate,
        at moment: UnixTime,
        judging extensions: [ASN1ObjectIdentifier] = []
    ) throws(ChainFailure) -> VerifiedIntermediate {
        guard unsafe X509_NAME_cmp(X509_get_issuer_name(intermediate.pointer), namePointer) == 0
        else { throw .anotherRoot }
        let authority = VerifiedIntermediate(unproven: intermediate, judging: extensions)
        try authority.requireForm()
        try authority.requireIssued(leaf)
        guard intermediate.isSigned(by: publicKey) else { throw .notSignedByRoot }
        try authority.requireValidity(of: leaf, at: moment)
        return authority
    }
}
