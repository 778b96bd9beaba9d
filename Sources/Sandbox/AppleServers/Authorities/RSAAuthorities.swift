public import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// The sandbox's authorities with RSA keys, and the certificates by which the two roots vouch for each
/// other's intermediate.
///
/// Apple's guide tells merchants to install the intermediate WWDR G2 and Apple Root CA - G2; published
/// Payment Processing certificates lead through WWDR G2 to Apple Root CA - G3, and published Merchant
/// Identity certificates through an RSA intermediate to an RSA root. Here each intermediate has a
/// certificate under each root, so that both are true of every certificate.
///
/// - Source: Documentation/Decisions/0048-the-member-center.md.
public struct RSAAuthorities: Sendable {
    /// The second root.
    public let rootAuthority: CertificateAuthority
    /// The authority that issues Merchant Identity and Order Type certificates.
    public let developerRelations: CertificateAuthority
    /// The certificate of ``developerRelations`` under the root G3.
    public let developerRelationsUnderG3: Certificate
    /// The certificate of the authority of Payment Processing certificates under the root G2.
    public let processingUnderG2: Certificate

    /// The length of the keys. Apple Root CA - G2 has 4096 bits, which take seconds to make.
    static let bits = 2048
    static let rootName = "Quince TEST Root CA - G2"
    /// Shorter than Apple's by two words, because a common name has at most 64 characters.
    static let developerRelationsName = "Quince TEST WWDR Certification Authority"
    static let processingName = "Quince TEST Worldwide Developer Relations CA - G2"

    init(
        rootAuthority: CertificateAuthority,
        developerRelations: CertificateAuthority,
        developerRelationsUnderG3: Certificate,
        processingUnderG2: Certificate
    ) {
        self.rootAuthority = rootAuthority
        self.developerRelations = developerRelations
        self.developerRelationsUnderG3 = developerRelationsUnderG3
        self.processingUnderG2 = processingUnderG2
    }

    init(
        beside others: TestAuthorities,
        from randomness: any Randomness
    ) throws(AuthorityFailure) {
        let template = Self.developerRelationsTemplate(from: others.opening)
        do {
            rootAuthority = try CertificateAuthority(
                root: TestAuthorities.template(Self.rootName, years: 25, from: others.opening),
                key: .rsa(try RSAPrivateKey(bits: Self.bits)),
                randomness: randomness
            )
            developerRelations = try CertificateAuthority(
                template,
                key: .rsa(try RSAPrivateKey(bits: Self.bits)),
                under: rootAuthority,
                randomness: randomness
            )
            developerRelationsUnderG3 = try others.rootAuthority.issue(
                template,
                for: developerRelations.publicKey,
                randomness: randomness
            )
            processingUnderG2 = try rootAuthority.issue(
                TestAuthorities.processingTemplate(from: others.opening),
                for: others.developerRelations.publicKey,
                randomness: randomness
            )
        } catch { throw .notMade }
    }

    /// - Source: the issuer of a published Merchant Identity certificate of 2022, whose common name has
    ///   this form and whose organizational unit is its generation. Apple's open source of Security wants
    ///   the marker above signers of orders.
    private static func developerRelationsTemplate(from opening: UnixTime) -> CertificateTemplate {
        var template = TestAuthorities.template(
            developerRelationsName,
            years: 15,
            from: opening,
            marker: AppleExtension.worldwideDeveloperRelations
        )
        template.subject = DistinguishedName([
            .commonName: developerRelationsName,
            .organizationalUnit: "G3",
            .organization: "Quince TEST",
            .country: "US",
        ])
        return template
    }
}
