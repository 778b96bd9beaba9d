import Dispatch
import Money
import Storage
import TestSupport
import Testing
import World

@testable import Payments

@Suite("The log of events", .onEachDatabaseAndPartitioned)
struct EventLogTests {
    let operations = ChargingOperationsTests()

    private var bench: ChargingBench { operations.bench }
    private var tracking: OrderTracking { OrderTracking(world: bench.world) }

    private func open() async throws(DatabaseRefusal) -> Database {
        try await bench.open([OrderTracking.migrations, EventLog.migrations])
    }

    private func placed(_ database: Database) async throws -> Order {
        let id = try await operations.authorized(database)
        let attempt = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.authorizedAttempt(id, in: snapshot)
        }
        let (authorized, order) = (try #require(attempt), try OrdersTrackingTests.newOrder())
        return try await database.write { transaction throws(RecordFailure) in
            try tracking.place(order, for: authorized, in: transaction)
        }
    }

    private func events(_ database: Database, after position: Int64 = 0) async throws -> [Event] {
        let end = try await database.read { snapshot throws(StorageFailure) in
            try EventLog.end(in: snapshot)
        }
        return try await database.read { snapshot throws(StorageFailure) in
            try EventLog.events(after: position, through: end, limit: 99, in: snapshot)
        }
    }

    @Test func `has each change of a payment and its order, as it was`() async throws {
        let database = try await open()
        let order = try await placed(database)
        bench.clock.advance(bySeconds: 60)
        try await operations.operation(.capture, of: order.attempt, 300, in: database)
        try await operations.operation(
            .refund,
            of: order.attempt,
            75,
            becomes: .declined(.insufficientFunds, code: nil),
            in: database
        )
        _ = try await database.write { transaction throws(RecordFailure) in
            try tracking.record(OrderStatus.completed, of: order.id, in: transaction)
        }
        let failed = try await bench.attempt(
            ChargingBench.charge("cart 9", token: 9),
            through: [.declined(.pinIncorrect, code: nil)],
            in: database
        )
        let found = try await events(database)
        #expect(
            found.map(\.type) == [
                .paymentAuthorized, .orderPlaced, .paymentCaptured, .operationFailed,
                .orderCompleted, .paymentDeclined,
            ]
        )
        #expect(found.prefix(5).allSatisfy { $0.attempt == order.attempt })
        #expect(found.last?.attempt == failed.attempt)
        let id = order.id.text
        #expect(found.map(\.subject) == [nil, id, nil, nil, id, nil])
        let kinds: [OperationKind?] = [.authorization, nil, .capture, .refund, nil, .authorization]
        #expect(found.map(\.operation?.kind) == kinds)
        #expect(
            found.map(\.operation?.amount.minorUnits) == [1_075, nil, 300, 75, nil, 1_075]
        )
        let reasons: [DeclineReason?] = [nil, nil, nil, .insufficientFunds, nil, .pinIncorrect]
        #expect(found.map(\.operation?.declineReason) == reasons)
        #expect(
            found.map(\.merchantReference)
                == Array(repeating: "cart 1", count: 5) + ["cart 9"]
        )
        #expect(
            found.map { $0.time.seconds - order.createdAt.seconds } == [0, 0, 60, 60, 60, 60]
        )
        #expect(Set(found.map(\.identifier)).count == 6)
        let rest = try await events(database, after: found[3].position)
        #expect(rest == Array(found[4...]))
    }

    @Test func `says once that a hold has ended of which something is left`() async throws {
        let database = try await open()
        let records = DeskRecords(database: database, world: bench.world)
        let end = try #require(bench.clock.now.advanced(bySeconds: 100))
        let approval = Approval(
            authorizationCode: "A1B2C3",
            networkReference: "1234567890",
            holdEndsAt: end
        )
        var attempts: [AttemptID] = []
        for number in 1...5 as ClosedRange<UInt8> {
            let charge = try ChargingBench.charge("cart \(number)", token: number)
            let states = [OperationState.approved(approval)]
            attempts.append(try await bench.attempt(charge, through: states, in: database).attempt)
        }
        try await operations.operation(.capture, of: attempts[1], 300, in: database)
        try await operations.operation(.capture, of: attempts[2], in: database)
        try await operations.operation(.void, of: attempts[3], in: database)
        try await operations.operation(.capture, of: attempts[4], 300, isFinal: true, in: database)
        let waiting = try await bench.attempt(
            ChargingBench.charge("cart 6", token: 6),
            through: [.approved(approval)],
            in: database
        ).attempt
        let open = try await operations.operation(
            .capture,
            of: waiting,
            becomes: .unknown,
            in: database
        )
        let before = try await events(database)
        for seconds in [99, 1, 100] {
            bench.clock.advance(bySeconds: Int64(seconds))
            try await records.endHolds(limit: 9)
            let ended = try await events(database).dropFirst(before.count)
            let expected = seconds == 99 ? [] : Array(attempts[..<2])
            #expect(ended.map(\.attempt) == expected)
            #expect(ended.allSatisfy { $0.type == .paymentHoldEnded && $0.time == end })
        }
        // What becomes of an open capture says whether something is left.
        _ = try await database.write { transaction throws(RecordFailure) in
            try bench.store.record(
                .declined(.insufficientFunds, code: nil),
                of: open,
                in: transaction
            )
        }
        try await records.endHolds(limit: 9)
        let last = try #require(try await events(database).last)
        #expect(last.type == .paymentHoldEnded && last.attempt == waiting && last.time == end)
        // The issuer may still approve.
        try await operations.operation(.capture, of: attempts[0], 300, in: database)
        await #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute("UPDATE operation SET hold_ended = 1")
            }
        }
    }

    @Test func `has nothing of a change that was undone`() async throws {
        let database = try await open()
        let order = try await placed(database)
        await #expect(throws: RecordFailure.attemptMissing(order.attempt)) {
            try await database.write { transaction throws(RecordFailure) in
                _ = try tracking.record(OrderStatus.completed, of: order.id, in: transaction)
                throw .attemptMissing(order.attempt)
            }
        }
        #expect(try await events(database).map(\.type) == [.paymentAuthorized, .orderPlaced])
    }

    static let forbidden: [StaticString] = ["UPDATE event SET time = 0", "DELETE FROM event"]

    @Test(arguments: [0, 1])
    func `is not changed`(_ place: Int) async throws {
        let database = try await open()
        _ = try await placed(database)
        await #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(Self.forbidden[place])
            }
        }
    }
}

