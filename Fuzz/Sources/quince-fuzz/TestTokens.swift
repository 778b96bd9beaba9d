internal import AppleServers
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
        let world = World.simulated(seed: 1, startingAt: Self.moment)
        let authorities = try TestAuthorities(world: world)
        let center = MemberCenter(
            team: MemberCenter.Team(identifier: "QUINCETEST", name: "Quince TEST Fuzzing"),
            authorities: authorities,
            world: world
        )
        let key = try PrivateKey(on: .p256, from: world.randomness)
        let request = try CertificateSigningRequest(
            subject: DistinguishedName([.commonName: "Quince TEST Fuzzing"]),
            key: key
        )
        let certificate = try center.issuePaymentProcessingCertificate(
            for: center.register(Self.merchantIdentifier, description: "Fuzzing"),
            request: request
        )
        leaf = authorities.tokenSignerCertificate
        recipient = PaymentTokenSealer.Recipient(certificate)
        merchantKey = try MerchantKey(privateKey: key, certificate: certificate)
        ephemeralKey = try PrivateKey(on: .p256, from: world.randomness)
        verifier = PaymentTokenVerifier(trusting: try TrustAnchor(root: authorities.root))
        sealer = PaymentTokenSealer(signer: authorities.tokenSigner)
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
            by: .agreement(ephemeralKey: ephemeralKey),
            transactionID: identifier,
            applicationDataHash: nil,
            signingTime: moment,
            paymentMethod: nil
        )
    }
}
