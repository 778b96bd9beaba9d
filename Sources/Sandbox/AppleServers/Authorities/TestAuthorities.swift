public import ASN1
public import Certificates
internal import Cryptography
public import PaymentToken
public import World

/// The certificate authorities of the sandbox, in the form of Apple's and marked TEST.
///
/// There are two roots, as there are with Apple: G3 with an elliptic-curve key, above token signers and
/// Payment Processing certificates, and G2 with an RSA key, above Merchant Identity and Order Type
/// certificates. Nothing trusts these roots unless they are given explicitly.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, sections 1.3 and 1.5, for forms,
///   markers and lifetimes; Documentation/Decisions/0048-the-member-center.md for the second root.
public struct TestAuthorities: Sendable {
    /// The authority that issues the intermediates.
    public let rootAuthority: CertificateAuthority
    /// The authority that issues the certificates of token signers.
    public let integrationAuthority: CertificateAuthority
    /// The authority that issues merchants' certificates.
    public let developerRelations: CertificateAuthority
    /// The signer of EC_v1 tokens.
    public let ellipticCurveSigner: TokenSigner
    /// The key of ``ellipticCurveSigner``, for storing it.
    let ellipticCurveSignerKey: PrivateKey
    /// The signer of RSA_v1 tokens of stored authorities.
    let storedRSASigner: TokenSigner?
    /// The authorities with RSA keys, once they were made.
    private let madeRSAAuthorities: LockedValue<RSAAuthorities?>
    /// When the authorities were created; their certificates begin a day earlier.
    public let opening: UnixTime

    /// The root certificate.
    public var root: Certificate { rootAuthority.certificate }
    /// The intermediate certificate above token signers.
    public var applicationIntegration: Certificate { integrationAuthority.certificate }
    /// The writer of EC_v1 tokens' signatures.
    public var tokenSigner: SignedDataWriter { ellipticCurveSigner.writer() }
    /// The certificate of the EC_v1 signer.
    public var tokenSignerCertificate: Certificate { ellipticCurveSigner.certificate }

    /// The default name of the root.
    public static let usualRootName = "Quince TEST Root CA - G3"

    /// Creates authorities that are valid from a day before now.
    ///
    /// - Throws: ``AuthorityFailure``.
    public init(
        world: World,
        rootName: String = usualRootName
    ) throws(AuthorityFailure) {
        guard Self.openings.contains(world.clock.now) else { throw .timeOutOfRange }
        do { try self.init(making: world, rootName) } catch { throw .notMade }
    }

    private init(making world: World, _ rootName: String) throws {
        let randomness = world.randomness
        opening = world.clock.now
        storedRSASigner = nil
        madeRSAAuthorities = LockedValue(nil)
        rootAuthority = try CertificateAuthority(
            root: Self.template(rootName, years: 25, from: world.clock.now),
            key: PrivateKey(on: .p384, from: randomness),
            randomness: randomness
        )
        integrationAuthority = try CertificateAuthority(
            Self.template(
                "Quince TEST Application Integration CA - G3",
                years: 15,
                from: world.clock.now,
                marker: AppleExtension.applicationIntegration
            ),
            key: PrivateKey(on: .p256, from: randomness),
            under: rootAuthority,
            randomness: randomness
        )
        developerRelations = try CertificateAuthority(
            Self.processingTemplate(from: opening),
            key: PrivateKey(on: .p256, from: randomness),
            under: rootAuthority,
            randomness: randomness
        )
        ellipticCurveSignerKey = try PrivateKey(on: .p256, from: randomness)
        ellipticCurveSigner = try TokenSigner(
            certifiedBy: integrationAuthority,
            as: Self.signerTemplate("ecc-smp-broker-sign_UC4-TEST", from: opening),
            key: ellipticCurveSignerKey,
            randomness: randomness
        )
    }

    /// Authorities that were stored.
    init(
        opening: UnixTime,
        root: CertificateAuthority,
        integration: CertificateAuthority,
        developerRelations: CertificateAuthority,
        ellipticCurveSigner: TokenSigner,
        ellipticCurveSignerKey: PrivateKey,
        rsaSigner: TokenSigner,
        rsaAuthorities: RSAAuthorities
    ) {
        self.opening = opening
        rootAuthority = root
        integrationAuthority = integration
        self.developerRelations = developerRelations
        self.ellipticCurveSigner = ellipticCurveSigner
        self.ellipticCurveSignerKey = ellipticCurveSignerKey
        storedRSASigner = rsaSigner
        madeRSAAuthorities = LockedValue(rsaAuthorities)
    }

    /// The authorities with RSA keys, if they were made.
    var existingRSAAuthorities: RSAAuthorities? { madeRSAAuthorities.withLock(\.self) }

