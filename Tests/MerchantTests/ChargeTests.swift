import Bytes
import Foundation
import Money
import Payments
import TestSupport
import Testing
import World

@testable import Storage

@Suite("A charge", .onEachDatabase)
struct ChargeTests {
    typealias Reply = ScriptedProcessor.Reply

    let bench: PaymentDeskBench

    init() throws { bench = try PaymentDeskBench() }

    /// Charges, and places the order of an approval.
    func charge(
        _ database: Database,
        _ processor: ScriptedProcessor,
        token: UInt8 = 1
    ) async throws -> Result<PaymentReceipt, PaymentRefusal> {
        let desk = try bench.desk(database, processor)
        let charge = try ChargingBench.charge("cart \(token)", token: token)
        do {
            return .success(try await desk.charge(charge, signedAt: bench.charging.clock.now))
        } catch let refusal as PaymentRefusal { return .failure(refusal) }
    }

    func count(_ query: StaticString, in database: Database) async throws -> Int64 {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(query)?.integer("n") ?? 0
        }
    }

    @Test func `is stored as sent before the processor is called`() async throws {
        let database = try await bench.open()
        let seen = LockedValue<[OperationState]>([])
        let store = bench.charging.store
        let processor = ScriptedProcessor([ScriptedProcessor.approval]) { _ in
            let states = try? await database.read { snapshot throws(RecordFailure) in
                try store.unsettled(
                    preparedBefore: UnixTime(seconds: .max),
                    limit: 9,
                    in: snapshot
                )
            }.map(\.state)
            seen.withLock { $0 += states ?? [] }
        }
        let receipt = try await charge(database, processor).get()
        #expect(seen.withLock { $0 } == [.sent])
        #expect(receipt.authorization.amount == Money(minorUnits: 1075, currency: .usd))
        #expect(try await bench.orders(database) == [receipt.order])
    }

    @Test(
        arguments: [
            (
                [.success(.declined(.insufficientFunds))],
                PaymentRefusal.declined(.insufficientFunds), "declined", [false]
            ),
            (
                [ScriptedProcessor.unanswered, .success(.declined(.doNotHonor))],
                .declined(.doNotHonor), "declined", [false, true]
            ),
            (
                [ScriptedProcessor.unsent, ScriptedProcessor.unsent, ScriptedProcessor.unsent],
                .notSent(.unreachable), "notSent", [false, false, false]
            ),
            (
                [ScriptedProcessor.unanswered, ScriptedProcessor.unsent, ScriptedProcessor.unsent],
                nil, "unknown", [false, true, true]
            ),
            (
                [ScriptedProcessor.unsent, ScriptedProcessor.unsent, ScriptedProcessor.unanswered],
                nil, "unknown", [false, false, false]
            ),
        ] as [([Reply], PaymentRefusal?, String, [Bool])]
    )
    func `repeats a request with the same key, and never treats an unknown outcome as a failure`(
        script: [Reply],
        expected: PaymentRefusal?,
        state: String,
        repetitions: [Bool]
    ) async throws {
        let database = try await bench.open()
        let processor = ScriptedProcessor(script)
        guard case .failure(let refusal) = try await charge(database, processor) else {
            Issue.record("it was accepted")
            return
        }
        if let expected {
            #expect(refusal == expected)
        } else if case .beingSettled = refusal {
        } else {
            Issue.record("\(refusal)")
        }
        #expect(try await bench.states(database) == [state])
        // A request is marked as a repetition where one before it may have been received.
        #expect(processor.repetitions == repetitions)
        #expect(Set(processor.keys).count == 1)
        #expect(try await bench.orders(database).isEmpty)
    }

    @Test(arguments: [(4, 2), (5, 1)])
    func `repeats no request once the processor has taken five seconds`(
        seconds: Int64,
        asked: Int
    ) async throws {
        let database = try await bench.open()
        let processor = ScriptedProcessor([
            ScriptedProcessor.unanswered, ScriptedProcessor.approval,
        ]) { [clock = bench.charging.clock] _ in clock.advance(bySeconds: seconds) }
        _ = try await charge(database, processor)
        #expect(processor.keys.count == asked)
        #expect(try await bench.states(database) == [asked == 1 ? "unknown" : "approved"])
    }

    @Test func `sends no request when the token was charged before`() async throws {
        let database = try await bench.open()
        let first = ScriptedProcessor([ScriptedProcessor.approval])
        let receipt = try await charge(database, first).get()
        let second = ScriptedProcessor([ScriptedProcessor.approval])
        #expect(try await charge(database, second).get() == receipt)
        #expect(second.keys == [])
    }

    @Test func `is made once for twenty concurrent clicks`() async throws {
        let database = try await bench.open()
        let processor = ScriptedProcessor(Array(repeating: ScriptedProcessor.approval, count: 20))
        let results = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await charge(database, processor) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let order = try await #require(try bench.orders(database).first)
        for result in results {
            switch result {
            case .success(let receipt): #expect(receipt.order == order)
            case .failure(.beingSettled(let attempt, _)): #expect(attempt == order.attempt)
            case .failure(let refusal): Issue.record("\(refusal)")
            }
        }
        #expect(processor.keys.count == 1)
    }

    @Test func `keeps an approval even if its order could not be stored`() async throws {
        let database = try await bench.open()
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute("DROP TABLE order_line")
        }
        let processor = ScriptedProcessor([ScriptedProcessor.approval])
        guard case .failure(.beingSettled(_, .some)) = try await charge(database, processor) else {
            Issue.record("it was not kept apart")
            return
        }
        #expect(try await count("SELECT count(*) AS n FROM shop_order", in: database) == 0)
        let approved: StaticString = "SELECT count(*) AS n FROM operation WHERE state = 'approved'"
        #expect(try await count(approved, in: database) == 1)
    }

    /// SQLite's own method: fail the first statement, then the second, until a charge completes.
    @Test(.onSQLiteOnly)
    func `keeps its guarantees, whichever statement fails`() async throws {
        let database = try await bench.open()
        var number = 0
        var struck = true
        while struck {
            number += 1
            let processor = ScriptedProcessor([ScriptedProcessor.approval])
            database.armFault(atStatement: number)
            let result = try await charge(database, processor, token: UInt8(number))
            struck = database.disarmFault()
            let asked = processor.keys.count
            #expect(asked <= 1)
            switch result {
            case .success: #expect(!struck)
            case .failure(.databaseFailed), .failure(.claim): #expect(struck && asked == 0)
            case .failure(.beingSettled): #expect(struck && asked == 1)
            case .failure(let refusal): Issue.record("\(refusal)")
            }
            let all = try await isOrdered(database, token: UInt8(number), asked: asked)
            let isAccepted = if case .success = result { true } else { false }
            #expect(!isAccepted || all, "told of success, but not all of it was kept")
        }
        #expect(number > 8)
    }

    /// Whether the whole of a charge is kept; checks that nothing is half there.
    func isOrdered(_ database: Database, token: UInt8, asked: Int) async throws -> Bool {
        let transaction = try ChargingBench.transaction(token)
        let (store, orders) = (bench.charging.store, OrderTracking(world: bench.charging.world))
        return try await database.read { snapshot throws(RecordFailure) in
            guard let attempt = try store.attempt(of: transaction, in: snapshot) else {
                #expect(asked == 0, "the processor was asked for what is not recorded")
                return false
            }
            let state = try store.authorization(of: attempt, in: snapshot).state
            #expect(asked == 0 || state != .prepared)
            let order = try orders.order(of: attempt, in: snapshot)
            #expect(order == nil || state.name == .approved)
            return order != nil
        }
    }
}
