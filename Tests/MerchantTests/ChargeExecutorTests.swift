import Bytes
import Foundation
import Money
import Payments
import Storage
import TestSupport
import Testing
import World

@testable import SQLite

@Suite("The executor of charges", .onEachDatabase)
struct ChargeExecutorTests {
    typealias Reply = ScriptedProcessor.Reply

    static let receipts = MigrationSeries(
        module: "receipts",
        [Migration("receipts", ["CREATE TABLE receipt (attempt TEXT PRIMARY KEY) STRICT"])]
    )

    enum Refused: CarriesChargeFailure, Equatable {
        case charging(ChargeFailure)
        case byTheCaller
        init(charging failure: ChargeFailure) { self = .charging(failure) }
        var chargeFailure: ChargeFailure? {
            guard case .charging(let failure) = self else { return nil }
            return failure
        }
    }

    let bench = ChargingBench()

    /// Charges, and keeps a receipt with an approval.
    func charge(
        _ database: Database,
        _ processor: ScriptedProcessor,
        token: UInt8 = 1,
        refusing: Bool = false
    ) async throws(Refused) -> ChargeOutcome {
        let executor = ChargeExecutor(database: database, store: bench.store, processor: processor)
        let charge: NewCharge, card: CardCredentials
        do {
            (charge, card) = try (
                ChargingBench.charge("cart \(token)", token: token), ChargingBench.card()
            )
        } catch { preconditionFailure("the bench has no card") }
        return try await executor.authorize(charge, card: card) { _ throws(Refused) in
        } settling: { transaction, _, outcome throws(Refused) in
            guard case .authorized(let attempt) = outcome else { return outcome }
            do throws(StorageFailure) {
                try transaction.execute(
                    "INSERT INTO receipt VALUES ($1)",
                    [.text(attempt.id.text)]
                )
            } catch {
                throw Refused(storage: error)
            }
            if refusing { throw .byTheCaller }
            return outcome
        }
    }

    /// Why a charge is refused, or nil if it is answered.
    func refusal(_ database: Database, _ processor: ScriptedProcessor, token: UInt8) async
        -> Refused?
    {
        do throws(Refused) {
            _ = try await charge(database, processor, token: token)
            return nil
        } catch { return error }
    }

