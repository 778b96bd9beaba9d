import Storage
import Testing
import World

@testable import Payments

@Suite("A request that another server took over", .onEachDatabase)
struct TakenOverRequestTests {
    let bench = ChargingBench()

    private func key() -> RequestKey {
        RequestKey(
            caller: "shop",
            operation: "refund",
            key: "r",
            body: [],
            change: nil,
            server: WorkerID(drawnFrom: bench.randomness),
            bench.randomness
        )
    }

    /// The answers of a server that was too slow, with and without an attempt.
    @Test(arguments: [KeyedAnswer.notDone, .open], [false, true])
    func `has the other one's answer`(late: KeyedAnswer, knowsAttempt: Bool) async throws {
        let database = try await bench.open([IdempotencyTables.migrations])
        let (slow, other) = (key(), key())
        let records = DeskRecords(database: database, world: bench.world).requests
        let attempt = AttemptID(drawnFrom: bench.randomness)
        let answer = RecordedAnswer(status: 200, location: nil, body: [1])
        let clock = bench.clock
        let earlier = try await database.write { transaction throws(RecordFailure) in
            _ = try records.take(slow, of: attempt, in: transaction)
            clock.advance(bySeconds: 121)
            _ = try records.take(other, of: attempt, in: transaction)
            _ = try records.conclude(other, of: attempt, with: .final(answer), in: transaction)
            return try records.conclude(
                slow,
                of: knowsAttempt ? attempt : nil,
                with: late,
                in: transaction
            )
        }
        #expect(earlier == .answered(answer))
    }
}
