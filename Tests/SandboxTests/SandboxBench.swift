import AppleServers
import Bytes
import CardAccounts
import CardMessages
import CardNetwork
import Certificates
import Cryptography
import ISO8583
import Money
import PaymentRequest
import PaymentSheet
import PaymentToken
import TestSandbox
import TestSupport
import Testing
import Wallet
import World

/// A sandbox whose clock a test can move.
struct SandboxBench {
    static let start = UnixTime(seconds: 1_764_000_000)
    static let cardNumber = SandboxCard.visa.number

    let clock: SimulatedClock
    let sandbox: TestSandbox

    init(seed: UInt64 = 7, device: DeviceSetup = DeviceSetup()) throws {
        try self.init(randomness: SeededRandomness(seed: seed), device: device)
    }

    init(randomness: any Randomness, device: DeviceSetup = DeviceSetup()) throws {
        clock = SimulatedClock(startingAt: Self.start)
        sandbox = try TestSandbox(
            world: World(clock: clock, randomness: randomness),
            device: device
        )
    }

    var world: World { sandbox.world }
    var authorities: TestAuthorities { sandbox.authorities }
    var memberCenter: MemberCenter { sandbox.memberCenter }
    var server: PaymentServer { sandbox.paymentServer }
    var secureElement: SecureElement { sandbox.secureElement }
    var network: CardNetwork { sandbox.network }
    var wallet: Wallet { sandbox.wallet }

    /// A merchant that has done what Apple asks of one.
    func merchant(_ text: String = "merchant.com.example") throws -> SandboxMerchant {
        try sandbox.setUpMerchant(text, named: "A shop")
    }

    static func request(for key: PrivateKey) throws -> CertificateSigningRequest {
        try CertificateSigningRequest(
            subject: DistinguishedName([.commonName: "A shop"]),
            key: key
        )
    }

    /// A device account of a Visa card with money.
    func account(available: Int64 = 100_000) throws -> DeviceAccount {
        let card = PaymentCard(number: Self.cardNumber, expirationDate: "351231", scheme: .visa)
        return try sandbox.issueAccount(
            for: try #require(card),
            availableMinorUnits: available
        )
    }

    func instruction(
        _ amount: Int64 = 1075,
        to merchant: String = "merchant.com.example",
        applicationData: [UInt8]? = nil,
        parts: Int = 0,
        chipTerms: ChipTerms? = nil
    ) throws -> PaymentInstruction {
        let part = PaymentInstruction.Part(merchantIdentifier: merchant, amountMinorUnits: 1)
        return PaymentInstruction(
            transactionID: try #require(TransactionID(world.randomness.bytes(32))),
            amountMinorUnits: amount,
            currencyNumericCode: "840",
            merchantIdentifier: merchant,
            applicationDataHash: applicationData.map { SHA256.digest($0) },
            parts: Array(repeating: part, count: parts),
            chipTerms: chipTerms
        )
    }

    func open(
        _ token: SealedPaymentToken,
        for merchant: SandboxMerchant
    ) throws -> OpenedPaymentToken {
        try open(token, with: merchant.merchantKey)
    }

    func open(_ token: SealedPaymentToken, with key: MerchantKey) throws -> OpenedPaymentToken {
        let verifier = PaymentTokenVerifier(trusting: try TrustAnchor(root: authorities.root))
        return try verifier.verify(token, at: clock.now).opened(with: [key])
    }
}

extension Secret {
    /// The bytes, for a test that looks for them.
    var copied: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

/// A payment for which an acquirer asks a card network.
struct AskedPayment: Sendable {
    let accountNumber: Secret
    /// The expiry, `YYMM`.
    let expiration: String
    let proof: CardAuthorization.Proof
    let merchant: String
    let amount: Int64
    let currency: String
    /// The acquirer's own name of it.
    let reference: String

    fileprivate func message() throws -> ISO8583Message {
        let acceptor = CardAcceptor(acquirer: "123", terminal: "TERM1", merchant: "SHOP")
        let details = MerchantDetails(
            categoryCode: "5411",
            name: "Shop",
            city: "Cupertino",
            country: "US"
        )
        let request = CardAuthorization(
            reference: MessageReference(key: reference, at: SandboxBench.start),
            acceptor: try #require(acceptor),
            merchant: try #require(details),
            accountNumber: accountNumber,
            expiry: try #require(CardAuthorization.Expiry(expiration)),
            amount: Money(
                minorUnits: amount,
                currency: try #require(Currency(numericCode: currency))
            ),
            proof: proof,
            indicator: nil,
            merchantDigest: MerchantDigest(of: merchant).bytes
        )
        return try CardRequest.authorization(request).message()
    }
}

extension CardNetwork {
    /// The network's answer to an acquirer.
    func answer(to payment: AskedPayment) async throws -> ISO8583Message {
        try #require(await reply(to: payment.message())).message
    }

    /// Field 39 of the answer.
    func code(of payment: AskedPayment) async throws -> String? {
        try await answer(to: payment).text(39)
    }
}
