import Money
import Payments
import SQLite
import Storage
import TestSupport
import Testing
import World

/// A file of the version before operations had kinds, with payments in it.
@Suite("A file of an older version")
struct ChargingOldFileTests {
    let folder = ScratchFolder()
    let world = World.simulated(seed: 1, startingAt: UnixTime(seconds: 1_764_000_000))

    /// The series as the older version had them: the first two migrations of each.
    static let old = [ChargeStore.migrations, OrderTracking.migrations].map {
        MigrationSeries(module: $0.module, Array($0.migrations.prefix(2)))
    }

    static func id(_ prefix: String, _ number: Int) -> String {
        let digits = String(number)
        return prefix + String(repeating: "0", count: 32 - digits.count) + digits
    }

    static let states = [
        "prepared", "sent", "approved", "declined", "notSent", "unknown", "approved",
    ]

    /// Writes payments as the older version did. The last approval has an order.
    func write(_ path: String) async throws {
        let database = try await Database(path: path, migrations: Self.old)
        try await database.write { transaction throws(StorageFailure) in
            for (number, state) in Self.states.enumerated() {
                let attempt = Self.id("attempt-", number)
                try transaction.execute(
                    "INSERT INTO intent VALUES ($1, $2, $3, 'USD', 100)",
                    [
                        .text(Self.id("intent-", number)), .text("cart \(number)"),
                        .integer(1_000 + Int64(number)),
                    ]
                )
                try transaction.execute(
                    "INSERT INTO attempt VALUES ($1, $2, $3, '5104', 100)",
                    [
                        .text(attempt), .text(Self.id("intent-", number)),
                        .bytes([UInt8](repeating: UInt8(number), count: 32)),
                    ]
                )
                let isApproved = state == "approved"
                try transaction.execute(
                    """
                    INSERT INTO operation
                    VALUES ($1, $2, $3, 'authorization', $4, $5, $6, $7, $8, 100, 101)
                    """,
                    [
                        .text(Self.id("operation-", number)), .text(attempt),
                        .text(Self.id("intent-", number)), .text("\(attempt)-auth"), .text(state),
                        isApproved ? .text("A1") : .null, isApproved ? .text("N1") : .null,
                        state == "declined" ? .text("doNotHonor") : .null,
                    ]
                )
            }
            try transaction.execute(
                """
                INSERT INTO shop_order (id, status, payment_status, attempt, total_minor_units,
                    currency_code, transaction_identifier, label, created_at, updated_at)
                VALUES ($1, 'open', 'authorized', $2, 1006, 'USD', $3, 'Shop', 101, 101)
                """,
                [
                    .text(Self.id("order-", 6)), .text(Self.id("attempt-", 6)),
                    .bytes([UInt8](repeating: 6, count: 32)),
                ]
            )
        }
        await database.close()
    }

    @Test func `keeps every payment when it is brought up to date`() async throws {
        let path = folder.path("old.db")
        try await write(path)
        let database = try await Database(
            path: path,
            migrations: [ChargeStore.migrations, OrderTracking.migrations]
        )
        let store = ChargeStore(world: world, policy: .standard)
        for (number, state) in Self.states.enumerated() {
            let attempt = try #require(AttemptID(Self.id("attempt-", number)))
            let (operation, history, amounts) = try await database.read {
                snapshot throws(ChargeFailure) in
                let operation = try store.authorization(of: attempt, in: snapshot)
                return (
                    operation, try store.history(of: operation.id, in: snapshot),
                    try store.amounts(of: attempt, in: snapshot)
                )
            }
            #expect(operation.state.name.rawValue == state)
            #expect(operation.amount == Money(minorUnits: 1_000 + Int64(number), currency: .usd))
            #expect(operation.processor == .unrecorded)
            #expect(operation.preparedAt == UnixTime(seconds: 100))
            #expect(history.map(\.state) == [operation.state.name])
            let isApproved = state == "approved"
            #expect(amounts.authorized.minorUnits == (isApproved ? 1_000 + Int64(number) : 0))
            #expect((operation.dueAt != nil) == [0, 1, 2, 5].contains(number))
        }
        let orders = try await database.read { snapshot throws(OrderFailure) in
            try OrderTracking(world: world).orders(limit: 9, in: snapshot)
        }
        #expect(orders.map(\.number) == [1001])
        // The file was written to by sqlite3's rules for references.
        let broken = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("PRAGMA foreign_key_check").count
        }
        #expect(broken == 0)
    }

    /// Everything that was left open is settled: asked about, closed or reversed.
    @Test func `is settled by recovery`() async throws {
        let path = folder.path("old.db")
        try await write(path)
        let database = try await Database(
            path: path,
            migrations: [ChargeStore.migrations, OrderTracking.migrations]
        )
        let store = ChargeStore(world: world, policy: .standard)
        let processor = ScriptedProcessor([])
        let recovery = Recovery(database: database, store: store, processor: processor)
        _ = try await recovery.settleDue()
        _ = try await recovery.settleDue()
        let (states, next) = try await database.read { snapshot throws(ChargeFailure) in
            let states = try Self.states.indices.map { number throws(ChargeFailure) in
                guard let attempt = AttemptID(Self.id("attempt-", number)) else {
                    return OperationState.Name.sent
                }
                return try store.authorization(of: attempt, in: snapshot).state.name
            }
            return (states, try store.nextDue(in: snapshot))
        }
        #expect(
            states == [
                .notSent, .reversed, .reversed, .declined, .notSent, .reversed, .approved,
            ]
        )
        #expect(next == nil)
        #expect(processor.keys.count == 3)
    }
}
