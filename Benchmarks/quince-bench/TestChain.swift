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
        leaf = try intermediate.issue(
            Self.template(
                "Quince TEST Token Signer",
                isAuthority: false,
                marker: AppleExtension.tokenSigner
            ),
            for: signerKey.publicKey,
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
        anchor = try TrustAnchor(root: root.certificate)
    }

    var sealer: PaymentTokenSealer {
        PaymentTokenSealer(
            signer: SignedDataWriter(
                leaf: leaf,
                intermediate: intermediate.certificate,
                key: signerKey
            )
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
