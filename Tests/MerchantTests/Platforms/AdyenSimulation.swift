import Bytes
import Certificates
import Money
import PaymentToken
import TestSupport
import Testing
import TokenIntake
import World

@testable import Payments
@testable import PlatformProcessors
@testable import Storage

/// A shop that charges through Adyen.
struct AdyenSimulation {
    private let bench = ChargingBench()
    private let chance: SeededRandomness
    private let adyen: SimulatedAdyen
    private let webhook: any PlatformWebhook
    private let database: Database
    private let desks: [PaymentDesk]
    /// The keys of payments that people changed with Adyen, and of those that a webhook contradicts.
    private let changed = LockedValue<Set<String>>([])
    private let contradicted = LockedValue<Set<String>>([])

    init(seed: UInt64, bug: SimulatedAdyen.Bug? = nil) throws {
        chance = SeededRandomness(seed: seed)
        adyen = SimulatedAdyen(seed: seed, clock: bench.clock, bug: bug)
        database = try MemoryDatabase(
            PaymentDesk.migrations + [AuditLog.migrations, IdempotencyTables.migrations]
        ).database
        let account = PlatformAccount(
            origin: "https://adyen.test",
            secretKey: Secret(copying: Array("AQE".utf8)),
            form: .networkToken,
            webhookSecrets: [Secret(copying: Array(SimulatedAdyen.key.utf8))],
            settings: ["merchantAccount": "Shop"]
        )
        webhook = PaymentPlatform.adyen.webhook(account, clock: bench.clock)
        let processor = PaymentPlatform.adyen.processor(
            account,
            exchange: adyen,
            world: bench.world,
            pause: { _ in }
        )
        let (database, world) = (database, bench.world)
        desks = try (0..<2).map { _ in
            try PaymentDesk(
                intake: TokenIntake(
                    verifier: PaymentTokenVerifier(trusting: .appleRootCAG3),
                    keys: [],
                    clock: world.clock
                ),
                database: database,
                processors: ProcessorRoutes([processor]),
                world: world
            )
        }
    }

    /// Runs to the end, and says what differs first, if anything does.
    func run() async throws -> String? {
        let loss: UInt64 = chance.number(below: 2) == 0 ? 20 : 50
        adyen.lossPercent.withLock { $0 = loss }
        for number in 1...6 as ClosedRange<UInt8> {
            if chance.number(below: 8) == 0 {
                database.armFault(atStatement: 1 + Int(chance.number(below: 14)))
            }
            _ = try? await desks[Int(number) % 2].charge(
                ChargingBench.charge("cart \(number)", token: number),
                signedAt: bench.clock.now
            )
            _ = database.disarmFault()
            if chance.number(below: 4) == 0 { inCustomerArea() }
            try await operate()
            // A reversal is asked for before a request that is on its way arrives, or after it.
            for longest in [60, chance.number(below: 8) == 0 ? 90_000 : 600] as [UInt64] {
                bench.clock.advance(bySeconds: Int64(chance.number(below: longest)))
                _ = try? await desks[0].settleDue()
                try await deliver(all: false)
            }
        }
        adyen.lossPercent.withLock { $0 = 0 }
        for _ in 0..<10 {
            bench.clock.advance(bySeconds: 1_000)
            try await desks[0].settleDue()
            try await deliver(all: true)
        }
        return try await difference()
    }

    private func operate() async throws {
        let tracking = OrderTracking(world: bench.world)
        let orders = try await database.read { snapshot throws(RecordFailure) in
            try tracking.orders(limit: 100, in: snapshot)
        }
        for order in orders {
            let desk = desks[Int(chance.number(below: 2))]
            switch chance.number(below: 10) {
            case 0: _ = try? await desk.capture(order.id, amount: part(500))
            case 1: _ = try? await desk.capture(order.id)
            case 2: _ = try? await desk.void(order.id)
            case 3: _ = try? await desk.refund(order.id, amount: part(100))
            case 4: inCustomerArea()
            case 5, 6: try await deliver(all: false)
            default: _ = try? await desk.settleDue()
            }
        }
    }

    private func part(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: .usd)
    }

    /// A capture, refund or cancellation by hand, also of a payment that has no order yet.
    private func inCustomerArea() {
        let payments = adyen.payments.filter(\.counts)
        guard !payments.isEmpty else { return }
        let payment = payments[Int(chance.number(below: UInt64(payments.count)))]
        let action = ["captures", "cancels", "refunds"][Int(chance.number(below: 3))]
        _ = changed.withLock { $0.insert(payment.reference) }
        adyen.inCustomerArea(payment.id, action)
    }

    private func deliver(all: Bool) async throws {
        for body in adyen.takeWebhooks(all: all) {
            for notice in try webhook.notices(body, signature: nil) {
                guard try await desks[1].records.take(notice) == .contradicts,
                    let key = adyen.payments.first(where: { $0.id == notice.reference })?.reference
                else { continue }
                _ = contradicted.withLock { $0.insert(key) }
            }
        }
    }

    private func payment(_ number: UInt8) async throws -> PaymentRecord? {
        let records = desks[0].records
        let transaction = try ChargingBench.transaction(number)
        guard let attempt = try await records.attempt(of: transaction) else { return nil }
        return try await records.payment(attempt)
    }

    /// The first difference of the records and Adyen's books.
    private func difference() async throws -> String? {
        if let open = try await desks[0].records.open().first {
            return "\(open.operation.kind) is \(open.operation.state)"
        }
        for number in 1...6 as ClosedRange<UInt8> {
            guard let payment = try await payment(number) else { continue }
            let authorization = payment.attempt.authorization
            let key = authorization.idempotencyKey.text
            let held = adyen.payments.filter { $0.reference == key && $0.counts }
            let isHeld = authorization.state.name == .approved
            // A cancellation that Adyen refuses is left to people, and webhooks about changes by hand that come
            // before those on which they build.
            if authorization.state.name == .reversalRefused, held.count == 1 { continue }
            if authorization.state.name == .reversed, let payment = held.first {
                return "cart \(number) is reversed, and \(payment.id) counts"
            }
            let isByHand = changed.withLock { $0.contains(key) }
            if isByHand, contradicted.withLock({ $0.contains(key) }) { continue }
            guard held.count == (isHeld ? 1 : 0) else {
                return "cart \(number) is \(authorization.state.name), and held \(held.count) times"
            }
            let amounts = payment.attempt.amounts
            let recorded = [amounts.captured.minorUnits, amounts.refunded.minorUnits]
            let moved = [held.first?.captured ?? 0, held.first?.refunded ?? 0]
            guard recorded == moved else {
                return "cart \(number): \(recorded) recorded, \(moved) moved"
            }
        }
        return nil
    }
}

/// Desks that charge through Adyen, over a network that loses requests and answers and brings some late, with
/// failures of Adyen's, people in its customer area, webhooks in any order, and clocks that jump; then a calm in
/// which everything must settle.
@Suite("A payment desk with Adyen in the network's place")
struct AdyenSimulationTests {
    @Test(arguments: 0..<60 * TestScale.factor as Range<UInt64>)
    func `settles everything, and Adyen's books say the same`(seed: UInt64) async throws {
        let difference = try await AdyenSimulation(seed: seed).run()
        #expect(difference == nil)
    }

    @Test(arguments: SimulatedAdyen.Bug.allCases)
    func `finds a planted bug`(bug: SimulatedAdyen.Bug) async throws {
        for seed in 0..<200 as Range<UInt64> {
            if try await AdyenSimulation(seed: seed, bug: bug).run() != nil { return }
        }
        Issue.record("\(bug) was not found")
    }
}
