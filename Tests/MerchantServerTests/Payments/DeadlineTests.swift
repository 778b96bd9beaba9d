import Bytes
import CardNetwork
import Foundation
import HTTPMessages
import HTTPServer
import MerchantServer
import Storage
import TestSandbox
import TestSupport
import Testing
import World

/// A payment whose network, or whose database, takes too long.
@Suite("The deadline of a request", .timeLimit(.minutes(30)))
struct DeadlineTests {
    /// Messages to the network, which wait until they are let through.
    private final class Gate: Sendable {
        private let state = AwaitableValue((arrived: 0, open: 0))

        init(_ bench: PaymentBench) {
            bench.beforeMessage.withLock { [state] in
                $0 = {
                    let number = state.change { state in
                        state.arrived += 1
                        return state.arrived
                    }
                    await state.wait { $0.open >= number }
                }
            }
        }

        func arrival(of number: Int) async { await state.wait { $0.arrived >= number } }

        func open(_ count: Int) { state.change { $0.open = count } }
    }

    private static let soon = Duration.milliseconds(300)

    /// Whether the records of a request were in time: on a slow machine they take longer than ``soon``.
    private static func isTimely(_ answer: ServerUnderTest.Answer) -> Bool {
        !["databaseUnavailable", "deadlinePassed"].contains(answer["code"])
    }

    /// Makes a request until its answer is as wanted.
    private static func answer(
        _ request: () async throws -> ServerUnderTest.Answer,
        until isWanted: (ServerUnderTest.Answer) -> Bool = isTimely
    ) async throws -> ServerUnderTest.Answer {
        while true {
            let answer = try await request()
            if isWanted(answer) { return answer }
            await Task.yield()
        }
    }

    /// Makes a request until its answer is final.
    private static func final(
        _ request: () async throws -> ServerUnderTest.Answer
    ) async throws -> ServerUnderTest.Answer {
        try await answer(request) { $0.status != 202 && $0["code"] != "requestInProgress" }
    }

    @Test(arguments: PaymentDatabase.here)
    func `is 202 while the network is silent, and the work goes on`(
        _ kind: PaymentDatabase
    ) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server(answerLimit: Self.soon)
        let body = PaymentBench.body(try await bench.token())
        let gate = Gate(bench)
        let early = try await Self.answer { try await server.pay(body) }
        #expect(early.status == 202 && early["status"] == "pending", "\(early.text)")
        #expect(early["applePay.statusName"] == "failure")
        let path = try #require(early.response.fields[.location]?.text)
        #expect(early.response.fields["Retry-After"] != nil)
        #expect(try await server.call("GET", path)["status"] == "pending")
        gate.open(1)
        let done = try await Self.final { try await server.pay(body) }
        #expect(done.status == 201 && done["status"] == "authorized", "\(done.text)")
        #expect(try await bench.sandbox.network.approvals() == 1)
    }

    @Test func `is 202 with success where only the capture is not answered`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server(answerLimit: Self.soon)
        let gate = Gate(bench)
        gate.open(1)
        let body = PaymentBench.body(try await bench.token(), #""capture":true"#)
        let early = try await Self.answer {
            try await server.pay(body)
        } until: {
            Self.isTimely($0) && $0["status"] != "pending"
        }
        #expect(early.status == 202 && early["status"] == "authorized", "\(early.text)")
        #expect(early["applePay.statusName"] == "success")
        gate.open(2)
        #expect(try await Self.final { try await server.pay(body) }.status == 201)
        #expect(try await bench.sandbox.network.approvals() == 1)
    }

    @Test(arguments: PaymentDatabase.here)
    func `of a refund is 202, and the refund is made once`(_ kind: PaymentDatabase) async throws {
        let bench = try PaymentBench(kind)
        let server = try await bench.server(answerLimit: Self.soon)
        let body = PaymentBench.body(try await bench.token(), #""capture":true"#)
        let paid = try await Self.final { try await server.pay(body) }
        let path = "/payments/\(try #require(paid["id"]))"
        let gate = Gate(bench)
        let refund = { try await server.call("POST", "\(path)/refund", "{}", key: "r") }
        #expect(try await Self.answer(refund).status == 202)
        gate.open(1)
        let done = try await Self.final(refund)
        #expect(done.status == 200 && done["refunded"] == "10.75", "\(done.text)")
        #expect(try await server.count("SELECT count(*) AS n FROM operation") == 3)
    }

    /// The next question about a payment that is open: the same request, one under another key, or a reading.
    @Test(arguments: ["key", "another key", nil])
    func `is short for a repetition and for reading what is open`(_ key: String?) async throws {
        let bench = try PaymentBench(.sqlite)
        // With no other limit, each would wait until the test ends.
        let server = try await bench.server(repetitionLimit: Self.soon)
        let body = PaymentBench.body(try await bench.token())
        bench.isCut.withLock { $0 = true }
        let path = try #require(try await server.pay(body).response.fields[.location]?.text)
        bench.isCut.withLock { $0 = false }
        bench.clock.advance(bySeconds: 1_000)
        let gate = Gate(bench)
        // Each settles the payment, so it waits for the answer to a reversal.
        if let key {
            #expect(try await Self.answer { try await server.pay(body, key: key) }.status == 202)
        } else {
            #expect(try await server.call("GET", path)["status"] == "pending")
        }
        await gate.arrival(of: 1)
        gate.open(9)
        let done = try await Self.final { try await server.pay(body) }
        #expect(done.status == 402 && done["code"] == "authorizationCancelled", "\(done.text)")
    }

    @Test func `is short for a refund that is made again`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server(repetitionLimit: Self.soon)
        let body = PaymentBench.body(try await bench.token(), #""capture":true"#)
        let path = "/payments/\(try #require(try await server.pay(body)["id"]))/refund"
        let refund = { try await server.call("POST", path, "{}", key: "r") }
        bench.isCut.withLock { $0 = true }
        #expect(try await refund().status == 202)
        bench.isCut.withLock { $0 = false }
        bench.clock.advance(bySeconds: 1_000)
        let gate = Gate(bench)
        #expect(try await Self.answer(refund).status == 202)
        await gate.arrival(of: 1)
        gate.open(9)
        #expect(try await Self.final(refund)["refunded"] == "10.75")
    }

    @Test func `that passes before anything is recorded leaves nothing, and the key free`()
        async throws
    {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server(answerLimit: Self.soon)
        // The database has one thread that writes.
        let (isHeld, mayEnd) = (AwaitableValue(false), DispatchSemaphore(value: 0))
        let holding = Task {
            try await server.database.write { _ throws(StorageFailure) in
                isHeld.change { $0 = true }
                mayEnd.wait()
            }
        }
        await isHeld.wait { $0 }
        let body = PaymentBench.body(try await bench.token())
        let late = try await server.pay(body)
        #expect(late.status == 503 && late["code"] == "deadlinePassed", "\(late.text)")
        #expect(late["applePay.statusName"] == "failure")
        mayEnd.signal()
        try await holding.value
        // The writer takes one transaction after the other: the payment's is over.
        _ = await server.service.settleDue()
        #expect(try await server.count("SELECT count(*) AS n FROM idempotent_request") == 0)
        #expect(try await server.count("SELECT count(*) AS n FROM intent") == 0)
        #expect(try await bench.sandbox.network.approvals() == 0)
        let other = PaymentBench.body(try await bench.token(), reference: "cart 2")
        #expect(try await bench.server().pay(other).status == 201)
    }
}