    /// The authorities with RSA keys. They are made at the first call, because RSA keys are slow to make
    /// and most tests need none; libcrypto draws their keys.
    ///
    /// - Throws: ``AuthorityFailure``.
    public func rsaAuthorities(
        from randomness: any Randomness
    ) throws(AuthorityFailure) -> RSAAuthorities {
        try madeRSAAuthorities.withLock { (made) throws(AuthorityFailure) in
            if let made { return made }
            let new = try RSAAuthorities(beside: self, from: randomness)
            made = new
            return new
        }
    }

    /// The signer of a version's tokens. Each call for RSA_v1 creates a new signer, whose key
    /// libcrypto draws, unless these authorities were stored with one.
    ///
    /// As with Apple, the same intermediate, with an elliptic-curve key, certifies the signers of
    /// both versions.
    ///
    /// - Throws: ``AuthorityFailure``.
    public func signer(
        of version: PaymentTokenVersion,
        from randomness: any Randomness
    ) throws(AuthorityFailure) -> TokenSigner {
        guard version == .rsaV1 else { return ellipticCurveSigner }
        if let storedRSASigner { return storedRSASigner }
        do {
            return try rsaSigner(with: RSAPrivateKey(bits: 2048), from: randomness)
        } catch { throw .notMade }
    }

    func rsaSigner(
        with key: RSAPrivateKey,
        from randomness: any Randomness
    ) throws(CertificateFailure) -> TokenSigner {
        try TokenSigner(
            certifiedBy: integrationAuthority,
            as: Self.signerTemplate("rsa-smp-broker-sign_UC4-TEST", from: opening),
            key: key,
            randomness: randomness
        )
    }

    /// The times at which authorities can be created. Signing times and certificates are limited
    /// to the years 1950 to 9999, and a root is valid for 25 years.
    ///
    /// - Source: RFC 5280 § 4.1.2.5, RFC 5652 § 11.3.
    public static let openings =
        UnixTime(seconds: -631_065_600)...UnixTime(seconds: 252_581_846_400)

    static func validity(
        years: Int64,
        from now: UnixTime
    ) -> (notBefore: UnixTime, notAfter: UnixTime) {
        let day: Int64 = 86_400
        return (
            now.advanced(bySeconds: -day) ?? now,
            now.advanced(bySeconds: years * 365 * day) ?? now
        )
    }

    /// The content of a certificate of the intermediate above Payment Processing certificates.
    static func processingTemplate(from opening: UnixTime) -> CertificateTemplate {
        template(
            RSAAuthorities.processingName,
            years: 15,
            from: opening,
            marker: AppleExtension.developerRelations
        )
    }

    /// The content of an intermediate certificate.
    public static func template(
        _ commonName: String,
        years: Int64,
        from now: UnixTime,
        marker: ASN1ObjectIdentifier? = nil
    ) -> CertificateTemplate {
        let (notBefore, notAfter) = validity(years: years, from: now)
        let marked = marker.map { marker in
            [
                TestCertificateExtensions.responder("ocsp04-testrootcag3"),
                TestCertificateExtensions.revocationList("testrootcag3"), markerExtension(marker),
            ]
        }
        return CertificateTemplate(
            subject: DistinguishedName([
                .commonName: commonName,
                .organizationalUnit: "Quince TEST Certification Authority",
                .organization: "Quince TEST",
                .country: "US",
            ]),
            notBefore: notBefore,
            notAfter: notAfter,
            isAuthority: true,
            keyUsage: [.certificateSigning, .revocationListSigning],
            extensions: marked ?? []
        )
    }

    /// The content of a token signer's certificate.
    public static func signerTemplate(
        _ commonName: String,
        from now: UnixTime
    ) -> CertificateTemplate {
        let (notBefore, notAfter) = validity(years: 5, from: now)
        return CertificateTemplate(
            subject: DistinguishedName([
                .commonName: commonName,
                .organizationalUnit: "Quince TEST Systems",
                .organization: "Quince TEST",
                .country: "US",
            ]),
            notBefore: notBefore,
            notAfter: notAfter,
            isAuthority: false,
            keyUsage: .digitalSignature,
            extensions: [
                TestCertificateExtensions.responder("ocsp04-testaica302"),
                TestCertificateExtensions.policy,
                TestCertificateExtensions.revocationList("testaica3"),
                markerExtension(AppleExtension.tokenSigner),
            ]
        )
    }

    private static func markerExtension(
        _ identifier: ASN1ObjectIdentifier
    ) -> CertificateTemplate.Extension {
        CertificateTemplate.Extension(identifier: identifier, value: ASN1Encoding.null)
    }
}
