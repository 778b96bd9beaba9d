import HTTPMessages
import MerchantServer
import Payments
import Storage
import TestSupport
import Testing
import World

@Suite("Claims on tokens")
struct ClaimPruningTests {
    private static let claims: StaticString = "SELECT count(*) AS n FROM accepted_token"

    @Test(arguments: PaymentDatabase.here)
    func `are removed by the server once the token cannot be sent again, and not before`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let token = try await bench.token()
        let paid = try await server.pay(PaymentBench.body(token))
        #expect(paid.status == 201)
        let replayed = PaymentBench.body(token, reference: "cart 2")
        bench.clock.advance(bySeconds: 299)
        #expect(try await server.pay(replayed, key: "2")["code"] == "tokenUsed")
        bench.clock.advance(bySeconds: ClaimRetention.long.seconds - 299)
        #expect(await server.service.settleDue().failure == nil)
        #expect(try await server.count(Self.claims) == 1)
        bench.clock.advance(bySeconds: 1)
        #expect(await server.service.settleDue().failure == nil)
        #expect(try await server.count(Self.claims) == 0)
        // The charge stays, so the token is known, and the same payment gets its answer.
        let late = try await server.pay(replayed, key: "3")
        #expect(late.status == 422 && late["code"] == "tokenUsed", "\(late.text)")
        let again = try await server.pay(PaymentBench.body(token), key: "4")
        #expect(again.status == 201 && again["id"] == paid["id"], "\(again.text)")
    }

    /// More than one transaction removes, so that others do not wait long.
    @Test(arguments: PaymentDatabase.here)
    func `that are many are removed in one round`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let start = PaymentBench.start.seconds
        try await server.database.write { transaction throws(StorageFailure) in
            for number in 0..<1_001 as Range<Int64> {
                let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> Int64($0 % 2 * 8)) }
                try transaction.execute(
                    """
                    INSERT INTO accepted_token (transaction_id, accepted_at, order_digest)
                    VALUES ($1, $2, $1)
                    """,
                    [.bytes(bytes), .integer(start + (number == 0 ? 1 : 0))]
                )
            }
        }
        bench.clock.advance(bySeconds: ClaimRetention.long.seconds + 1)
        #expect(await server.service.settleDue().failure == nil)
        #expect(try await server.count(Self.claims) == 1)
    }
}
