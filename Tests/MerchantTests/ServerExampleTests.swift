import Bytes
import JSON
import Money
import PaymentToken
import Payments
import Storage
import TestSupport
import Testing
import TokenIntake
import World

// Documentation/SwiftServers.md shows the lines between the two marks as they stand here.
// EXAMPLE: begin
/// Takes payments for one merchant, whatever framework brings them.
struct PaymentInbox {
    let keyring: MerchantKeyring
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
        /// Charge the card in it, once. Where the amount is hidden in the chip data, charge only if
        /// the chip data is passed on unchanged: the network compares the amount then.
        case charge(OpenedPaymentToken, ExpectedPayment.Amount)
        /// This order was here with this token before. Give the answer that was recorded; where
        /// none was, ask the processor what became of the charge before anything else.
        case sameAnswerAsBefore
        /// Do not charge now. The same request again, for the same order, says what holds.
        case askAgain(String)
        /// Do not charge; for the log.
        case refuse(String)
    }

    func receive(_ body: [UInt8], order: String, expecting payment: ExpectedPayment) async -> Answer
    {
        // Looks at the files once a minute at most, on another thread. A bad new one leaves the old
        // keys serving.
        keyring.refresh { report in
            for finding in report.refusals { print("keys: \(finding)") }
        }
        do {
            // Only an opened token can be claimed: before that, its identifier is not certain.
            let opened = try await intake.open(try intake.verify(body))
            let amount = try payment.check(opened)
            let claim = try await claims.claim(ClaimableToken(opened), for: OrderReference(order))
            switch claim {
            case .first: return .charge(opened, amount)
            case .again: return .sameAnswerAsBefore
            case .takenByAnotherOrder: return .refuse("used before, by another order")
            }
        } catch let refusal as TokenRefusal {
            return .refuse("\(refusal.step): \(refusal); \(refusal.remedy)")
        } catch let failure as ClaimFailure {
            // The store was not reached, or its answer was lost: do not charge on a guess.
            switch failure.remedy {
            case .tryAgain, .askAgainForTheSameOrder: return .askAgain("\(failure)")
            case .authorizeAgain, .giveMoreRoom, .fixTheProgram: return .refuse("\(failure)")
            }
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
        let body = token.json.compactBytes
        switch await inbox.receive(body, order: order, expecting: try Self.expected(amount)) {
        case .charge(let opened, .asRequested): return "charge \(opened.transactionID)"
        case .charge(let opened, .hiddenInChipData):
            return "charge by chip data \(opened.transactionID)"
        case .sameAnswerAsBefore: return "again"
        case .askAgain(let why): return "ask again: \(why)"
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
        let mismatch = "the token pays 10.75 USD, the request says 10.76 USD"
        #expect(try await answer(token, "1001", 1_076) == mismatch)
        #expect(try await answer(token, "1001") == "charge \(token.transactionID)")
        #expect(try await answer(token, "1001") == "again")
        #expect(try await answer(token, "1002") == "used before, by another order")
        let stranger = try TokenWorkshop(seed: 142).seal()
        #expect(try await answer(stranger, "1003").hasPrefix("chain: "))
    }

    @Test func `says that the amount is hidden where chip data hides it`() async throws {
        let recipe = PayloadRecipe(.chipDataWithPIN, from: workshop.world)
            .with("currencyCode", .string("840"))
        let token = try workshop.seal(recipe.text)
        #expect(try await answer(token, "1") == "charge by chip data \(token.transactionID)")
    }

    static let failures: [(ClaimFailure, String)] = [
        (.outcomeUnknown(.database(.commitUnknown)), "ask again: the token may be claimed or not"),
        (.notClaimed(.database(.unreachable)), "ask again: the token was not claimed"),
        (.full(capacity: 1), "1 tokens are claimed"),
    ]

    @Test(arguments: failures)
    func `charges nothing if the store does not answer`(
        failure: ClaimFailure,
        said: String
    ) async throws {
        let inbox = try PaymentInbox(
            folder: folder.path,
            verifier: workshop.verifier,
            claims: SilentStore(failure: failure),
            clock: clock
        )
        let body = try workshop.seal().json.compactBytes
        switch await inbox.receive(body, order: "1", expecting: try Self.expected(1_075)) {
        case .askAgain(let why): #expect("ask again: \(why)".hasPrefix(said))
        case .refuse(let why): #expect(why.hasPrefix(said))
        case .charge, .sameAnswerAsBefore: Issue.record("charged on a guess")
        }
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
        _ = await inbox.keyring.refreshed()
        #expect(try await answer(token, "1").hasPrefix("publicKeyHash: "), "a bad file stops it")
        try folder.remove("broken.pem")
        clock.advance(bySeconds: 61)
        _ = await inbox.keyring.refreshed()
        #expect(try await answer(token, "1") == "charge \(token.transactionID)")
        #expect(try await answer(workshop.seal(), "2").hasPrefix("charge "), "the old key serves")
    }
}

/// A store that fails.
private struct SilentStore: TokenClaimStore {
    let failure: ClaimFailure

    func claim(
        _ token: ClaimableToken,
        for order: OrderReference
    ) async throws(ClaimFailure) -> TokenClaim { throw failure }
}
