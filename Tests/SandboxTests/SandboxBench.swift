import AppleServers
import Bytes
import CardNetwork
import Certificates
import Cryptography
import DeviceModels
import PaymentRequest
import PaymentToken
import SecureElement
import TestSupport
import Testing
import Wallet
import World

/// Everything that stands for Apple, the phone, the network and the bank, with one merchant.
struct SandboxBench {
    static let start = UnixTime(seconds: 1_764_000_000)
    static let cardNumber = "4111111111111111"

    let clock: SimulatedClock
    let world: World
    let authorities: TestAuthorities
    let memberCenter: MemberCenter
    let server: PaymentServer
    let secureElement: SecureElement
    let network: CardNetwork
    let wallet: Wallet

    init(seed: UInt64 = 7, device: DeviceSetup = DeviceSetup()) throws {
        try self.init(randomness: SeededRandomness(seed: seed), device: device)
    }

    init(randomness: any Randomness, device: DeviceSetup = DeviceSetup()) throws {
        clock = SimulatedClock(startingAt: Self.start)
        world = World(clock: clock, randomness: randomness)
        authorities = try TestAuthorities(world: world)
        memberCenter = MemberCenter(
            team: MemberCenter.Team(identifier: "QUINCETEST", name: "Quince TEST Merchant"),
            authorities: authorities,
            world: world
        )
        server = try PaymentServer(
            authorities: authorities,
            memberCenter: memberCenter,
            world: world
        )
        secureElement = try SecureElement(randomness: randomness)
        server.enroll(secureElement)
        network = CardNetwork(world: world)
        wallet = Wallet(
            device: device,
            secureElement: secureElement,
            paymentServer: server,
            randomness: randomness
        )
    }

    /// A merchant that has done what Apple asks of one.
    struct Merchant {
        let identifier: MerchantIdentifier
        let certificate: PaymentProcessingCertificate
        let key: MerchantKey
    }

    func merchant(_ text: String = "merchant.com.example") throws -> Merchant {
        let identifier = try memberCenter.register(text, description: "A shop")
        return try certified(identifier)
    }

    /// A new key and certificate for a merchant that is registered.
    func certified(_ identifier: MerchantIdentifier) throws -> Merchant {
        let key = try PrivateKey(on: .p256, from: world.randomness)
        let certificate = try memberCenter.issuePaymentProcessingCertificate(
            for: identifier,
            request: Self.request(for: key)
        )
        return Merchant(
            identifier: identifier,
            certificate: certificate,
            key: try MerchantKey(privateKey: key, certificate: certificate)
        )
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
        return network.provision(try #require(card), availableMinorUnits: available)
    }

    func instruction(
        _ amount: Int64 = 1075,
        to merchant: String = "merchant.com.example",
        applicationData: [UInt8]? = nil
    ) throws -> PaymentInstruction {
        PaymentInstruction(
            transactionID: try #require(TransactionID(world.randomness.bytes(32))),
            amountMinorUnits: amount,
            currencyNumericCode: "840",
            merchantIdentifier: merchant,
            applicationDataHash: applicationData.map { SHA256.digest($0) }
        )
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
