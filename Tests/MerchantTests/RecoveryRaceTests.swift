import Payments
import Storage
import Testing
import World

/// Recovery has a lease on an authorization, and decides to reverse it.
@Suite("A reversal that comes too late", .onEachDatabase)
struct RecoveryRaceTests {
    let bench = ChargingBench()
    var store: ChargeStore { ChargeStore(world: bench.world, policy: .standard) }

    /// Another program's act in the meantime.
    enum Other: CaseIterable, Sendable {
        case placesTheOrder, records, recordsBehind, leases
    }

    @Test(arguments: Other.allCases)
    func `changes nothing`(_ other: Other) async throws {
        let database = try await bench.open([OrderTracking.migrations])
        let orders = OrderTracking(world: bench.world)
        let first: OperationState = other == .placesTheOrder ? ChargingBench.approval : .unknown
        let sent = try await bench.attempt(ChargingBench.charge(), in: database)
        let order = try OrdersTrackingTests.newOrder()
        let (store, clock) = (store, bench.clock)
        let (leased, before) = try await database.write { transaction throws(RecordFailure) in
            let recorded = try store.record(first, of: sent, in: transaction)
            clock.advance(bySeconds: 901)
            let leased = try store.lease(
                recorded.id,
                early: false,
                worker: ChargingBench.worker,
                in: transaction
            )
            switch other {
            case .placesTheOrder:
                let attempt = try store.authorizedAttempt(recorded.attempt, in: transaction)
                do throws(RecordFailure) {
                    if let attempt { _ = try orders.place(order, for: attempt, in: transaction) }
                } catch { throw RecordFailure.operationMissing(recorded.id) }
            case .records:
                _ = try store.recordIfPossible(ChargingBench.approval, of: sent, in: transaction)
            case .recordsBehind:
                // So the approval waits for its order until the time of the lease.
                clock.advance(bySeconds: 120 - 900)
                _ = try store.recordIfPossible(ChargingBench.approval, of: sent, in: transaction)
            case .leases:
                clock.advance(bySeconds: 121)
                _ = try store.lease(
                    recorded.id,
                    early: false,
                    worker: WorkerID(drawnFrom: SeededRandomness(seed: 2)),
                    in: transaction
                )
            }
            return (leased, try store.operation(recorded.id, in: transaction))
        }
        let due = try #require(leased)
        let after = try await database.write { transaction throws(RecordFailure) in
            try store.reverseLeased(due, .unanswered, in: transaction)
        }
        #expect(after == before)
        #expect(after.state == (other == .leases ? .unknown : ChargingBench.approval))
        let reversals = try await database.read { snapshot throws(RecordFailure) in
            try store.operations(of: sent.attempt, .reversal, in: snapshot)
        }
        #expect(reversals.isEmpty)
    }
}
