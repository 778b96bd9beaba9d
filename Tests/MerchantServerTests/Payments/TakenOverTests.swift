import HTTPMessages
import MerchantServer
import Storage
import TestSupport
import Testing
import World

/// A slow server, and another one that takes over what it left.
@Suite("A refund that two servers work on")
struct TakenOverTests {
    private let isAsked = AwaitableValue(false)
    private let goesOn = AwaitableValue(false)

    /// Makes the next message wait on its way to the network.
    private func holdNextMessage(_ bench: PaymentBench) {
        let (isAsked, goesOn) = (isAsked, goesOn)
        bench.beforeMessage.withLock { hook in
            hook = { [weak bench] in
                bench?.beforeMessage.withLock { $0 = nil }
                isAsked.change { $0 = true }
                while await !goesOn.wait(within: .seconds(60), until: { $0 }) {}
            }
        }
    }

    private func captured(_ bench: PaymentBench, _ server: ServerUnderTest) async throws -> String {
        let body = PaymentBench.body(try await bench.token(), #""capture":true"#)
        let paid = try await server.pay(body)
        #expect(paid.status == 201, "\(paid.text)")
        return "/payments/" + (try #require(paid["id"]))
    }

    /// The slow server settles an earlier refund before its own, and loses its request meanwhile.
    @Test(arguments: PaymentDatabase.here)
    func `is made once, where the slow one goes on after it was done`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let (slow, other) = (try await bench.server(), try await bench.server())
        let path = try await captured(bench, slow)
        bench.isCut.withLock { $0 = true }
        let open = try await slow.call("POST", "\(path)/refund", #"{"amount":"1.00"}"#, key: "1")
        #expect(open.status == 202, "\(open.text)")
        bench.isCut.withLock { $0 = false }
        holdNextMessage(bench)
        let refund = #"{"amount":"2.00"}"#
        let late = Task { try await slow.call("POST", "\(path)/refund", refund, key: "2") }
        await isAsked.wait { $0 }
        bench.clock.advance(bySeconds: 121)
        let done = try await other.call("POST", "\(path)/refund", refund, key: "2")
        #expect(done.status == 200 && done["refunded"] == "3.00", "\(done.text)")
        goesOn.change { $0 = true }
        let answer = try await late.value
        #expect(answer.status == 200 && answer.response.body == done.response.body)
        #expect(answer.response.fields["Idempotent-Replayed"]?.text == "true")
        let payment = try await other.call("GET", path)
        #expect(payment["refunded"] == "3.00" && payment["operations.3"] == nil, "\(payment.text)")
    }

    private static let refusing: [PaymentDatabase: [StaticString]] = [
        .sqlite: [
            """
            CREATE TRIGGER refusing BEFORE UPDATE OF tries ON operation
            BEGIN SELECT raise(ABORT, 'not now'); END
            """
        ],
        .postgreSQL: [
            """
            CREATE FUNCTION refuse_now() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'not now'; END $$
            """,
            """
            CREATE TRIGGER refusing BEFORE UPDATE OF tries ON operation
            FOR EACH ROW EXECUTE FUNCTION refuse_now()
            """,
        ],
    ]
    private static let taking: [PaymentDatabase: StaticString] = [
        .sqlite: "DROP TRIGGER refusing", .postgreSQL: "DROP TRIGGER refusing ON operation",
    ]

    @Test(arguments: PaymentDatabase.here)
    func `is made once, where the one that goes on fails before it can settle it`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let (dying, other) = (try await bench.server(), try await bench.server())
        let path = try await captured(bench, dying)
        holdNextMessage(bench)
        let refund = #"{"amount":"1.00"}"#
        let stuck = Task { try await dying.call("POST", "\(path)/refund", refund, key: "r") }
        await isAsked.wait { $0 }
        bench.clock.advance(bySeconds: 121)
        try await other.database.write { transaction throws(StorageFailure) in
            for statement in Self.refusing[kind] ?? [] { try transaction.execute(statement) }
        }
        // The network has the first one, so that "nothing was done" would be untrue.
        let failed = try await other.call("POST", "\(path)/refund", refund, key: "r")
        #expect(failed.status == 202 && failed["refunded"] == "0.00", "\(failed.text)")
        try await other.database.write { transaction throws(StorageFailure) in
            if let statement = Self.taking[kind] { try transaction.execute(statement) }
        }
        let done = try await other.call("POST", "\(path)/refund", refund, key: "r")
        #expect(done.status == 200 && done["refunded"] == "1.00", "\(done.text)")
        goesOn.change { $0 = true }
        #expect(try await stuck.value.response.body == done.response.body)
        let payment = try await other.call("GET", path)
        #expect(payment["refunded"] == "1.00" && payment["operations.2"] == nil, "\(payment.text)")
    }

    /// While it is open, and after it was settled, the request is the one operation.
    @Test(arguments: PaymentDatabase.here)
    func `is made once, where it is repeated while it is open and when it is settled`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let (dying, other) = (try await bench.server(), try await bench.server())
        let path = try await captured(bench, dying)
        holdNextMessage(bench)
        let refund = #"{"amount":"1.00"}"#
        let stuck = Task { try await dying.call("POST", "\(path)/refund", refund, key: "r") }
        await isAsked.wait { $0 }
        bench.isCut.withLock { $0 = true }
        bench.clock.advance(bySeconds: 121)
        let open = try await other.call("POST", "\(path)/refund", refund, key: "r")
        #expect(open.status == 202, "\(open.text)")
        bench.isCut.withLock { $0 = false }
        bench.clock.advance(bySeconds: 1_000)
        #expect(await other.service.settleDue().settledCount == 1)
        let done = try await other.call("POST", "\(path)/refund", refund, key: "r")
        #expect(done.status == 200 && done["refunded"] == "1.00", "\(done.text)")
        goesOn.change { $0 = true }
        #expect(try await stuck.value.response.body == done.response.body)
        let payment = try await other.call("GET", path)
        #expect(payment["refunded"] == "1.00" && payment["operations.2"] == nil, "\(payment.text)")
    }
}
