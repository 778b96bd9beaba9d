import Bytes
import Certificates
import Cryptography
import Money
import PaymentToken
import Testing
import TokenIntake
import World

@testable import Payments
@testable import PlatformProcessors
@testable import Storage

/// A shop that charges through a platform, with a second processor that takes over.
struct PlatformSimulation {
    private let seed: UInt64
    private let bug: SimulatedBug?
    private let bench = ChargingBench()
    private let chance: SeededRandomness
    private let platform: any SimulatedPlatform
    private let name: ProcessorName
    private let second: SimulatedProcessor
    private let database: Database
    private let desks: [PaymentDesk]

    init<Platform: SimulatedPlatform>(
        of _: Platform.Type,
        seed: UInt64,
        bug: SimulatedBug? = nil
    ) throws {
        (self.seed, self.bug, chance) = (seed, bug, SeededRandomness(seed: seed))
        platform = Platform(seed: seed, clock: bench.clock, bug: bug)
        name = Platform.platform.processorName
        second = SimulatedProcessor(seed: seed)
        database = try MemoryDatabase(
            PaymentDesk.migrations + [AuditLog.migrations, IdempotencyTables.migrations]
        ).database
        let account = PlatformAccount(
            origin: "https://platform.test",
            secretKey: Secret(copying: Array("sk_test_1".utf8)),
            form: .networkToken,
            settings: [
                "publicKey": "pk_test_1", "merchantId": "shop", "merchantAccounts": "USD:usd",
            ]
        )
        let processor = Platform.platform.processor(
            account,
            exchange: platform,
            world: bench.world,
            pause: { _ in }
        )
        let first: any PaymentProcessor =
            bug == .takesOverAfterUnknown ? Hasty(processor: processor) : processor
        let routes = ProcessorRoutes(seed % 2 == 0 ? [first, second] : [first])
        let (database, world) = (database, bench.world)
        let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: 9))
        let credentials = CredentialKeys([key])
        desks = try (0..<2).map { _ in
            try PaymentDesk(
                intake: TokenIntake(
                    verifier: PaymentTokenVerifier(trusting: .appleRootCAG3),
                    keys: [],
                    clock: world.clock
                ),
                database: database,
                processors: routes,
                credentials: credentials,
                world: world
            )
        }
    }

    /// Runs to the end, and says what differs first, if anything does.
    func run() async throws -> String? {
        platform.lossPercent.withLock { $0 = 20 }
        second.lossPercent.withLock { $0 = 20 }
        var (transactions, stored): ([TransactionID], CredentialID?) = ([], nil)
        for number in 1...6 as ClosedRange<UInt8> {
            let desk = desks[Int(number) % 2]
            platform.declines.withLock { $0 = chance.number(below: 6) == 0 }
            if chance.number(below: 8) == 0 {
                database.armFault(atStatement: 1 + Int(chance.number(below: 14)))
            }
            if let credential = stored, chance.number(below: 2) == 0 {
                transactions.append(try await bill(credential, number, at: desk))
            } else {
                var charge = try ChargingBench.charge("cart \(number)", token: number)
                charge.storing = chance.number(below: 2) == 0 ? .unscheduled : nil
                let paid = try? await desk.charge(charge, signedAt: bench.clock.now)
                stored = stored ?? paid?.authorization.credential
                transactions.append(charge.transactionID)
            }
            _ = database.disarmFault()
            try await operate()
            // Now and then longer than a platform keeps an idempotency key.
            let jump = chance.number(below: 8) == 0 ? 90_000 : Int64(chance.number(below: 900))
            bench.clock.advance(bySeconds: jump)
        }
        return try await settle(transactions)
    }

    /// Charges what an earlier payment stored, perhaps twice under one name.
    private func bill(
        _ credential: CredentialID,
        _ number: UInt8,
        at desk: PaymentDesk
    ) async throws -> TransactionID {
        let wanted = CredentialCharge(credential, by: .merchant, name: "bill \(number)")
        let submission = PaymentSubmission(
            .credential(wanted),
            merchantReference: "cart \(number)",
            total: part(1_075),
            applicationData: nil,
            order: try OrdersTrackingTests.newOrder()
        )
        for _ in 0...chance.number(below: 2) { _ = try? await desk.pay(submission) }
        return try #require(wanted.transactionID(of: submission))
    }

    private func orders() async throws -> [Order] {
        let tracking = OrderTracking(world: bench.world)
        return try await database.read { snapshot throws(RecordFailure) in
            try tracking.orders(limit: 100, in: snapshot)
        }
    }

    private func operate() async throws {
        for order in try await orders() {
            let desk = desks[Int(chance.number(below: 2))]
            switch chance.number(below: 10) {
            case 0: _ = try? await desk.capture(order.id, amount: part(500))
            case 1: _ = try? await desk.capture(order.id)
            case 2: _ = try? await desk.void(order.id)
            case 3: _ = try? await desk.refund(order.id, amount: part(100))
            case 4: inDashboard()
            case 5: try await sendWebhooks()
            default: _ = try? await desk.settleDue()
            }
        }
    }

    private func part(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: .usd)
    }

    /// A person captures, refunds or cancels by hand.
    private func inDashboard() {
        let choice = chance.number(below: 3)
        let payments = platform.payments.sorted { $0.id < $1.id }
        guard !payments.isEmpty else { return }
        let payment = payments[Int(chance.number(below: UInt64(payments.count)))]
        switch (choice, payment.state) {
        case (0, .held): platform.inDashboard(payment.id, .capture)
        case (1, .held): platform.inDashboard(payment.id, .release)
        case (2, .captured) where payment.received - payment.refunded >= 50:
            platform.inDashboard(payment.id, .refund(50))
        default: break
        }
    }

    /// Messages about every payment, in any order, some twice, some with what was before.
    private func sendWebhooks() async throws {
        for payment in platform.payments.sorted(by: { $0.id < $1.id })
        where chance.number(below: 3) > 0 {
            var news: ProcessorNotice.News =
                switch payment.state {
                case .released: .released
                case .captured:
                    payment.refunded > 0
                        ? .refunded(part(payment.refunded)) : .captured(part(payment.received))
                case .open, .held: .decided
                }
            if bug == .webhookBackwards, payment.received > 0 {
                news = .says(ProcessorStatement(captured: part(payment.received + 1)))
            }
            for _ in 0...chance.number(below: 2) {
                let notice = ProcessorNotice(
                    processor: name,
                    key: chance.number(below: 2) == 0 ? payment.key : nil,
                    reference: payment.id,
                    news: news
                )
                _ = try? await desks[0].records.take(notice)
            }
        }
        _ = try? await desks[1].records.readStatements(from: desks[1].processors)
    }

    private func settle(_ transactions: [TransactionID]) async throws -> String? {
        platform.lossPercent.withLock { $0 = 0 }
        second.lossPercent.withLock { $0 = 0 }
        for _ in 0..<10 {
            bench.clock.advance(bySeconds: 20_000)
            try await desks[0].settleDue()
            try await sendWebhooks()
        }
        // A message that was missed: the last word is asked for.
        for payment in platform.payments {
            let notice = ProcessorNotice(
                processor: name,
                key: payment.key,
                reference: payment.id,
                news: .other
            )
            _ = try await desks[0].records.take(notice)
        }
        _ = try await desks[0].records.readStatements(from: desks[0].processors)
        return try await difference(transactions)
    }

    /// Whether the platform may have forgotten the key of a capture or refund that it does not list.
    private func isForPeople(_ operation: ChargeOperation) -> Bool {
        operation.processor == .checkout && [.capture, .refund].contains(operation.kind)
            && bench.clock.now.seconds - operation.preparedAt.seconds >= 72_000
    }

    /// The first difference of the records and the books of both processors.
    private func difference(_ transactions: [TransactionID]) async throws -> String? {
        let records = desks[0].records
        let open = try await records.open().map(\.operation)
        if let other = open.first(where: { !isForPeople($0) }) {
            return "\(other.kind) is \(other.state)"
        }
        let (payments, others) = (platform.payments, second.record)
        guard !platform.hasRefundedTwice else { return "a refund was made twice" }
        for (index, transaction) in transactions.enumerated() {
            let number = index + 1
            guard let attempt = try await records.attempt(of: transaction),
                !open.contains(where: { $0.attempt == attempt }),
                let payment = try await records.payment(attempt)
            else { continue }
            let authorization = payment.attempt.authorization
            let key = authorization.idempotencyKey.text
            let held = payments.filter {
                $0.key == key && ($0.state == .held || $0.state == .captured)
            }
            let count = held.count + (others.held[key] == nil ? 0 : 1)
            let isHeld = authorization.state.name == .approved
            // What was captured by hand before it was answered is left to people.
            let isDisputed = authorization.state.name == .reversalRefused
            guard count == (isHeld || isDisputed ? 1 : 0) else {
                return "cart \(number) is \(authorization.state.name), and held \(count) times"
            }
            // What was released by hand before its order was placed has none.
            guard (payment.order != nil) == isHeld || authorization.state.name == .voided else {
                return "cart \(number) is \(authorization.state.name), and its order differs"
            }
            if isDisputed { continue }
            let captured = held.first?.received ?? others.captured[key, default: 0]
            let refunded = held.first?.refunded ?? others.refunded[key, default: 0]
            let amounts = payment.attempt.amounts
            guard
                [amounts.captured.minorUnits, amounts.refunded.minorUnits] == [captured, refunded]
            else {
                return "cart \(number): \(amounts.captured) and \(amounts.refunded) recorded,"
                    + " \(captured) and \(refunded) moved"
            }
        }
        return nil
    }
}

/// A processor that takes every unknown outcome for a definite one, so that another takes over: a planted bug.
private struct Hasty: PaymentProcessor {
    let processor: any PaymentProcessor
    var name: ProcessorName { processor.name }
    var capabilities: Set<ProcessorCapability> { processor.capabilities }

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        do throws(ProcessorFailure) { return try await processor.authorize(request) } catch {
            throw .notSent(.requestInvalid)
        }
    }

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        try await processor.reverse(request)
    }
}
