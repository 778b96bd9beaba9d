import AppleServers
import CardMessages
import HTTPMessages
import JSON
import PaymentToken
import Storage
import TestSupport
import Testing
import Wallet
import World

@testable import Platforms

/// Each transaction is undone once and run again, as a database may.
@Suite("A transaction at a platform that runs twice")
struct RepeatedTransactionTests {
    private let bench: SandboxBench
    private let database: Database
    private let faults = PlatformFaults()
    private let stripe: StripeInterface

    init() async throws {
        bench = try SandboxBench()
        let memory = try MemoryDatabase([PlatformTables.migrations]).database
        database = Database(
            InterposedEngine(memory) { engine, access, work in
                if access == .writing {
                    _ = await engine.perform(access) { runner in
                        _ = work(runner)
                        return .undo
                    }
                }
                return await engine.perform(access, work)
            }
        )
        let (center, world) = (bench.memberCenter, bench.world)
        let accounts = try await PlatformAccounts(database, world.randomness)
        let dialect = StripeDialect(accounts)
        let engine = PlatformEngine(
            dialect,
            database: database,
            acquirer: PlatformAcquirer(
                platform: .stripe,
                network: bench.network,
                memberCenter: center
            ),
            world: world,
            faults: faults,
            work: AwaitableValue(0)
        )
        let keys = PlatformKeys(database: database, memberCenter: center, world: world)
        stripe = StripeInterface(engine, dialect, keys)
        try await database.write { transaction throws(PlatformFailure) in
            try transaction.insert(
                PlatformEndpoint(
                    "we_1",
                    url: "http://127.0.0.1:9/",
                    events: ["*"],
                    secret: "whsec_1",
                    at: world.clock.now
                ),
                of: .stripe
            )
        }
    }

    /// Holds a card, whose cryptogram is for 10.75 USD, as a token.
    private func holdCard(as token: String) async throws {
        let merchant = try bench.merchant()
        let sealed = try await bench.secureElement.pay(
            bench.instruction(),
            with: bench.secureElement.add(bench.account()),
            sealedTo: bench.server.publicKey
        )
        let method = UntrustedPaymentMethod(
            displayName: "Visa 1111",
            network: "Visa",
            type: "credit"
        )
        let applePay = try await bench.server.paymentToken(for: sealed, paymentMethod: method)
        let payment = try bench.open(applePay, for: merchant).payment
        guard case .threeDSecure(let cryptogram?, let indicator) = payment.proof else {
            Issue.record("no cryptogram")
            return
        }
        let card = try PresentedCard(
            payment.accountNumber,
            expiry: CardAuthorization.Expiry(String(payment.accountExpirationDate.prefix(4))),
            .cryptogram(cryptogram),
            indicator: indicator
        )
        stripe.held.hold(card, as: token, .null, at: bench.clock.now)
    }

    private func pay(with token: String) async throws -> PlatformAnswer? {
        let form =
            "amount=1075&currency=usd&capture_method=manual&confirm=true"
            + "&payment_method_data[type]=card&payment_method_data[card][token]=\(token)"
        let request = StripeRequest(
            parameters: try #require(StripeParameters(Array(form.utf8))),
            identifier: "",
            now: bench.clock.now
        )
        let name = RequestName(identifier: stripe.requestIdentifier(), key: nil)
        let result = await stripe.engine.perform(
            PlatformCall(name: name, fingerprint: [], fails: false),
            try stripe.createIntent(request)
        )
        guard case .done(let answer) = result else { return nil }
        return answer
    }

    @Test func `uses a token and takes the faults of webhooks once`() async throws {
        try await holdCard(as: "tok_1")
        for kind in [PlatformFaults.Kind.webhookTwice, .webhookWrongSignature, .webhookLate] {
            #expect(faults.add(PlatformFaults.Fault(kind, of: .stripe)))
        }
        #expect(try await pay(with: "tok_1")?.status == .ok)
        let deliveries = try await database.read { snapshot throws(PlatformFailure) in
            try snapshot.deliveries(limit: 10)
        }
        let (now, later) = (bench.clock.now, bench.clock.now.advanced(bySeconds: 60))
        let expected = [
            ("payment_intent.created", now, false), ("payment_intent.created", now, false),
            ("charge.succeeded", now, true),
            ("payment_intent.amount_capturable_updated", later, false),
        ]
        let told = deliveries.reversed().map { ($0.type, $0.dueAt, $0.hasWrongSignature) }
        #expect(told.elementsEqual(expected) { $0 == $1 })
        #expect(faults.all.isEmpty)
    }

    @Test func `leaves the faults of webhooks where it is refused`() async throws {
        try await holdCard(as: "tok_1")
        #expect(try await pay(with: "tok_1")?.status == .ok)
        let fault = PlatformFaults.Fault(.webhookTwice, of: .stripe)
        #expect(faults.add(fault))
        let refusal = try #require(try await pay(with: "tok_1"))
        #expect(String(decoding: refusal.body, as: UTF8.self).contains("token_already_used"))
        #expect(faults.all == [fault])
    }
}
