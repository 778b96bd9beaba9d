import Bytes
import JSON
import Money
import PaymentToken
import TestSupport
import Testing
import TokenIntake
import World

// Documentation/SwiftServers.md shows the lines between the two marks as they stand here.
// EXAMPLE: begin
/// Takes payments for one merchant, whatever framework brings them.
struct PaymentInbox {
    private let keyring: MerchantKeyring
    private let intake: TokenIntake
    private let claims: any TokenClaimStore

    /// Refuses to start with keys that cannot serve, and says why.
    init(
        folder: String,
        verifier: PaymentTokenVerifier = PaymentTokenVerifier(trusting: .appleRootCAG3),
        claims: any TokenClaimStore,
        clock: any WallClock = World.system.clock
    ) throws(KeyringFailure) {
        let source = KeyFileSource([folder])
        keyring = try MerchantKeyring(sources: [source], clock: clock)
        intake = TokenIntake(verifier: verifier, keyring: keyring, clock: clock)
        self.claims = claims
    }

    enum Answer {
        /// Charge the card in it, once.
        case charge(OpenedPaymentToken)
        /// This order was here with this token before: give the answer that it got then.
        case sameAnswerAsBefore
        /// Do not charge; for the log.
        case refuse(String)
    }

    func receive(_ body: [UInt8], order: String, expecting payment: ExpectedPayment) async -> Answer
    {
        // Looks at the files once a minute at most. A bad new one leaves the old keys serving.
        for finding in keyring.refresh()?.refusals ?? [] { print("keys: \(finding)") }
        do {
            let verified = try intake.verify(body)
            let opened = try intake.open(verified)
            _ = try payment.check(opened)
            let claim = try await claims.claim(ClaimableToken(opened), for: OrderReference(order))
            switch claim {
            case .first: return .charge(opened)
            case .again: return .sameAnswerAsBefore
            case .takenByAnotherOrder: return .refuse("used before, by another order")
            }
        } catch let refusal as TokenRefusal {
            return .refuse("\(refusal.step): \(refusal); \(refusal.remedy)")
        } catch {
            return .refuse("\(error)")
        }
    }
}
// EXAMPLE: end

@Suite("The example of a server")
struct ServerExampleTests {
    let workshop: TokenWorkshop
    let folder = KeyFolder()
    let inbox: PaymentInbox
    let clock = SimulatedClock(startingAt: TokenWorkshop.now)

    init() throws {
        workshop = try TokenWorkshop(seed: 141)
        try folder.write(workshop.merchant, "2026.pem")
        inbox = try PaymentInbox(
            folder: folder.path,
            verifier: workshop.verifier,
            claims: MemoryClaimStore(clock: clock),
            clock: clock
        )
    }

    static func expected(_ minorUnits: Int64) throws -> ExpectedPayment {
        let dollars = try #require(Currency(numericCode: "840"))
        return ExpectedPayment(
            total: Money(minorUnits: minorUnits, currency: dollars),
            applicationData: nil
        )
    }

    func answer(_ token: SealedPaymentToken, _ order: String, _ amount: Int64 = 1_075) async throws
        -> String
    {
        let body = Array(token.json.compact.utf8)
        switch await inbox.receive(body, order: order, expecting: try Self.expected(amount)) {
        case .charge(let opened): return "charge \(opened.token.transactionID)"
        case .sameAnswerAsBefore: return "again"
        case .refuse(let why): return why
        }
    }

    @Test func `is the code that is compiled here`() throws {
        let path = "Tests/MerchantTests/ServerExampleTests.swift"
        let example = try PageExample("EXAMPLE", in: path)
        #expect(example.code.count > 1_000)
        #expect(try example.isShown(by: "Documentation/SwiftServers.md"))
    }

    @Test func `takes a token for one order, and for the amount that was asked`() async throws {
        let token = try workshop.seal()
        let mismatch = "the token is of another amount than the request"
        #expect(try await answer(token, "1001", 1_076) == mismatch)
        #expect(try await answer(token, "1001") == "charge \(token.transactionID)")
        #expect(try await answer(token, "1001") == "again")
        #expect(try await answer(token, "1002") == "used before, by another order")
        let stranger = try TokenWorkshop(seed: 142).seal()
        #expect(try await answer(stranger, "1003").hasPrefix("chain: "))
    }

    @Test func `serves a new key a minute after it was put into the folder`() async throws {
        let next = try WorkshopMerchant(
            "merchant.test.quince",
            under: workshop.relations,
            in: workshop.world
        )
        let token = try workshop.seal(TokenWorkshop.Shape(merchant: next))
        #expect(try await answer(token, "1").hasPrefix("publicKeyHash: an EC_v1 token"))
        try folder.write(next, "2028.pem")
        try folder.write("not a key", "broken.pem")
        clock.advance(bySeconds: 61)
        #expect(try await answer(token, "1").hasPrefix("publicKeyHash: "), "a bad file stops it")
        try folder.remove("broken.pem")
        clock.advance(bySeconds: 61)
        #expect(try await answer(token, "1") == "charge \(token.transactionID)")
        #expect(try await answer(workshop.seal(), "2").hasPrefix("charge "), "the old key serves")
    }
}
