import Payments
import Storage
import TestSupport
import Testing
import World

@Suite(
    "History by month",
    .enabled(if: PostgreSQLServer.isHere, "\(PostgreSQLServer.absence)")
)
struct HistoryByMonthTests {
    let orders = OrdersTrackingTests()

    /// An order whose payment and completion are recorded in later months.
    private func order(
        in database: Database,
        token: UInt8,
        waitingDays days: [Int64]
    ) async throws -> Order {
        let order = try await orders.placed(database, token: token)
        orders.bench.clock.advance(bySeconds: days[0] * 86_400)
        try await database.write { transaction throws(RecordFailure) in
            try orders.tracking.record(PaymentStatus.paid, of: order.id, in: transaction)
        }
        orders.bench.clock.advance(bySeconds: days[1] * 86_400)
        return try await database.write { transaction throws(RecordFailure) in
            try orders.tracking.record(OrderStatus.completed, of: order.id, in: transaction)
        }
    }

    private func history(_ order: Order, in database: Database) async throws -> [OrderEvent] {
        try await database.read { snapshot throws(RecordFailure) in
            try orders.tracking.events(of: order.id, limit: 9, in: snapshot)
        }
    }

    /// The partitions that have rows, each with their number.
    private func rows(_ table: String, _ place: String) throws -> [String] {
        try PostgreSQLServer.shared().sql(
            "SELECT tableoid::regclass || ' ' || count(*) FROM \(table) GROUP BY tableoid ORDER BY 1",
            in: place
        ).split(separator: "\n").map(String.init)
    }

    private func inPartitions(
        _ body: (Database, _ place: String) async throws -> Void
    ) async throws {
        try await DatabaseKind.$current.withValue(.partitionedPostgreSQL) {
            let database = try await orders.open()
            let place = try #require(DatabaseKind.connectionString(of: orders.bench.folder))
            try await body(database, place)
        }
    }

    @Test func `goes to the partition of its month, and to the default one where there is none`()
        async throws
    {
        try await inPartitions { database, place in
            let order = try await order(in: database, token: 1, waitingDays: [20, 400])
            let changes: [OrderEvent.Change] = [.placed, .payment(.paid), .status(.completed)]
            #expect(try await history(order, in: database).map(\.change) == changes)
            #expect(
                try rows("order_event", place)
                    == ["order_event_2025_12 1", "order_event_before 1", "order_event_later 1"]
            )
            // 24 November 2025, 420 days later: in January 2027.
            HistoryByMonth.partition(place, at: "2027-01-20T00:00:00Z")
            #expect(
                try rows("order_event", place)
                    == ["order_event_2025_12 1", "order_event_2027_01 1", "order_event_before 1"]
            )
            let events = try await history(order, in: database)
            #expect(events.map(\.change) == changes && events.map(\.sequence) == [1, 2, 3])
        }
    }

    @Test func `of a database with payments is kept, and goes on`() async throws {
        try await DatabaseKind.$current.withValue(.postgreSQL) {
            let database = try await orders.open()
            let place = try #require(DatabaseKind.connectionString(of: orders.bench.folder))
            let before = try await order(in: database, token: 1, waitingDays: [1, 1])
            let recorded = try await history(before, in: database)
            HistoryByMonth.partition(place, at: HistoryByMonth.start)
            HistoryByMonth.partition(place, at: HistoryByMonth.start)
            #expect(try await history(before, in: database) == recorded)
            let after = try await order(in: database, token: 2, waitingDays: [1, 20])
            #expect(try await history(after, in: database).map(\.sequence) == [4, 5, 6])
            #expect(try rows("order_event", place).count == 2)
        }
    }

    @Test func `is not changed, in no partition`() async throws {
        try await inPartitions { database, place in
            _ = try await order(in: database, token: 1, waitingDays: [20, 400])
            let server = try PostgreSQLServer.shared()
            let attempts = [
                "UPDATE order_event SET value = 'x'", "DELETE FROM order_event_2025_12",
                "DELETE FROM order_event_later",
            ]
            for attempt in attempts {
                let answer = server.sql("\(attempt); SELECT 'changed'", in: place)
                #expect(!answer.contains("changed"), "\(attempt)")
            }
            #expect(try rows("order_event", place).count == 3)
        }
    }

    @Test func `of a month that was taken away is missed by no payment`() async throws {
        try await inPartitions { database, place in
            let first = try await order(in: database, token: 1, waitingDays: [20, 1])
            let server = try PostgreSQLServer.shared()
            server.sql("ALTER TABLE order_event DETACH PARTITION order_event_before", in: place)
            #expect(try await history(first, in: database).map(\.change).first == .payment(.paid))
            let second = try await order(in: database, token: 2, waitingDays: [1, 1])
            #expect(try await history(second, in: database).count == 3)
        }
    }
}
