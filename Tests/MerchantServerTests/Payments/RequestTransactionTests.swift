import HTTPMessages
import Storage
import TestSupport
import Testing
import World

@testable import MerchantServer

@Suite("The record of a request")
struct RequestTransactionTests {
    /// PostgreSQL keeps with each row the transaction that wrote it last.
    private static let together: StaticString = """
        SELECT count(*) AS n FROM idempotent_request AS request
        JOIN operation ON operation.xmin = request.xmin
        """

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `is written with the charge, and its answer with the outcome`() async throws {
        let bench = try PaymentBench(.postgreSQL)
        let (server, other) = (try await bench.server(), try await bench.server())
        let asked = LockedValue<[Int64]>([])
        bench.beforeMessage.withLock {
            $0 = {
                let count = try? await other.count(Self.together)
                asked.withLock { $0.append(count ?? -1) }
            }
        }
        let paid = try await server.pay(PaymentBench.body(try await bench.token()))
        #expect(paid.status == 201)
        #expect(try await server.count(Self.together) == 1)
        let declined = PaymentBench.body(
            try await bench.token(900_051),
            amount: "9000.51",
            reference: "cart 2"
        )
        #expect(try await server.pay(declined, key: "d").status == 402)
        #expect(try await server.count(Self.together) == 2)
        let path = "/payments/\(try #require(paid["id"]))/capture"
        #expect(try await server.call("POST", path, "{}", key: "c").status == 200)
        #expect(try await server.count(Self.together) == 3)
        #expect(asked.withLock(\.self) == [1, 2, 3])
    }

    @Test(arguments: PaymentDatabase.here)
    func `is not made where nothing is done, so the key is free for another body`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let token = try await bench.token()
        let wrong = try await server.pay(PaymentBench.body(token, amount: "10.76"))
        #expect(wrong.status == 422 && wrong["code"] == "amountDiffers", "\(wrong.text)")
        #expect(try await server.count("SELECT count(*) AS n FROM idempotent_request") == 0)
        #expect(try await server.count("SELECT count(*) AS n FROM audit_entry") == 0)
        let right = try await server.pay(PaymentBench.body(token))
        #expect(right.status == 201, "\(right.text)")
    }

    @Test(arguments: PaymentDatabase.here)
    func `binds the key to the body while the outcome is not known`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token())
        bench.isCut.withLock { $0 = true }
        #expect(try await server.pay(body).status == 202)
        // The payment is known under another key too.
        #expect(try await server.pay(body, key: "second").status == 202)
        bench.isCut.withLock { $0 = false }
        let other = PaymentBench.body(try await bench.token(), reference: "cart 2")
        for key in ["key", "second"] {
            let refused = try await server.pay(other, key: key)
            #expect(refused.status == 422 && refused["code"] == "idempotencyKeyReused")
        }
    }

    @Test(arguments: PaymentDatabase.here)
    func `of another payment of the same order is made with its answer`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        #expect(try await server.pay(PaymentBench.body(try await bench.token())).status == 201)
        let second = PaymentBench.body(try await bench.token())
        let first = try await server.pay(second, key: "second")
        #expect(first.status == 409 && first["code"] == "alreadyPaid", "\(first.text)")
        let again = try await server.pay(second, key: "second")
        #expect(again.response.body == first.response.body)
        #expect(again.response.fields["Idempotent-Replayed"]?.text == "true")
        #expect(try await server.count("SELECT count(*) AS n FROM idempotent_request") == 2)
    }

    /// The token of a payment that is made again is refused before the answer to the first is found.
    @Test func `is found before a refusal is counted`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let approved = PaymentBench.body(try await bench.token())
        let declined = PaymentBench.body(
            try await bench.token(900_051),
            amount: "9000.51",
            reference: "cart 2"
        )
        let wrong = PaymentBench.body(
            try await bench.token(),
            amount: "10.76",
            reference: "cart 3"
        )
        for _ in 0..<2 {
            #expect(try await server.pay(approved).status == 201)
            #expect(try await server.pay(declined, key: "d").status == 402)
            #expect(try await server.pay(wrong, key: "w").status == 422)
            bench.clock.advance(bySeconds: 3_600)
        }
        let refusals = server.service.metrics.counts.refusals
        #expect(refusals == ["declined": 1, "amountDiffers": 1, "tokenStale": 1], "\(refusals)")
    }
}
