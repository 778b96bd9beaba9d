internal import Bytes
internal import Certificates
internal import Cryptography
internal import Money
internal import PaymentToken
internal import TestSupport
internal import TokenMint
internal import World

/// Two merchants, one with a P-256 key and one with an RSA key, and mints for them.
struct MintBench: Sendable {
    /// When tokens are ordered.
    static let now = UnixTime(seconds: 1_773_480_413)

    /// RSA keys take long to make: one bench serves all tests.
    static let shared = Result { try MintBench() }

    let certificates: [PaymentTokenVersion: Certificate]
    private let keys: [PaymentTokenVersion: any DecryptionKey]
    private let mints: [PaymentTokenVersion: TokenMint]

    init() throws {
        let workshop = try TokenWorkshop(seed: 301)
        let ellipticCurve = try TokenWorkshop.key(from: workshop.world)
        let rsa = try RSAPrivateKey(bits: 2048)
        keys = [.ecV1: ellipticCurve, .rsaV1: rsa]
        certificates = try [
            .ecV1: Self.certificate("merchant.test.quince.ec", ellipticCurve, workshop),
            .rsaV1: Self.certificate("merchant.test.quince.rsa", rsa, workshop),
        ]
        mints = try certificates.mapValues { try Self.mint(for: $0, seed: 1) }
    }

    static func mint(for certificate: Certificate, seed: UInt64) throws -> TokenMint {
        try TokenMint(
            for: PaymentTokenSealer.Recipient(PaymentProcessingCertificate(certificate)),
            seed: seed,
            openingAt: now
        )
    }

    static func certificate(
        _ identifier: String,
        _ key: any DecryptionKey,
        _ workshop: TokenWorkshop
    ) throws -> Certificate {
        try workshop.relations.issue(
            WorkshopMerchant.template(for: identifier),
            for: key.publicKey,
            randomness: workshop.world.randomness
        )
    }

    func merchantKey(_ version: PaymentTokenVersion) throws -> MerchantKey {
        try MerchantKey(
            privateKey: required(keys[version]),
            certificate: PaymentProcessingCertificate(required(certificates[version]))
        )
    }

    func pem(_ version: PaymentTokenVersion) throws -> Secret {
        switch try required(keys[version]) {
        case let key as PrivateKey: key.pem
        case let key as RSAPrivateKey: key.pem
        default: throw Missing()
        }
    }

    func mint(_ version: PaymentTokenVersion) throws -> TokenMint { try required(mints[version]) }

    /// Verifies and decrypts a token with the merchant's key and the mint's root.
    func open(_ token: MintedToken, of mint: TokenMint) throws -> OpenedPaymentToken {
        try PaymentTokenVerifier(trusting: TrustAnchor(root: mint.root))
            .verify(SealedPaymentToken(json: token.json), at: Self.now)
            .opened(with: [merchantKey(mint.version)])
    }

    static let order = MintOrder(
        amount: Money(minorUnits: 1_075, currency: .usd),
        signingTime: now
    )

    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Missing() }
        return value
    }

    struct Missing: Error {}
}
