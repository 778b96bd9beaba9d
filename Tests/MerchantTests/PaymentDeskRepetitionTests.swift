import Money
import PaymentToken
import Payments
import Storage
import Testing
import TokenIntake
import World

/// A second click, or a retry after the answer was lost: the same order sends the same token.
@Suite("A payment that is sent again", .onEachDatabase)
struct PaymentDeskRepetitionTests {
    let bench: PaymentDeskBench
    let database: Database

    init() async throws {
        bench = try PaymentDeskBench()
        database = try await bench.open()
    }

    @Test func `gets the first receipt again, and charges nothing`() async throws {
        let processor = CountingProcessor()
        let submission = try bench.submission(of: bench.token())
        let receipt = try await bench.desk(database, processor).pay(submission)
        bench.charging.clock.advance(bySeconds: 60)
        let steps = LockedValue<[String]>([])
        let again = try await bench.desk(bench.open(), processor).pay(submission) { step in
            steps.withLock { $0.append(PaymentDeskTests.name(of: step)) }
        }
        #expect(again == receipt)
        let expected =
            ["received \(submission.tokenJSON.count)"]
            + ["verified", "recognized", "recalled", "ordered"]
        #expect(steps.withLock { $0 } == expected)
        #expect(processor.approvals == 1)
        #expect(try await bench.orders(database) == [receipt.order])
    }

