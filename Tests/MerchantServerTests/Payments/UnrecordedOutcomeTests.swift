import CardNetwork
import HTTPMessages
import MerchantServer
import Storage
import TestSandbox
import TestSupport
import Testing
import World

@Suite("An approval that the database does not take")
struct UnrecordedOutcomeTests {
    @Test(arguments: PaymentDatabase.here)
    func `is being settled for every token of its order, and the log has the cause`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        try await server.database.write { transaction throws(StorageFailure) in
            try transaction.execute("DROP TABLE order_line")
        }
        let lines = #""lines":[{"title":"a","amount":"10.75"}]"#
        let first = try await server.pay(PaymentBench.body(try await bench.token(), lines))
        #expect(first.status == 202 && first["status"] == "pending", "\(first.text)")
        #expect(try await bench.sandbox.network.approvals() == 1)
        let id = try #require(first["id"])
        let log = bench.log.withLock(\.self)
        let isLogged = log.contains {
            $0.contains("payment.notRecorded") && $0.contains(id)
                && $0.contains("a statement was refused")
        }
        #expect(isLogged, "\(log)")
        let other = PaymentBench.body(try await bench.token(), lines)
        let second = try await server.pay(other, key: "other")
        #expect(second.status == 202 && second["id"] == id, "\(second.text)")
        #expect(try await bench.sandbox.network.approvals() == 1)
        // Without an order the hold is released.
        bench.clock.advance(bySeconds: 901)
        _ = await server.service.settleDue()
        #expect(try await server.call("GET", "/payments/\(id)")["status"] == "cancelled")
    }

    @Test(arguments: PaymentDatabase.here)
    func `of a capture is logged too`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let paid = try await server.pay(PaymentBench.body(try await bench.token()))
        let id = try #require(paid["id"])
        try await server.database.write { transaction throws(StorageFailure) in
            try transaction.execute("DROP TABLE order_event")
        }
        let answer = try await server.call("POST", "/payments/\(id)/capture", key: "c")
        #expect(answer.status == 202, "\(answer.text)")
        let log = bench.log.withLock(\.self)
        #expect(log.contains { $0.contains("payment.notRecorded") && $0.contains(id) }, "\(log)")
    }
}
