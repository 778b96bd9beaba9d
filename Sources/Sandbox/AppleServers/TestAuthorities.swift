public import ASN1
public import Certificates
public import Cryptography
public import PaymentToken
public import World

/// The certificate authorities of the sandbox, shaped as Apple's are and marked TEST.
///
/// One root; under it the intermediate that certifies the signer of tokens, and the one that
/// certifies merchants. Nothing trusts this root unless it is named.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, sections 1.3 and 1.5, for shapes,
///   markers and lifetimes.
public struct TestAuthorities: Sendable {
    /// Who certifies the intermediates.
    public let rootAuthority: CertificateAuthority
    /// Who certifies the signers of tokens.
    public let integrationAuthority: CertificateAuthority
    /// Who certifies merchants.
    public let developerRelations: CertificateAuthority
    /// Who signs tokens of EC_v1.
    public let ellipticCurveSigner: TokenSigner
    /// When the authorities were made; their certificates begin a day earlier.
    public let opening: UnixTime

    /// The root.
    public var root: Certificate { rootAuthority.certificate }
    /// The intermediate above the signers of tokens.
    public var applicationIntegration: Certificate { integrationAuthority.certificate }
    /// What signs tokens of EC_v1.
    public var tokenSigner: SignedDataWriter { ellipticCurveSigner.writer() }
    /// The certificate of whoever signs tokens of EC_v1.
    public var tokenSignerCertificate: Certificate { ellipticCurveSigner.certificate }

    /// What the root is called unless told otherwise.
    public static let usualRootName = "Quince TEST Root CA - G3"

    /// Makes new authorities that are valid from a day before now.
    ///
    /// - Throws: ``AuthorityFailure``.
    public init(
        world: World,
        rootName: String = usualRootName
    ) throws(AuthorityFailure) {
        guard Self.openings.contains(world.clock.now) else { throw .timeOutOfRange }
        do {
            try self.init(making: world, rootName)
        } catch let failure as CertificateFailure {
            throw .certificate(failure)
        } catch let failure as CryptographyFailure {
            throw .cryptography(failure)
        } catch {
            throw .certificate(.notIssued)
        }
    }

    private init(making world: World, _ rootName: String) throws {
        let randomness = world.randomness
        opening = world.clock.now
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
        ellipticCurveSigner = try TokenSigner(
            certifiedBy: integrationAuthority,
            as: Self.signerTemplate("ecc-smp-broker-sign_UC4-TEST", from: opening),
            key: PrivateKey(on: .p256, from: randomness),
            randomness: randomness
        )
    }

    /// Who signs the tokens of a version. Each time a signer of RSA_v1 is asked for, a new one is
    /// made, whose key libcrypto draws.
    ///
    /// The signers of both versions are certified by the same intermediate, whose key is on a
    /// curve, as Apple's are.
    ///
    /// - Throws: ``AuthorityFailure``.
    public func signer(
        of version: PaymentTokenVersion,
        from randomness: any Randomness
    ) throws(AuthorityFailure) -> TokenSigner {
        guard version == .rsaV1 else { return ellipticCurveSigner }
        let key: RSAPrivateKey
        do { key = try RSAPrivateKey(bits: 2048) } catch { throw .cryptography(error) }
        do {
            return try TokenSigner(
                certifiedBy: integrationAuthority,
                as: Self.signerTemplate("rsa-smp-broker-sign_UC4-TEST", from: opening),
                key: key,
                randomness: randomness
            )
        } catch { throw .certificate(error) }
    }

    /// When authorities can be made: signing times and certificates have no years before 1950 or
    /// after 9999, and a root lasts 25 of them.
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

    /// What an intermediate's certificate says.
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

    /// What the certificate of a signer of tokens says.
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

/// Why the sandbox's authorities could not be made.
public enum AuthorityFailure: Error, Hashable, Sendable {
    /// A certificate could not be issued.
    case certificate(CertificateFailure)
    /// A key could not be made.
    case cryptography(CryptographyFailure)
    /// The moment is outside ``TestAuthorities/openings``.
    case timeOutOfRange
}

extension AuthorityFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .certificate, .cryptography: "libcrypto could not make the sandbox's authorities"
        case .timeOutOfRange:
            "certificates and signatures of that time cannot be written; give one between "
                + "\(TestAuthorities.openings.lowerBound) and \(TestAuthorities.openings.upperBound)"
        }
    }
}
