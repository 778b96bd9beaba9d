internal import AppleServers
internal import Bytes
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// A valid token under a TEST root, as input to mutate.
struct TestTokens: Sendable {
    static let shared: TestTokens = {
        do { return try TestTokens() } catch { preconditionFailure("no tokens: \(error)") }
    }()

    /// Valid payment data.
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
    let token: SealedPaymentToken
    private let verifier: PaymentTokenVerifier

    private static let moment = UnixTime(seconds: 1_760_000_000)
    private static let merchantIdentifier = "merchant.example.quince-fuzz"

    private init() throws {
        let world = World.simulated(seed: 1, startingAt: Self.moment)
        let authorities = try TestAuthorities(world: world)
        let key = try PrivateKey(on: .p256, from: world.randomness)
        leaf = authorities.tokenSignerCertificate
        verifier = PaymentTokenVerifier(trusting: try TrustAnchor(root: authorities.root))
        guard let identifier = TransactionID([UInt8](repeating: 7, count: TransactionID.length))
        else { preconditionFailure("an identifier of another length") }
        token = try PaymentTokenSealer(signer: authorities.tokenSigner).seal(
            Secret(copying: payload),
            to: PaymentTokenSealer.Recipient(
                publicKey: key.publicKey,
                merchantIdentifier: Self.merchantIdentifier
            ),
            by: .agreement(ephemeralKey: PrivateKey(on: .p256, from: world.randomness)),
            transactionID: identifier,
            applicationDataHash: nil,
            signingTime: Self.moment,
            paymentMethod: nil
        )
    }

    func verified(_ token: SealedPaymentToken) throws(TokenRefusal) -> VerifiedPaymentToken {
        try verifier.verify(token, at: Self.moment)
    }
}
