internal import ASN1
internal import Bytes
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// A genuine token under a TEST root, for generated input to spoil.
struct TestTokens: Sendable {
    static let shared: TestTokens = {
        do { return try TestTokens() } catch { preconditionFailure("no tokens: \(error)") }
    }()

    /// A payload that opens.
    let payload = Array(
        """
        {"applicationPrimaryAccountNumber":"4761120010000492",\
        "applicationExpirationDate":"281231","currencyCode":"840","transactionAmount":1075,\
        "deviceManufacturerIdentifier":"040010030273","paymentDataType":"3DSecure",\
        "paymentData":{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM=",\
        "eciIndicator":"7"}}
        """.utf8
    )
    let leaf: Certificate
    let merchantKey: MerchantKey
    let token: SealedPaymentToken
    private let sealer: PaymentTokenSealer
    private let recipient: PaymentTokenSealer.Recipient
    private let ephemeralKey: PrivateKey
    private let verifier: PaymentTokenVerifier

    private static let moment = UnixTime(seconds: 1_760_000_000)
    private static let merchantIdentifier = "merchant.example.quince-fuzz"

    private init() throws {
        let chance = World.simulated(seed: 1, startingAt: Self.moment).randomness
        let root = try CertificateAuthority(
            root: Self.template("Quince TEST Root", .certificateSigning, marker: nil),
            key: PrivateKey(on: .p384, from: chance),
            randomness: chance
        )
        let intermediate = try CertificateAuthority(
            Self.template(
                "Quince TEST Application Integration",
                .certificateSigning,
                marker: (AppleExtension.applicationIntegration, ASN1Encoding.null)
            ),
            key: PrivateKey(on: .p256, from: chance),
            under: root,
            randomness: chance
        )
        let signer = try PrivateKey(on: .p256, from: chance)
        leaf = try intermediate.issue(
            Self.template(
                "Quince TEST Token Signer",
                .digitalSignature,
                marker: (AppleExtension.tokenSigner, ASN1Encoding.null)
            ),
            for: signer.publicKey,
            randomness: chance
        )
        let hash = Hexadecimal.encode(SHA256.digest(Self.merchantIdentifier)).uppercased()
        let merchant = try PrivateKey(on: .p256, from: chance)
        let certificate = try PaymentProcessingCertificate(
            root.issue(
                Self.template(
                    "Quince TEST Merchant",
                    .keyAgreement,
                    marker: (
                        AppleExtension.merchantIdentifier,
                        ASN1Encoding.element(.utf8String, Array(hash.utf8))
                    )
                ),
                for: merchant.publicKey,
                randomness: chance
            )
        )
        recipient = PaymentTokenSealer.Recipient(certificate)
        merchantKey = try MerchantKey(privateKey: merchant, certificate: certificate)
        ephemeralKey = try PrivateKey(on: .p256, from: chance)
        verifier = PaymentTokenVerifier(trusting: try TrustAnchor(root: root.certificate))
        sealer = PaymentTokenSealer(
            signer: SignedDataWriter(
                leaf: leaf,
                intermediate: intermediate.certificate,
                key: signer
            )
        )
        token = try Self.seal(payload, by: sealer, to: recipient, with: ephemeralKey)
    }

    /// Another token, with any bytes in it.
    func sealed(_ bytes: [UInt8]) throws -> SealedPaymentToken {
        try Self.seal(bytes, by: sealer, to: recipient, with: ephemeralKey)
    }

    func verified(_ token: SealedPaymentToken) throws(TokenRefusal) -> VerifiedPaymentToken {
        try verifier.verify(token, at: Self.moment)
    }

    private static func seal(
        _ bytes: [UInt8],
        by sealer: PaymentTokenSealer,
        to recipient: PaymentTokenSealer.Recipient,
        with ephemeralKey: PrivateKey
    ) throws -> SealedPaymentToken {
        guard let identifier = TransactionID([UInt8](repeating: 7, count: TransactionID.length))
        else { preconditionFailure("an identifier of another length") }
        return try sealer.seal(
            Secret(copying: bytes),
            to: recipient,
            transactionID: identifier,
            applicationDataHash: nil,
            ephemeralKey: ephemeralKey,
            signingTime: moment,
            paymentMethod: nil
        )
    }

    private static func template(
        _ name: String,
        _ usage: KeyUsage,
        marker: (identifier: ASN1ObjectIdentifier, value: [UInt8])?
    ) -> CertificateTemplate {
        CertificateTemplate(
            subject: DistinguishedName([.commonName: name, .organization: "Quince"]),
            notBefore: UnixTime(seconds: moment.seconds - 86_400),
            notAfter: UnixTime(seconds: moment.seconds + 86_400),
            isAuthority: usage == .certificateSigning,
            keyUsage: usage,
            extensions: marker.map {
                [CertificateTemplate.Extension(identifier: $0.identifier, value: $0.value)]
            } ?? []
        )
    }
}
