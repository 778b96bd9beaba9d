import Payments
import Storage
import Testing
import World

@testable import MerchantServer

@Suite("The records of devices that follow orders")
struct WalletRecordsTests {
    /// Two orders.
    private static func orders(_ bench: PaymentBench, _ server: ServerUnderTest) async throws
        -> [OrderID]
    {
        var orders: [OrderID] = []
        for reference in ["cart 1", "cart 2"] {
            let body = PaymentBench.body(try await bench.token(), reference: reference)
            let paid = try await server.pay(body, key: reference)
            orders.append(try #require(paid["order.id"].flatMap { OrderID($0) }, "\(paid.text)"))
        }
        return orders
    }

    @Test(arguments: PaymentDatabase.here)
    func `keep the newest fifty devices of an order`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let orders = try await Self.orders(bench, server)
        let records = WalletRecords(database: server.database)
        let now = bench.clock.now
        let other = try await records.register("other", for: orders[1], pushToken: "a", at: now)
        #expect(other)
        for number in 1...51 {
            let isNew = try await records.register(
                "phone \(number)",
                for: orders[0],
                pushToken: "a",
                at: now
            )
            #expect(isNew)
        }
        #expect(try await server.count("SELECT count(*) AS n FROM wallet_registration") == 51)
        for (device, isThere) in [("phone 1", false), ("phone 2", true), ("phone 51", true)] {
            let found = try await records.orders(of: device, changedAfter: 0).orders
            #expect(!found.isEmpty == isThere, "\(device)")
        }
        let isNew = try await records.register("phone 2", for: orders[0], pushToken: "b", at: now)
        #expect(!isNew)
    }

    @Test(arguments: PaymentDatabase.here)
    func `number changes on after those of a database that was restored`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let orders = try await Self.orders(bench, server)
        let records = WalletRecords(database: server.database)
        let now = bench.clock.now
        for name in ["a", "b", "phone"] {
            _ = try await records.register(name, for: orders[0], pushToken: "a", at: now)
        }
        let tag = try await records.orders(of: "phone", changedAfter: 0).last
        try await server.database.write { transaction throws(StorageFailure) in
            try transaction.execute("UPDATE wallet_push SET changes = 0")
        }
        bench.clock.advance(bySeconds: 1)
        _ = try await records.register("phone", for: orders[1], pushToken: "a", at: bench.clock.now)
        let changed = try await records.orders(of: "phone", changedAfter: tag)
        #expect(changed.orders == [orders[1].text] && changed.last > tag)
    }
}
