internal import ASN1
internal import Bytes
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// A TEST root, what it certified, and a merchant: all that is needed to make and open tokens.
struct TestChain {
    static let merchantIdentifier = "merchant.example.quince-bench"
    /// When everything here happens: tokens are signed and checked at this moment.
    static let moment = UnixTime(seconds: 1_760_000_000)

    let root: CertificateAuthority
    let intermediate: CertificateAuthority
    let leaf: Certificate
    let signerKey: PrivateKey
    let merchantKey: PrivateKey
    let rsaLeaf: Certificate
    let rsaSignerKey: RSAPrivateKey
    let rsaMerchantKey: RSAPrivateKey
    let rsaMerchantCertificate: PaymentProcessingCertificate
    let merchantCertificate: PaymentProcessingCertificate
    let anchor: TrustAnchor

    init(_ randomness: any Randomness) throws {
        root = try CertificateAuthority(
            root: Self.template("Quince TEST Root", isAuthority: true, marker: nil),
            key: PrivateKey(on: .p384, from: randomness),
            randomness: randomness
        )
        intermediate = try CertificateAuthority(
            Self.template(
                "Quince TEST Application Integration",
                isAuthority: true,
                marker: AppleExtension.applicationIntegration
            ),
            key: PrivateKey(on: .p256, from: randomness),
            under: root,
            randomness: randomness
        )
        signerKey = try PrivateKey(on: .p256, from: randomness)
        let signer = Self.template(
            "Quince TEST Token Signer",
            isAuthority: false,
            marker: AppleExtension.tokenSigner
        )
        leaf = try intermediate.issue(signer, for: signerKey.publicKey, randomness: randomness)
        rsaSignerKey = try RSAPrivateKey(bits: 2048)
        rsaLeaf = try intermediate.issue(
            signer,
            for: rsaSignerKey.publicKey,
            randomness: randomness
        )
        merchantKey = try PrivateKey(on: .p256, from: randomness)
        merchantCertificate = try PaymentProcessingCertificate(
            root.issue(
                Self.merchantTemplate,
                for: merchantKey.publicKey,
                randomness: randomness
            )
        )
        rsaMerchantKey = try RSAPrivateKey(bits: 2048)
        rsaMerchantCertificate = try PaymentProcessingCertificate(
            root.issue(
                Self.merchantTemplate,
                for: rsaMerchantKey.publicKey,
                randomness: randomness
            )
        )
        anchor = try TrustAnchor(root: root.certificate)
    }

    /// Whoever signs the tokens of a version.
    func sealer(_ version: PaymentTokenVersion) -> PaymentTokenSealer {
        let isEC = version == .ecV1
        let key: any SigningKey = isEC ? signerKey : rsaSignerKey
        return PaymentTokenSealer(
            signer: SignedDataWriter(
                leaf: isEC ? leaf : rsaLeaf,
                intermediate: intermediate.certificate,
                key: key
            )
        )
    }

    /// The merchant to whom the tokens of a version are sealed.
    func recipient(_ version: PaymentTokenVersion) -> PaymentTokenSealer.Recipient {
        PaymentTokenSealer.Recipient(
            version == .ecV1 ? merchantCertificate : rsaMerchantCertificate
        )
    }

    private static func template(
        _ name: String,
        isAuthority: Bool,
        marker: ASN1ObjectIdentifier?
    ) -> CertificateTemplate {
        CertificateTemplate(
            subject: DistinguishedName([.commonName: name, .organization: "Quince", .country: "US"]
            ),
            notBefore: UnixTime(seconds: moment.seconds - 86_400),
            notAfter: UnixTime(seconds: moment.seconds + 86_400),
            isAuthority: isAuthority,
            keyUsage: isAuthority ? .certificateSigning : .digitalSignature,
            extensions: marker.map {
                [CertificateTemplate.Extension(identifier: $0, value: ASN1Encoding.null)]
            } ?? []
        )
    }

    private static var merchantTemplate: CertificateTemplate {
        let hash = Hexadecimal.encode(SHA256.digest(merchantIdentifier)).uppercased()
        return CertificateTemplate(
            subject: DistinguishedName([.userID: merchantIdentifier, .commonName: "Quince TEST"]),
            notBefore: UnixTime(seconds: moment.seconds - 86_400),
            notAfter: UnixTime(seconds: moment.seconds + 86_400),
            isAuthority: false,
            keyUsage: .keyAgreement,
            extensions: [
                CertificateTemplate.Extension(
                    identifier: AppleExtension.merchantIdentifier,
                    value: ASN1Encoding.element(.utf8String, Array(hash.utf8))
                )
            ]
        )
    }
}