    @Test func `gets the first decline again, although the card would now be approved`()
        async throws
    {
        let submission = try bench.submission(of: bench.token())
        let processor = ScriptedProcessor([
            .success(.declined(.insufficientFunds)), ScriptedProcessor.approval,
        ])
        let desk = try bench.desk(database, processor)
        for _ in 0..<3 {
            await #expect(throws: PaymentRefusal.declined(.insufficientFunds)) {
                try await desk.pay(submission)
            }
        }
        #expect(processor.keys.count == 1)
        #expect(try await bench.states(database) == ["declined"])
    }

    @Test func `is still verified and compared with what was asked`() async throws {
        let desk = try bench.desk(database, CountingProcessor())
        let token = try bench.token()
        let submission = try bench.submission(of: token)
        _ = try await desk.pay(submission)
        let otherData = try bench.submission(of: token, applicationData: Array("cart 2".utf8))
        await #expect(throws: PaymentRefusal.mismatch(.applicationData)) {
            try await desk.pay(otherData)
        }
        let otherTotal = try bench.submission(
            of: token,
            total: Money(minorUnits: 1, currency: .usd)
        )
        await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
            try await desk.pay(otherTotal)
        }
    }

    /// Another fault of the submission is not told before that.
    @Test func `is a replay where other code claimed the token, and the order is paid`()
        async throws
    {
        let processor = CountingProcessor()
        let desk = try bench.desk(database, processor)
        _ = try await desk.pay(try bench.submission(of: bench.token(1)))
        let token = try bench.token(2)
        let claim: [StoredValue] = [
            .bytes(token.transactionID.bytes), .integer(bench.charging.clock.now.seconds),
            .bytes(OrderReference("cart 2").digest),
        ]
        try await database.write { transaction throws(StorageFailure) in
            _ = try transaction.execute(
                """
                INSERT INTO accepted_token (transaction_id, accepted_at, order_digest)
                VALUES ($1, $2, $3)
                """,
                claim
            )
        }
        await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
            try await desk.pay(try bench.submission(of: token))
        }
        #expect(processor.approvals == 1)
    }

    @Test func `has no final answer while its capture has none`() async throws {
        let database = try await bench.open([IdempotencyTables.migrations])
        let processor = SimulatedProcessor(seed: 1)
        let desk = try bench.desk(database, processor)
        let submission = try bench.submission(of: bench.token(), captures: true)
        let final = KeyedAnswer.final(RecordedAnswer(status: 201, location: nil, body: []))
        func answer() async -> KeyedAnswer? {
            let key = desk.requestKey("key", of: "caller", for: "payment", body: [])
            let request = KeyedRequest<PaymentRecord, PaymentRefusal>(key) { result, _ in
                if case .success = result { final } else { .open }
            }
            let result = await desk.pay(submission, for: request) { _ in }
            guard case .now(.success, let answer, _) = result else { return nil }
            return answer
        }
        processor.whenAsked.withLock {
            $0 = { processor.losesAnswers.withLock { $0 = true } }
        }
        #expect(await answer() == .open)
        processor.losesAnswers.withLock { $0 = false }
        #expect(await answer() == final)
        #expect(processor.record.captured.values.reduce(0, +) == 1_075)
    }

    @Test func `is not answered where its caller has given up`() async throws {
        let submission = try bench.submission(of: bench.token())
        let processor = ScriptedProcessor([ScriptedProcessor.unanswered])
        let desk = try bench.desk(database, processor)
        await #expect(throws: PaymentRefusal.self) { try await desk.pay(submission) }
        let asked = processor.keys.count
        bench.charging.clock.advance(bySeconds: 86_400)
        let key = desk.requestKey("key", of: "caller", for: "payment", body: [])
        #expect(key.abandon())
        let request = KeyedRequest<PaymentRecord, PaymentRefusal>(key) { _, _ in .open }
        for submission in [
            submission, try bench.submission(of: bench.token(2), reference: "cart 2"),
        ] {
            let result = await desk.pay(submission, for: request) { _ in }
            guard case .before(.abandoned) = result else {
                Issue.record("\(result)")
                return
            }
        }
        #expect(processor.keys.count == asked)
        #expect(try await bench.states(database) == ["unknown"])
    }

    @Test(arguments: [301, 86_400, 31_536_000] as [Int64])
    func `gets its first answer however old the token is, and no other gets one`(
        seconds: Int64
    ) async throws {
        let processor = CountingProcessor()
        let desk = try bench.desk(database, processor)
        let (token, unseen) = try (bench.token(1), bench.token(2))
        let submission = try bench.submission(of: token)
        let receipt = try await desk.pay(submission)
        bench.charging.clock.advance(bySeconds: seconds)
        #expect(try await desk.pay(submission) == receipt)
        let other = try bench.submission(of: token, reference: "cart 2")
        await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
            try await desk.pay(other)
        }
        let changed = try bench.submission(of: token, applicationData: Array("cart 2".utf8))
        await #expect(throws: PaymentRefusal.mismatch(.applicationData)) {
            try await desk.pay(changed)
        }
        let late = try bench.submission(of: unseen, reference: "cart 3")
        let refusal = await #expect(throws: PaymentRefusal.self) { try await desk.pay(late) }
        guard case .token(.signingTime) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        // A token that is not whole has no answer, whatever it says.
        var damaged = submission.tokenJSON
        damaged[damaged.count / 2] ^= 1
        let forged = PaymentSubmission(
            .token(damaged),
            merchantReference: "cart 1",
            total: submission.total,
            applicationData: submission.applicationData,
            order: submission.order
        )
        await #expect(throws: PaymentRefusal.self) { try await desk.pay(forged) }
        #expect(processor.approvals == 1)
    }

    @Test func `is told that the first has no answer yet, while it runs`() async throws {
        let submission = try bench.submission(of: bench.token())
        let (running, go) = (Gate(), Gate())
        let processor = PausingProcessor(running: running, go: go)
        let desk = try bench.desk(database, processor)
        async let first = desk.pay(submission)
        await running.passed()
        let refusal = await #expect(throws: PaymentRefusal.self) {
            try await desk.pay(submission)
        }
        guard case .beingSettled = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(refusal?.remedy == .askAgainSoon)
        go.open()
        let receipt = try await first
        #expect(try await desk.pay(submission) == receipt)
        #expect(processor.counting.approvals == 1)
    }

    /// Forty clicks on two servers: one authorization, and one receipt for all.
    @Test(arguments: [1, 2, 3])
    func `is charged once, however many come at once`(round: Int) async throws {
        let other = try await bench.open()
        let processor = CountingProcessor()
        let desks = try [bench.desk(database, processor), bench.desk(other, processor)]
        let token = try bench.token()
        let references = round == 1 ? ["cart 1"] : ["cart 1", "cart 2", "cart 3"]
        let results = try await withThrowingTaskGroup(
            of: (String, Result<PaymentReceipt, PaymentRefusal>).self
        ) { group in
            for number in 0..<40 {
                let desk = desks[number % 2]
                let reference = references[number % references.count]
                let submission = try bench.submission(of: token, reference: reference)
                group.addTask {
                    do throws(PaymentRefusal) {
                        return (reference, .success(try await desk.pay(submission)))
                    } catch { return (reference, .failure(error)) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let order = try await #require(try bench.orders(other).first)
        let winner = try #require(
            results.first { (try? $0.1.get()) != nil }?.0
        )
        for (reference, result) in results {
            switch result {
            case .success(let receipt):
                #expect(reference == winner)
                #expect(receipt.order == order)
            case .failure(.beingSettled(let attempt, _)):
                #expect(reference == winner)
                #expect(attempt == order.attempt)
            case .failure(let refusal):
                #expect(reference != winner)
                #expect(refusal == .token(.replay(token.transactionID)))
            }
        }
        #expect(processor.approvals == 1)
        #expect(try await bench.orders(other).count == 1)
    }
}

/// Blocks until it is opened.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let opener: AsyncStream<Void>.Continuation
    private let opened = LockedValue(false)

    init() { (stream, opener) = AsyncStream.makeStream() }

    var isOpen: Bool { opened.withLock { $0 } }

    func open() {
        opened.withLock { $0 = true }
        opener.finish()
    }
    func passed() async { for await _ in stream {} }
}

/// A processor that says when it was asked, and answers when it may.
struct PausingProcessor: PaymentProcessor {
    let running: Gate
    let go: Gate
    let counting = CountingProcessor()
    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability> = []

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        try await counting.reverse(request)
    }

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        running.open()
        await go.passed()
        return try await counting.authorize(request)
    }
}