/// Two writers on PostgreSQL, of whom the first writes first and commits last.
@Suite("The log of events that several servers write")
struct EventEndTests {
    private static let waiting: StaticString = """
        SELECT count(*) AS n FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `is complete up to its end, and no writer waits for another`() async throws {
        try await DatabaseKind.$current.withValue(.postgreSQL) {
            let tests = OrdersTrackingTests()
            let all = [OrderTracking.migrations, EventLog.migrations]
            let (one, two) = (try await tests.bench.open(all), try await tests.bench.open(all))
            let tracking = tests.tracking
            let first = try await tests.placed(one, token: 1)
            let second = try await tests.placed(two, token: 2)
            let (hasWritten, mayCommit) = (AwaitableValue(false), DispatchSemaphore(value: 0))
            let slow = Task {
                try await one.write { transaction throws(RecordFailure) in
                    _ = try tracking.record(OrderStatus.completed, of: first.id, in: transaction)
                    hasWritten.change { $0 = true }
                    mayCommit.wait()
                    // The server may undo the transaction, and it runs again.
                    mayCommit.signal()
                }
            }
            await hasWritten.wait { $0 }
            try await two.write { transaction throws(RecordFailure) in
                _ = try tracking.record(OrderStatus.completed, of: second.id, in: transaction)
            }
            let reader = Task {
                try await two.read { snapshot throws(StorageFailure) in
                    try EventLog.end(in: snapshot)
                }
            }
            #expect(try await Self.hasWaiter(two))
            mayCommit.signal()
            try await slow.value
            let end = try await reader.value
            let events = try await two.read { snapshot throws(StorageFailure) in
                try EventLog.events(after: 0, through: end, limit: 9, in: snapshot)
            }
            let orders = events.filter { $0.type == .orderCompleted }.map(\.subject)
            #expect(orders == [first.id.text, second.id.text])
            #expect(events.map(\.position) == events.map(\.position).sorted())
        }
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `numbers an event once its writer holds the lock`() async throws {
        try await DatabaseKind.$current.withValue(.postgreSQL) {
            let tests = OrdersTrackingTests()
            let all = [OrderTracking.migrations, EventLog.migrations]
            let (one, two) = (try await tests.bench.open(all), try await tests.bench.open(all))
            let tracking = tests.tracking
            let first = try await tests.placed(one, token: 1)
            let second = try await tests.placed(two, token: 2)
            let (isLocked, mayWrite) = (AwaitableValue(false), DispatchSemaphore(value: 0))
            let reader = Task {
                try await one.write { transaction throws(RecordFailure) in
                    _ = try EventLog.end(in: transaction)
                    isLocked.change { $0 = true }
                    mayWrite.wait()
                    mayWrite.signal()
                    _ = try tracking.record(OrderStatus.completed, of: first.id, in: transaction)
                }
            }
            await isLocked.wait { $0 }
            let writer = Task {
                try await two.write { transaction throws(RecordFailure) in
                    _ = try tracking.record(OrderStatus.completed, of: second.id, in: transaction)
                }
            }
            #expect(try await Self.hasWaiter(two))
            mayWrite.signal()
            try await reader.value
            try await writer.value
            #expect(try await Self.completed(two) == [first.id.text, second.id.text])
        }
    }

    /// Whether a writer or a reader waits for the lock.
    private static func hasWaiter(_ database: Database) async throws -> Bool {
        for _ in 0..<5_000 {
            let isWaiting = try await database.read { snapshot throws(StorageFailure) in
                try snapshot.row(waiting)?.integer("n") == 1
            }
            if isWaiting { return true }
        }
        return false
    }

    /// The orders that were completed, in the order of their events.
    private static func completed(_ database: Database) async throws -> [String?] {
        let end = try await database.read { snapshot throws(StorageFailure) in
            try EventLog.end(in: snapshot)
        }
        let events = try await database.read { snapshot throws(StorageFailure) in
            try EventLog.events(after: 0, through: end, limit: 9, in: snapshot)
        }
        return events.filter { $0.type == .orderCompleted }.map(\.subject)
    }
}
