import Money
import Storage
import Testing
import TokenIntake
import World

@testable import Payments

@Suite("Several processors")
struct ProcessorRoutesTests {
    let bench: PaymentDeskBench

    init() throws { bench = try PaymentDeskBench() }

    /// A processor that answers the same to every authorization.
    private struct Fixed: PaymentProcessor {
        let name: ProcessorName
        let reply: Result<AuthorizationAnswer, ProcessorFailure>
        let asked = LockedValue(0)
        var capabilities: Set<ProcessorCapability> = []

        func authorize(
            _: AuthorizationRequest
        ) async throws(ProcessorFailure) -> AuthorizationAnswer {
            asked.withLock { $0 += 1 }
            return try reply.get()
        }

        func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
            .originalNotFound
        }
    }

    private static let cases: [(ProcessorRoutes.Conditions, String?, Int64, Currency, Bool)] = [
        (.init(), nil, 1, .usd, true),
        (.init(networks: ["Visa"]), "visa", 1, .usd, true),
        (.init(networks: ["Visa"]), "MasterCard", 1, .usd, false),
        (.init(networks: ["Visa"]), nil, 1, .usd, false),
        (.init(currencies: [.eur]), nil, 1, .eur, true),
        (.init(currencies: [.eur]), nil, 1, .usd, false),
        (.init(atLeast: Money(minorUnits: 500, currency: .usd)), nil, 500, .usd, true),
        (.init(atLeast: Money(minorUnits: 500, currency: .usd)), nil, 499, .usd, false),
        (.init(atLeast: Money(minorUnits: 500, currency: .usd)), nil, 500, .eur, false),
        (.init(below: Money(minorUnits: 500, currency: .usd)), nil, 499, .usd, true),
        (.init(below: Money(minorUnits: 500, currency: .usd)), nil, 500, .usd, false),
    ]

    @Test(arguments: cases.indices)
    func `are chosen by network, currency and amount`(row: Int) {
        let (conditions, network, amount, currency, isMet) = Self.cases[row]
        let money = Money(minorUnits: amount, currency: currency)
        #expect(conditions.areMet(by: network, money) == isMet)
    }

    @Test func `take a payment over that the one before certainly did not get`() async throws {
        var first = Fixed(name: .cardNetwork, reply: ScriptedProcessor.unsent)
        first.capabilities = [.severalCaptures]
        let second = Fixed(name: .stripe, reply: ScriptedProcessor.approval)
        let database = try await bench.open()
        let desk = try bench.desk(database, first, second)
        let receipt = try await desk.pay(try bench.submission(of: bench.token()))
        let payment = try await desk.records.payment(receipt.authorization.id)
        #expect(payment?.attempt.authorization.processor == .stripe)
        #expect(payment?.attempt.amounts.capturesOnce == true)
        // The first one was asked as often as it may be, and the second one once.
        #expect(first.asked.withLock { $0 } == OperationStateMachine.requestsAtMost)
        #expect(second.asked.withLock { $0 } == 1)
        // A desk without the one that authorized cannot go on with the payment.
        let other = try bench.desk(database, SilentProcessor(name: .cardNetwork))
        await #expect(throws: RecordFailure.otherProcessor(.stripe)) {
            try await other.capture(receipt.order.id)
        }
    }

    @Test(arguments: [
        ScriptedProcessor.unanswered, .success(.declined(.insufficientFunds)),
    ])
    func `leave a payment alone that another may have got`(
        reply: Result<AuthorizationAnswer, ProcessorFailure>
    ) async throws {
        let second = Fixed(name: .stripe, reply: ScriptedProcessor.approval)
        let database = try await bench.open()
        let desk = try bench.desk(database, Fixed(name: .cardNetwork, reply: reply), second)
        await #expect(throws: PaymentRefusal.self) {
            try await desk.pay(try bench.submission(of: bench.token()))
        }
        #expect(second.asked.withLock { $0 } == 0)
    }

    /// Its key is the platform's: the desk cannot open it, and the card network is not asked.
    @Test func `get a token that is sealed to another key only where they open it`() async throws {
        let network = Fixed(name: .cardNetwork, reply: ScriptedProcessor.approval)
        let platform = Fixed(
            name: .stripe,
            reply: ScriptedProcessor.approval,
            capabilities: [.sealedTokens]
        )
        let database = try await bench.open()
        let submission = try bench.submission(of: bench.token())
        let desk = try bench.desk(database, network, platform, keys: [])
        let receipt = try await desk.pay(submission)
        #expect(network.asked.withLock { $0 } == 0 && platform.asked.withLock { $0 } == 1)
        // The same token again is the same payment.
        #expect(try await desk.pay(submission).authorization.id == receipt.authorization.id)
        #expect(platform.asked.withLock { $0 } == 1)
        let opener = try bench.desk(database, network, keys: [])
        await #expect(throws: PaymentRefusal.self) {
            try await opener.pay(try bench.submission(of: bench.token(2), reference: "cart 2"))
        }
    }

    @Test func `are not given a sealed token that is for other application data`() async throws {
        let platform = Fixed(
            name: .stripe,
            reply: ScriptedProcessor.approval,
            capabilities: [.sealedTokens]
        )
        let desk = try bench.desk(try await bench.open(), platform, keys: [])
        let submission = try bench.submission(
            of: bench.token(),
            applicationData: Array("cart 2".utf8)
        )
        await #expect(throws: PaymentRefusal.mismatch(.applicationData)) {
            try await desk.pay(submission)
        }
        #expect(platform.asked.withLock { $0 } == 0)
    }

    @Test func `refuse a payment that none of them takes`() async throws {
        let processor = Fixed(name: .stripe, reply: ScriptedProcessor.approval)
        let route = ProcessorRoutes.Route(processor, .init(currencies: [.eur]))
        let routes = ProcessorRoutes([processor], routes: [route])
        let desk = try bench.desk(try await bench.open(), over: routes)
        await #expect(throws: PaymentRefusal.noProcessor) {
            try await desk.pay(try bench.submission(of: bench.token()))
        }
    }

    /// Should the program be wrong, the database refuses.
    @Test func `stay the ones that were asked`() async throws {
        let database = try await bench.open()
        let desk = try bench.desk(database, CountingProcessor())
        _ = try await desk.pay(try bench.submission(of: bench.token()))
        await #expect(throws: StorageFailure.self) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute("UPDATE operation SET processor = 'stripe'")
            }
        }
    }
}
