internal import ASN1
public import Certificates
public import Cryptography
internal import PaymentToken
public import World

/// The certificate authorities of the sandbox, shaped as Apple's are and marked TEST.
///
/// One root; under it the intermediate that certifies the signer of tokens, and the one that
/// certifies merchants. Nothing trusts this root unless it is named.
///
/// - Source: reference *Payment token format*, sections 1.3 and 1.5, for shapes, markers and
///   lifetimes.
public struct TestAuthorities: Sendable {
    /// The root.
    public let root: Certificate
    /// The intermediate above the signer of tokens.
    public let applicationIntegration: Certificate
    /// Who signs tokens.
    public let tokenSigner: SignedDataWriter
    /// The certificate of whoever signs tokens.
    public let tokenSignerCertificate: Certificate
    /// Who certifies merchants.
    public let developerRelations: CertificateAuthority

    /// Makes new authorities that are valid from a day before now.
    ///
    /// - Throws: ``AuthorityFailure``.
    public init(world: World) throws(AuthorityFailure) {
        do {
            try self.init(making: world)
        } catch let failure as CertificateFailure {
            throw .certificate(failure)
        } catch let failure as CryptographyFailure {
            throw .cryptography(failure)
        } catch {
            throw .certificate(.notIssued)
        }
    }

    private init(making world: World) throws {
        let randomness = world.randomness
        let rootAuthority = try CertificateAuthority(
            root: Self.template("Quince TEST Root CA - G3", years: 25, from: world.clock.now),
            key: PrivateKey(on: .p384, from: randomness),
            randomness: randomness
        )
        let integration = try CertificateAuthority(
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
            Self.template(
                "Quince TEST Worldwide Developer Relations CA - G2",
                years: 15,
                from: world.clock.now,
                marker: AppleExtension.developerRelations
            ),
            key: PrivateKey(on: .p256, from: randomness),
            under: rootAuthority,
            randomness: randomness
        )
        let signerKey = try PrivateKey(on: .p256, from: randomness)
        tokenSignerCertificate = try integration.issue(
            Self.tokenSignerTemplate(from: world.clock.now),
            for: signerKey.publicKey,
            randomness: randomness
        )
        tokenSigner = SignedDataWriter(
            leaf: tokenSignerCertificate,
            intermediate: integration.certificate,
            key: signerKey
        )
        root = rootAuthority.certificate
        applicationIntegration = integration.certificate
    }

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

    private static func template(
        _ commonName: String,
        years: Int64,
        from now: UnixTime,
        marker: ASN1ObjectIdentifier? = nil
    ) -> CertificateTemplate {
        let (notBefore, notAfter) = validity(years: years, from: now)
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
            extensions: marker.map { [markerExtension($0)] } ?? []
        )
    }

    private static func tokenSignerTemplate(from now: UnixTime) -> CertificateTemplate {
        let (notBefore, notAfter) = validity(years: 5, from: now)
        return CertificateTemplate(
            subject: DistinguishedName([
                .commonName: "ecc-smp-broker-sign_UC4-TEST",
                .organizationalUnit: "Quince TEST Systems",
                .organization: "Quince TEST",
                .country: "US",
            ]),
            notBefore: notBefore,
            notAfter: notAfter,
            isAuthority: false,
            keyUsage: .digitalSignature,
            extensions: [markerExtension(AppleExtension.tokenSigner)]
        )
    }

    private static func markerExtension(
        _ identifier: ASN1ObjectIdentifier
    ) -> CertificateTemplate.Extension {
        CertificateTemplate.Extension(identifier: identifier, value: ASN1Encoding.null)
    }
}

/// Why the sandbox's authorities could not be made.
public enum AuthorityFailure: Error, Hashable, Sendable {
    /// A certificate could not be issued.
    case certificate(CertificateFailure)
    /// A key could not be made.
    case cryptography(CryptographyFailure)
}