    func count(_ query: StaticString, in database: Database) async throws -> Int64 {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(query)?.integer("n") ?? 0
        }
    }

    @Test func `is stored as sent before the processor is called`() async throws {
        let database = try await bench.open([Self.receipts])
        let seen = LockedValue<[OperationState]>([])
        let processor = ScriptedProcessor([ScriptedProcessor.approval]) { [store = bench.store] _ in
            let states = try? await database.read { snapshot throws(ChargeFailure) in
                try store.unsettled(
                    preparedBefore: UnixTime(seconds: .max),
                    limit: 9,
                    in: snapshot
                )
            }.map(\.state)
            seen.withLock { $0 += states ?? [] }
        }
        let outcome = try await charge(database, processor)
        #expect(seen.withLock { $0 } == [.sent])
        guard case .authorized(let attempt) = outcome else {
            Issue.record("not authorized: \(outcome)")
            return
        }
        #expect(attempt.amount == Money(minorUnits: 1075, currency: .usd))
        #expect(try await count("SELECT count(*) AS n FROM receipt", in: database) == 1)
    }

    @Test(
        arguments: [
            (
                [.success(.declined(.insufficientFunds))],
                ChargeOutcome.declined(.insufficientFunds), 1
            ),
            (
                [ScriptedProcessor.unanswered, .success(.declined(.doNotHonor))],
                .declined(.doNotHonor), 2
            ),
            (
                [ScriptedProcessor.unsent, ScriptedProcessor.unsent, ScriptedProcessor.unsent],
                .notSent, 3
            ),
            (
                [ScriptedProcessor.unanswered, ScriptedProcessor.unsent, ScriptedProcessor.unsent],
                .unknown, 3
            ),
            (
                [ScriptedProcessor.unsent, ScriptedProcessor.unsent, ScriptedProcessor.unanswered],
                .unknown, 3
            ),
        ] as [([Reply], ChargeOutcome, Int)]
    )
    func `repeats a request with the same key, and never treats an unknown outcome as a failure`(
        script: [Reply],
        expected: ChargeOutcome,
        asked: Int
    ) async throws {
        let database = try await bench.open([Self.receipts])
        let processor = ScriptedProcessor(script)
        #expect(try await charge(database, processor) == expected)
        #expect(processor.keys.count == asked)
        #expect(Set(processor.keys).count == 1)
        #expect(try await count("SELECT count(*) AS n FROM receipt", in: database) == 0)
    }

    @Test(arguments: [(4, 2), (5, 1)])
    func `repeats no request once the processor has taken five seconds`(
        seconds: Int64,
        asked: Int
    ) async throws {
        let database = try await bench.open([Self.receipts])
        let processor = ScriptedProcessor([
            ScriptedProcessor.unanswered, ScriptedProcessor.approval,
        ]) { [clock = bench.clock] _ in clock.advance(bySeconds: seconds) }
        let outcome = try await charge(database, processor)
        #expect(processor.keys.count == asked)
        #expect((outcome == .unknown) == (asked == 1))
    }

    @Test func `sends no request when the token was charged before`() async throws {
        let database = try await bench.open([Self.receipts])
        let first = ScriptedProcessor([ScriptedProcessor.approval])
        guard case .authorized(let attempt) = try await charge(database, first) else {
            Issue.record("the first charge was not authorized")
            return
        }
        let second = ScriptedProcessor([ScriptedProcessor.approval])
        await #expect(throws: Refused.charging(.transactionUsed(attempt.id))) {
            try await charge(database, second)
        }
        #expect(second.keys == [])
    }

    @Test func `charges once for twenty concurrent clicks`() async throws {
        let database = try await bench.open([Self.receipts])
        let processor = ScriptedProcessor(Array(repeating: ScriptedProcessor.approval, count: 20))
        let refusals = await withTaskGroup(of: Refused?.self) { group in
            for _ in 0..<20 { group.addTask { await refusal(database, processor, token: 1) } }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        let transaction = try ChargingBench.transaction(1)
        let attempt = try await database.read { snapshot throws(ChargeFailure) in
            try bench.store.attempt(of: transaction, in: snapshot)
        }
        let used = try Refused.charging(.transactionUsed(#require(attempt)))
        #expect(refusals == Array(repeating: used, count: 19))
        #expect(processor.keys.count == 1)
    }

    @Test func `keeps an approval even if the caller could not store its order`() async throws {
        let database = try await bench.open([Self.receipts])
        let processor = ScriptedProcessor([ScriptedProcessor.approval])
        await #expect(throws: Refused.byTheCaller) {
            try await charge(database, processor, refusing: true)
        }
        #expect(try await count("SELECT count(*) AS n FROM receipt", in: database) == 0)
        let approved: StaticString = "SELECT count(*) AS n FROM operation WHERE state = 'approved'"
        #expect(try await count(approved, in: database) == 1)
    }

    /// SQLite's own method: fail the first statement, then the second, until a charge completes.
    @Test(.onSQLiteOnly)
    func `keeps its guarantees, whichever statement fails`() async throws {
        let database = try await bench.open([Self.receipts])
        var number = 0
        var struck = true
        while struck {
            number += 1
            let processor = ScriptedProcessor([ScriptedProcessor.approval])
            database.armFault(atStatement: number)
            let refusal = await refusal(database, processor, token: UInt8(number))
            struck = database.disarmFault()
            #expect(processor.keys.count <= 1)
            switch refusal {
            case nil: #expect(!struck)
            case .charging(.storage): #expect(struck && processor.keys.isEmpty)
            case .charging(.outcomeNotRecorded): #expect(struck && processor.keys.count == 1)
            default: Issue.record("\(String(describing: refusal))")
            }
            let all = try await again(database, token: UInt8(number), asked: processor.keys.count)
            #expect(refusal != nil || all, "told of success, but not all of it was kept")
        }
        #expect(number > 8)
    }

    /// Whether the whole of a charge is kept; checks that nothing is half there.
    func again(_ database: Database, token: UInt8, asked: Int) async throws -> Bool {
        let transaction = try ChargingBench.transaction(token)
        return try await database.read { snapshot throws(ChargeFailure) in
            guard let attempt = try bench.store.attempt(of: transaction, in: snapshot) else {
                #expect(asked == 0, "the processor was asked for what is not recorded")
                return false
            }
            let state = try bench.store.authorization(of: attempt, in: snapshot).state
            #expect(asked == 0 || state != .prepared)
            do throws(StorageFailure) {
                let receipt = try snapshot.row(
                    "SELECT * FROM receipt WHERE attempt = $1",
                    [.text(attempt.text)]
                )
                #expect(receipt == nil || state.name == .approved)
                return receipt != nil
            } catch {
                throw .storage(error)
            }
        }
    }
}
