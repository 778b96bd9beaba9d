internal import ASN1
internal import Bytes
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// Issues the certificates of the member center, in the form of Apple's.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, section 1.5, for Payment Processing;
///   Documentation/MemberCenter.md for what is published of Merchant Identity and Order Type.
struct CertificateIssuing: Sendable {
    let authorities: TestAuthorities
    let randomness: any Randomness

    /// A certificate for the key of a signing request.
    func issue(
        _ kind: CertificateKind,
        for holder: RegisteredIdentifier,
        of team: MemberCenter.Team,
        request: CertificateSigningRequest,
        at now: UnixTime
    ) throws(MemberCenterFailure) -> IssuedCertificate {
        let key = try Self.key(of: request, for: kind)
        let certificate: Certificate
        do {
            let authority =
                kind == .paymentProcessing
                ? authorities.developerRelations
                : try authorities.rsaAuthorities(from: randomness).developerRelations
            certificate = try authority.issue(
                Self.template(kind, for: holder.text, of: team, at: now),
                for: key,
                randomness: randomness
            )
        } catch { throw .refused(.notIssued) }
        return IssuedCertificate(
            kind: kind,
            holder: holder.text,
            certificate: certificate,
            issuedAt: now
        )
    }

    /// Checks the key of a request: P-256 or RSA of 2048 bits for Payment Processing, RSA of 2048 bits
    /// for the others.
    private static func key(
        of request: CertificateSigningRequest,
        for kind: CertificateKind
    ) throws(MemberCenterFailure) -> PublicKey {
        let key: PublicKey
        do throws(CryptographyFailure) {
            key = try PublicKey(publicKeyInfo: request.publicKeyInfo)
        } catch {
            throw .refused(.unsupportedKey(kind, found: "a key of a kind that is not read here"))
        }
        switch key.kind {
        case .rsa(bits: 2048): return key
        case .ellipticCurve(.p256) where kind == .paymentProcessing: return key
        case .rsa(let bits):
            throw .refused(.unsupportedKey(kind, found: "an RSA key of \(bits) bits"))
        case .ellipticCurve(.p256): throw .refused(.unsupportedKey(kind, found: "a P-256 key"))
        case .ellipticCurve(.p384): throw .refused(.unsupportedKey(kind, found: "a P-384 key"))
        }
    }

    /// Valid for 760 days, about 25 months, from a day before.
    ///
    /// - Source: Apple, TN3206: both kinds are valid for 25 months; measured on published certificates.
    private static let lifetime: Int64 = 760 * 86_400

    private static func template(
        _ kind: CertificateKind,
        for identifier: String,
        of team: MemberCenter.Team,
        at now: UnixTime
    ) -> CertificateTemplate {
        let (notBefore, _) = TestAuthorities.validity(years: 1, from: now)
        return CertificateTemplate(
            subject: subject(kind, identifier, team),
            notBefore: notBefore,
            notAfter: notBefore.advanced(bySeconds: lifetime) ?? notBefore,
            isAuthority: false,
            keyUsage: kind == .paymentProcessing
                ? [.keyEncipherment, .keyAgreement] : .digitalSignature,
            extensions: extensions(kind, identifier)
        )
    }

    /// The subject of a published Merchant Identity certificate has no country.
    private static func subject(
        _ kind: CertificateKind,
        _ identifier: String,
        _ team: MemberCenter.Team
    ) -> DistinguishedName {
        switch kind {
        case .merchantIdentity:
            DistinguishedName([
                .userID: identifier,
                .commonName: commonName("Apple Pay Merchant Identity", identifier),
                .organizationalUnit: team.identifier,
                .organization: team.name,
            ])
        case .paymentProcessing, .orderType:
            DistinguishedName([
                .userID: identifier,
                .commonName: commonName(
                    kind == .orderType ? "Order Type ID" : "Apple Pay Payment Processing",
                    identifier
                ),
                .organizationalUnit: team.identifier,
                .organization: team.name,
                .country: "US",
            ])
        }
    }

    /// The common name of a certificate. It has at most 64 characters, so a long identifier is cut
    /// there; `UID` and the extension's hash use the whole identifier.
    ///
    /// - Source: RFC 5280, appendix A, `ub-common-name`. That Apple cuts it too is a guess: no
    ///   certificate with a longer identifier is published.
    private static func commonName(_ purpose: String, _ identifier: String) -> String {
        String("\(purpose):\(identifier)".prefix(64))
    }

    private static func extensions(
        _ kind: CertificateKind,
        _ identifier: String
    ) -> [CertificateTemplate.Extension] {
        let hash = Hexadecimal.encode(SHA256.digest(identifier)).uppercased()
        let merchant = CertificateTemplate.Extension(
            identifier: AppleExtension.merchantIdentifier,
            value: ASN1Encoding.element(.utf8String, Array(hash.utf8))
        )
        switch kind {
        case .paymentProcessing:
            return [
                TestCertificateExtensions.responder("ocsp04-testwwdrca201"),
                TestCertificateExtensions.policy,
                TestCertificateExtensions.revocationList("testwwdrca2"),
                merchant,
            ]
        case .merchantIdentity:
            return [
                TestCertificateExtensions.responder("ocsp03-testwwdrg3"),
                TestCertificateExtensions.policy,
                TestCertificateExtensions.usage(.clientAuthentication),
                TestCertificateExtensions.revocationList("testwwdrg3"),
                merchant,
            ]
        case .orderType:
            return [
                TestCertificateExtensions.responder("ocsp03-testwwdrg3"),
                TestCertificateExtensions.policy,
                TestCertificateExtensions.usage(.clientAuthentication, .orderSigning),
                TestCertificateExtensions.revocationList("testwwdrg3"),
                TestCertificateExtensions.orderType(identifier),
            ]
        }
    }
}
