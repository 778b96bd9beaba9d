import CardNetwork
import HTTPMessages
import HTTPServer
import JSON
import MerchantServer
import Payments
import Storage
import TestSandbox
import TestSupport
import Testing
import World

@Suite("Idempotency keys")
struct IdempotencyTests {
    @Test(arguments: PaymentDatabase.here)
    func `the same request gets the same bytes, and the card is charged once`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token())
        let first = try await server.pay(body)
        #expect(first.status == 201 && first.response.fields["Idempotent-Replayed"] == nil)
        // The payment goes on, and the answer stays.
        let path = "/payments/\(try #require(first["id"]))"
        let capture = try await server.call("POST", "\(path)/capture", "{}", key: "key")
        #expect(capture.status == 200)
        bench.clock.advance(bySeconds: 23 * 3_600)
        for server in [server, try await bench.server()] {
            let again = try await server.pay(body)
            #expect(again.status == 201 && again.response.body == first.response.body)
            #expect(again.response.fields["Idempotent-Replayed"]?.text == "true")
            #expect(again.response.fields[.location]?.text == path)
            let captured = try await server.call("POST", "\(path)/capture", "{}", key: "key")
            #expect(captured.status == 200 && captured.response.body == capture.response.body)
        }
        #expect(try await bench.sandbox.network.approvals() == 1)
        #expect(try await server.call("GET", path)["captured"] == "10.75")
    }

    @Test func `a decline is repeated, byte for byte`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token(900_051), amount: "9000.51")
        let first = try await server.pay(body)
        let again = try await server.pay(body)
        #expect(first.status == 402 && again.response.body == first.response.body)
        #expect(again.response.fields[.contentType]?.text == "application/problem+json")
        #expect(again.response.fields["Idempotent-Replayed"]?.text == "true")
    }

    @Test(arguments: PaymentDatabase.here)
    func `the same key for another body is 422`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token())
        #expect(try await server.pay(body).status == 201)
        let other = PaymentBench.body(try await bench.token(), reference: "cart 2")
        let answer = try await server.pay(other)
        #expect(answer.status == 422 && answer["code"] == "idempotencyKeyReused")
        // Another caller's key of the same name is another key, and so is one for another path.
        #expect(try await server.pay(other, named: "key-2").status == 201)
        #expect(try await bench.sandbox.network.approvals() == 2)
    }

    @Test(arguments: [nil, "", String(repeating: "k", count: 256)])
    func `a request without a proper key is 400`(_ key: String?) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token())
        let answer = try await server.call("POST", "/payments", body, key: key)
        #expect(answer.status == 400, "\(answer.text)")
        let codes = ["parameterMissing", "parameterWrong", "idempotencyKeyInvalid"]
        #expect(codes.contains(answer["code"] ?? ""))
        #expect(try await bench.sandbox.network.approvals() == 0)
    }

    @Test(arguments: PaymentDatabase.here)
    func `while a request is worked on, the same one is 409, on another server too`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let (one, two) = (try await bench.server(), try await bench.server())
        let body = PaymentBench.body(try await bench.token())
        let found = LockedValue<[ServerUnderTest.Answer]>([])
        bench.beforeMessage.withLock {
            $0 = {
                for server in [one, two] {
                    if let answer = try? await server.pay(body) {
                        found.withLock { $0.append(answer) }
                    }
                }
            }
        }
        let first = try await one.pay(body)
        bench.beforeMessage.withLock { $0 = nil }
        #expect(first.status == 201)
        let meanwhile = found.withLock { $0 }
        #expect(meanwhile.map(\.status) == [409, 409])
        #expect(meanwhile.allSatisfy { $0["code"] == "requestInProgress" })
        #expect(meanwhile.allSatisfy { $0.response.fields["Retry-After"] != nil })
        #expect(try await two.pay(body).response.body == first.response.body)
        #expect(try await bench.sandbox.network.approvals() == 1)
    }

    @Test(arguments: PaymentDatabase.here)
    func `of many requests at once with one key, one works and the others are 409 or its answer`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let servers = [try await bench.server(), try await bench.server()]
        let body = PaymentBench.body(try await bench.token(), #""capture":true"#)
        let answers = try await withThrowingTaskGroup(of: ServerUnderTest.Answer.self) { group in
            for index in 0..<24 {
                group.addTask { try await servers[index % 2].pay(body) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let done = answers.filter { $0.status == 201 }
        #expect(!done.isEmpty && Set(done.map(\.response.body)).count == 1)
        let rest = answers.filter { $0.status != 201 }
        #expect(rest.allSatisfy { $0.status == 409 && $0["code"] == "requestInProgress" })
        #expect(done.filter { $0.response.fields["Idempotent-Replayed"] == nil }.count == 1)
        #expect(try await servers[0].count("SELECT count(*) AS n FROM operation") == 2)
    }

    /// A server that does not go on stands for one that was killed: its lease stays.
    @Test(arguments: PaymentDatabase.here, [false, true])
    func `a request whose server is gone is gone on with`(
        _ kind: PaymentDatabase,
        isNoticed: Bool
    ) async throws {
        let bench = try PaymentBench(kind)
        let (one, two) = (try await bench.server(), try await bench.server())
        let body = PaymentBench.body(try await bench.token())
        let (isAsked, hangs) = (AwaitableValue(false), AwaitableValue(false))
        bench.beforeMessage.withLock {
            $0 = {
                isAsked.change { $0 = true }
                while await !hangs.wait(within: .seconds(60), until: { $0 }) {}
            }
        }
        let stuck = Task { try await one.pay(body) }
        await isAsked.wait { $0 }
        bench.beforeMessage.withLock { $0 = nil }
        #expect(try await two.pay(body).status == 409)
        // A server is known since its first request. A silent one is noticed after 10 s; a lease ends after 120 s.
        if isNoticed {
            for _ in 0..<6 {
                _ = await two.service.settleDue()
                bench.clock.advance(bySeconds: 2)
            }
        } else {
            bench.clock.advance(bySeconds: 121)
        }
        // The desk does not know what became of the authorization, so it is cancelled.
        let answer = try await two.pay(body)
        #expect(
            answer.status == 402 && answer["code"] == "authorizationCancelled",
            "\(answer.text)"
        )
        hangs.change { $0 = true }
        let late = try await stuck.value
        #expect(late.status == 402 && late.response.body == answer.response.body, "\(late.text)")
        #expect(try await two.service.open().isEmpty)
        let account = try await bench.sandbox.network.account(
            of: #require(SandboxCard.visa.printed)
        )
        #expect(account?.balances.allSatisfy { $0.held == 0 } ?? true)
    }

    @Test func `a server that is there keeps its leases, and one that ended leaves none`()
        async throws
    {
        let bench = try PaymentBench(.sqlite)
        let (one, two) = (try await bench.server(), try await bench.server())
        let serving = Task { await one.service.keepSettled() }
        while try await two.count("SELECT count(*) AS n FROM serving_worker") == 0 {
            await Task.yield()
        }
        serving.cancel()
        await serving.value
        #expect(try await two.count("SELECT count(*) AS n FROM serving_worker") == 0)
    }

    @Test(arguments: PaymentDatabase.here)
    func `what a server that ended works on goes on at once`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let (one, two) = (try await bench.server(), try await bench.server())
        let body = PaymentBench.body(try await bench.token())
        let (isAsked, isOver) = (AwaitableValue(false), AwaitableValue(false))
        bench.beforeMessage.withLock {
            $0 = {
                isAsked.change { $0 = true }
                await isOver.wait { $0 }
            }
        }
        let stuck = Task { try await one.pay(body) }
        await isAsked.wait { $0 }
        bench.beforeMessage.withLock { $0 = nil }
        let serving = Task { await one.service.keepSettled() }
        serving.cancel()
        await serving.value
        let answer = try await two.pay(body)
        #expect(answer["code"] == "authorizationCancelled", "\(answer.text)")
        isOver.change { $0 = true }
        #expect(try await stuck.value.response.body == answer.response.body)
    }

    @Test(arguments: PaymentDatabase.here)
    func `a key belongs to the operation, however its path is written`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let paid = try await server.pay(
            PaymentBench.body(try await bench.token(), #""capture":true"#)
        )
        let id = try #require(paid["id"])
        let part = #"{"amount":"1.00"}"#
        for name in [id, "%70" + id.dropFirst(), id.replacing("-", with: "%2D")] {
            let answer = try await server.call("POST", "/payments/\(name)/refund", part, key: "r")
            #expect(answer.status == 200 && answer["refunded"] == "1.00", "\(answer.text)")
        }
    }

    @Test(arguments: PaymentDatabase.here)
    func `a capture whose answer was lost is gone on with, and not made twice`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let paid = try await server.pay(PaymentBench.body(try await bench.token()))
        let path = "/payments/\(try #require(paid["id"]))/capture"
        let body = #"{"amount":"5.00"}"#
        bench.isCut.withLock { $0 = true }
        let open = try await server.call("POST", path, body, key: "c")
        #expect(open.status == 202 && open["operations.0.status"] == "pending", "\(open.text)")
        #expect(try await server.call("POST", path, body, key: "c").status == 202)
        bench.isCut.withLock { $0 = false }
        bench.clock.advance(bySeconds: 1_000)
        let other = try await bench.server()
        let done = try await other.call("POST", path, body, key: "c")
        #expect(done.status == 200 && done["captured"] == "5.00", "\(done.text)")
        #expect(done["operations.1"] == nil)
        let next = try await server.call("POST", path, body, key: "d")
        #expect(next.status == 200 && next["captured"] == "10.00")
    }

    @Test(arguments: PaymentDatabase.here)
    func `each change is in the audit log with the key that asked for it, once`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token())
        let paid = try await server.pay(body, named: "key-7")
        let id = try #require(paid["id"])
        for _ in 0..<2 {
            #expect(try await server.pay(body, named: "key-7").status == 201)
            let refund = try await server.call(
                "POST",
                "/payments/\(id)/capture",
                #"{"amount":"1.00"}"#,
                key: "c",
                named: "key-8"
            )
            #expect(refund.status == 200)
        }
        let found = try await server.database.audited().map {
            "\($0.caller.identifier) \($0.action) \($0.subject)"
        }
        #expect(found == ["key-7 payment.ask cart 1", "key-8 payment.capture \(id)"])
    }

    @Test func `requests are kept for a day and then removed`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        #expect(try await server.pay(PaymentBench.body(try await bench.token())).status == 201)
        bench.clock.advance(bySeconds: 24 * 3_600)
        for count in [1, 0] as [Int64] {
            #expect(await server.service.settleDue().failure == nil)
            #expect(try await server.count("SELECT count(*) AS n FROM idempotent_request") == count)
            bench.clock.advance(bySeconds: 24 * 3_600 + 1)
        }
    }

    @Test(arguments: PaymentDatabase.here)
    func `requests are kept while their operation is open`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let paid = try await server.pay(PaymentBench.body(try await bench.token()))
        let path = "/payments/\(try #require(paid["id"]))"
        bench.isCut.withLock { $0 = true }
        for _ in 0..<3 {
            let answer = try await server.call(
                "POST",
                "\(path)/capture",
                #"{"amount":"3.00"}"#,
                key: "c"
            )
            #expect(answer.status == 202, "\(answer.text)")
            bench.clock.advance(bySeconds: 48 * 3_600 + 1)
            #expect(await server.service.settleDue().failure == nil)
        }
        bench.isCut.withLock { $0 = false }
        bench.clock.advance(bySeconds: 1_000)
        _ = await server.service.settleDue()
        let found = try await server.call("GET", path)
        #expect(found["captured"] == "3.00" && found["operations.1.id"] == nil, "\(found.text)")
    }

    @Test(arguments: PaymentDatabase.here)
    func `no table holds a token, a card's data or a key`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server()
        let token = try await bench.token()
        let answer = try await server.pay(PaymentBench.body(token), key: "a key to be found")
        #expect(answer.status == 201)
        let bodies = try await server.database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT body, location FROM idempotent_request")
                .map { row throws(StorageFailure) in
                    String(decoding: try row.bytes("body"), as: UTF8.self)
                }
        }
        #expect(bodies == [answer.text])
        #expect(!answer.text.contains("a key to be found"))
        for forbidden in ["paymentData", "signature", "cryptogram", "41111111"] {
            #expect(!answer.text.contains(forbidden))
        }
    }
}
