import Dispatch
import Payments
import Storage
import TestSupport
import Testing
import World

/// Two writers on PostgreSQL, of whom the first writes first and commits last.
@Suite("The history of orders that several servers write")
struct OrderHistoryTests {
    private static let waiting: StaticString = """
        SELECT count(*) AS n FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `is complete up to its end, and no writer waits for another`() async throws {
        try await DatabaseKind.$current.withValue(.postgreSQL) {
            let tests = OrdersTrackingTests()
            let (one, two) = (try await tests.open(), try await tests.open())
            let tracking = tests.tracking
            let first = try await tests.placed(one, token: 1)
            let second = try await tests.placed(one, token: 2)
            let (hasWritten, mayCommit) = (AwaitableValue(false), DispatchSemaphore(value: 0))
            let slow = Task {
                try await one.write { transaction throws(RecordFailure) in
                    _ = try tracking.record(PaymentStatus.paid, of: first.id, in: transaction)
                    hasWritten.change { $0 = true }
                    mayCommit.wait()
                    // The server may undo the transaction, and it runs again.
                    mayCommit.signal()
                }
            }
            await hasWritten.wait { $0 }
            try await two.write { transaction throws(RecordFailure) in
                _ = try tracking.record(PaymentStatus.paid, of: second.id, in: transaction)
            }
            let reader = Task {
                try await two.read { snapshot throws(RecordFailure) in
                    try tracking.historyEnd(in: snapshot)
                }
            }
            var isWaiting = false
            for _ in 0..<5_000 where !isWaiting {
                isWaiting = try await two.read { snapshot throws(StorageFailure) in
                    try snapshot.row(Self.waiting)?.integer("n") == 1
                }
            }
            #expect(isWaiting)
            mayCommit.signal()
            try await slow.value
            let end = try await reader.value
            let events = try await two.read { snapshot throws(RecordFailure) in
                try tracking.events(after: 0, through: end, limit: 9, in: snapshot)
            }
            #expect(end == 4 && events.map(\.sequence) == [1, 2, 3, 4])
            #expect(events.map(\.order) == [first.id, second.id, first.id, second.id])
        }
    }
}
