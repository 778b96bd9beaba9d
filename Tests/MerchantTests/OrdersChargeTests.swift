import Payments
import TestSupport
import Testing
import World

@testable import Storage

/// A charge and its order in one transaction, as the merchant's server keeps them.
@Suite("An order and its charge", .onEachDatabase)
struct OrdersChargeTests {
    let tests = OrdersTrackingTests()
    let bench: PaymentDeskBench

    init() throws { bench = try PaymentDeskBench() }

    func pay(_ database: Database, token: UInt8) async throws -> Order {
        let desk = try bench.desk(database, ScriptedProcessor([ScriptedProcessor.approval]))
        let charge = try ChargingBench.charge("cart \(token)", token: token)
        return try await desk.charge(charge, signedAt: bench.charging.clock.now).order
    }

    /// SQLite's own method: fail the first statement, then the second, until a payment completes.
    @Test(.onSQLiteOnly)
    func `are stored together or not at all, whichever statement fails`() async throws {
        let database = try await bench.open()
        var number = 0
        var struck = true
        while struck {
            number += 1
            database.armFault(atStatement: number)
            let order = try? await pay(database, token: UInt8(number))
            struck = database.disarmFault()
            #expect(struck == (order == nil))
            let transaction = try ChargingBench.transaction(UInt8(number))
            let kept = try await database.read { snapshot throws(RecordFailure) in
                try tests.tracking.orders(limit: 1_000, in: snapshot)
            }.filter { $0.transactionID == transaction }
            #expect(kept == (order.map { [$0] } ?? []))
            for order in kept { #expect(order.lineItems.count == 2) }
        }
        #expect(number > 10, "the sweep reached the order's own statements")
        #expect(try await orphans(database) == 0)
    }

    func orphans(_ database: Database) async throws -> Int {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows(
                """
                SELECT shop_order.id FROM shop_order
                LEFT JOIN operation ON operation.attempt = shop_order.attempt
                    AND operation.state = 'approved'
                LEFT JOIN order_event ON order_event.shop_order = shop_order.id
                    AND order_event.change = 'placed'
                WHERE operation.id IS NULL OR order_event.sequence IS NULL
                """
            ).count
        }
    }
}
