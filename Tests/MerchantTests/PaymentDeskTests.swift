import Bytes
import Money
import PaymentToken
import Testing
import TokenIntake
import World

@testable import Payments
@testable import Storage

@Suite("A payment desk", .onEachDatabaseAndPartitioned)
struct PaymentDeskTests {
    let bench: PaymentDeskBench
    let database: Database

    init() async throws {
        bench = try PaymentDeskBench()
        database = try await bench.open()
    }

    /// The processor is in no configuration, or cannot be connected to.
    @Test func `leaves a release open without its processor`() async throws {
        let database = try await bench.open([AuditLog.migrations])
        let processor = SimulatedProcessor(seed: 1)
        let desk = try bench.desk(database, processor)
        let order = try await desk.pay(bench.submission(of: bench.token())).order.id
        processor.losesAnswers.withLock { $0 = true }
        let part = Money(minorUnits: 5, currency: .usd)
        try await desk.capture(order, amount: part, isFinal: true)
        processor.losesAnswers.withLock { $0 = false }
        // The capture is answered now, and its release is recorded.
        try await desk.settleDue()
        #expect(try await bench.orders(database).map(\.paymentStatus) == [.paid])
        let records = DeskRecords(database: database, world: bench.charging.world)
        let caller = AuditLog.Caller(identifier: "test", role: "operator")
        let left = try await records.settle(with: ProcessorRoutes([]), by: caller).open
        #expect(left.map(\.operation.kind) == [.release])
        let change = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row("SELECT action FROM audit_entry")?.text("action")
        }
        #expect(change == "payments.settle")
        #expect(processor.record.held.values.reduce(0, +) == 1_075)
        bench.charging.clock.advance(bySeconds: 1_000)
        try await desk.settleDue()
        #expect(try await records.open() == [])
        #expect(processor.record.held.values.reduce(0, +) == 5)
    }

    @Test func `settles what is open of a payment before the next operation and its answer`()
        async throws
    {
        let processor = SimulatedProcessor(seed: 1)
        let desk = try bench.desk(database, processor)
        let order = try await desk.pay(bench.submission(of: bench.token())).order.id
        processor.losesAnswers.withLock { $0 = true }
        let part = Money(minorUnits: 5, currency: .usd)
        let unknown = try await desk.capture(order, amount: part)
        #expect(unknown.operation.state == .unknown)
        #expect(unknown.order.paymentStatus == .authorized)
        processor.losesAnswers.withLock { $0 = false }
        let refund = try await desk.refund(order, amount: part)
        #expect(refund.payment.operations.map(\.state.name) == [.completed, .completed])
        #expect(refund.order.paymentStatus == .refunded)
        // The release of the rest is done when the final capture is answered.
        let final = try await desk.capture(order, amount: part, isFinal: true)
        let release = try #require(final.payment.operations.first { $0.kind == .release })
        #expect(release.state.name == .completed && release.amount.minorUnits == 1_065)
        #expect(final.order.paymentStatus == .paid)
        #expect(processor.record.unmarked.isEmpty)
    }

    /// The commit of its record may have been made or not.
    @Test(arguments: [true, false])
    func `closes what was not sent, unless recovery may have sent it`(isTaken: Bool) async throws {
        let desk = try bench.desk(database, SimulatedProcessor(seed: 1))
        let store = bench.charging.store
        let charge = try ChargingBench.charge()
        let operation = try await bench.charging.attempt(charge, in: database)
        if isTaken {
            bench.charging.clock.advance(bySeconds: 1_000)
            let taken = try await database.write { transaction throws(RecordFailure) in
                let other = ChargingBench.worker
                return try store.lease(operation.id, early: false, worker: other, in: transaction)
            }
            #expect(taken?.tries == 1)
        }
        #expect(await desk.records.close(operation.id) == !isTaken)
        let state = try await database.read { snapshot throws(RecordFailure) in
            try store.operation(operation.id, in: snapshot).state
        }
        #expect(state == (isTaken ? .sent : .notSent))
        #expect(await !desk.records.close(store.drawOperation()), "there is no such operation")
    }

    @Test func `records who captures, refunds and voids, once for each operation`() async throws {
        let database = try await bench.open([AuditLog.migrations])
        let processor = SimulatedProcessor(seed: 1)
        let desk = try bench.desk(database, processor)
        let caller = AuditLog.Caller(identifier: "key-1", role: "back-office")
        let first = try await desk.pay(bench.submission(of: bench.token(1)), by: caller)
        let second = try await desk.pay(
            bench.submission(of: bench.token(2), reference: "cart 2"),
            by: nil
        )
        for (kind, receipt) in [
            (OperationKind.capture, first), (.capture, first), (.refund, first), (.void, second),
        ] {
            _ = try await desk.records.perform(
                kind,
                on: receipt.order.id,
                number: 1,
                with: ProcessorRoutes(processor),
                by: caller
            )
        }
        #expect(processor.record.asked.values.allSatisfy { $0 == 1 })
        let entries = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT * FROM audit_entry ORDER BY number")
                .map { row throws(StorageFailure) in
                    [try row.text("caller"), try row.text("action"), try row.text("subject")]
                }
        }
        let payments = [first, second].map {
            $0.authorization.id.text.replacing("attempt-", with: "payment-")
        }
        #expect(
            entries == [
                ["key-1", "payment.ask", "cart 1"],
                ["key-1", "payment.capture", payments[0]],
                ["key-1", "payment.refund", payments[0]],
                ["key-1", "payment.void", payments[1]],
            ]
        )
    }

    @Test func `takes the five steps in order (mission 12.1 to 12.5)`() async throws {
        let steps = LockedValue<[String]>([])
        let processor = CountingProcessor()
        let submission = try bench.submission(of: bench.token())
        let receipt = try await bench.desk(database, processor).pay(submission) { step in
            steps.withLock { $0.append(Self.name(of: step)) }
        }
        let expected =
            ["received \(submission.tokenJSON.count)"]
            + ["verified", "decrypted", "submitted", "ordered"]
        #expect(steps.withLock { $0 } == expected)
        #expect(processor.approvals == 1)
        #expect(receipt.transactionID == (try ChargingBench.transaction(1)))
        #expect(receipt.authorization.approval.authorizationCode == "A1B2C3")
        #expect(receipt.order.totalMinorUnits == 1075)
        #expect(receipt.order.currencyCode == "USD")
        #expect(try await bench.orders(database) == [receipt.order])
        #expect(try await bench.states(database) == ["approved"])
    }

    static func name(of step: PaymentStep) -> String {
        switch step {
        case .received(let bytes): "received \(bytes)"
        case .verified: "verified"
        case .recognized: "recognized"
        case .decrypted: "decrypted"
        case .submitted: "submitted"
        case .recalled: "recalled"
        case .ordered: "ordered"
        case .refused(let refusal): "refused: \(refusal)"
        }
    }

    @Test func `asks the processor for what the token holds`() async throws {
        let asked = LockedValue<[AuthorizationRequest]>([])
        let processor = ScriptedProcessor([ScriptedProcessor.approval]) { request in
            asked.withLock { $0.append(request) }
        }
        let submission = try bench.submission(of: bench.token())
        _ = try await bench.desk(database, processor).pay(submission)
        let request = try #require(asked.withLock { $0.first })
        guard case .card(let card) = request.instrument else {
            Issue.record("no card")
            return
        }
        #expect(card.accountNumber.revealedText() == ChargingBench.accountDigits)
        let cryptogram = Secret(copying: ChargingBench.cryptogramBytes)
        guard case .cryptogram(cryptogram) = card.proof else {
            Issue.record("another proof")
            return
        }
        #expect(card.expiry == CardExpiry(year: 2030, month: 12))
        #expect(request.amount == Money(minorUnits: 1075, currency: .usd))
        #expect(request.transactionID == (try ChargingBench.transaction(1)))
    }

    @Test func `accepts a token for one order (mission 12.2)`() async throws {
        let processor = CountingProcessor()
        let desk = try bench.desk(database, processor)
        let token = try bench.token()
        _ = try await desk.pay(try bench.submission(of: token))
        for reference in ["cart 2", "Cart 1", "cart 1 "] {
            let again = try bench.submission(of: token, reference: reference)
            await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
                try await desk.pay(again)
            }
        }
        #expect(processor.approvals == 1)
        #expect(try await bench.orders(database).count == 1)
    }

    @Test func `refuses a token that another order used, once it is opened`() async throws {
        let desk = try bench.desk(database, CountingProcessor())
        let token = try bench.token()
        _ = try await desk.pay(try bench.submission(of: token))
        let steps = LockedValue<[String]>([])
        let other = try bench.submission(of: token, reference: "cart 2")
        await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
            try await desk.pay(other) { step in
                steps.withLock { $0.append(Self.name(of: step)) }
            }
        }
        #expect(steps.withLock { $0.count } == 3)
        #expect(steps.withLock { $0.last?.hasPrefix("refused: token refused at replay") } == true)
    }

    /// Other code that claims tokens has its own records, and may have charged the card.
    @Test(.onSQLiteOnly, arguments: ["cart 1", "cart 2"], [false, true])
    func `charges nothing if other code claimed the token`(
        reference: String,
        inTheMeantime: Bool
    ) async throws {
        let processor = CountingProcessor()
        let token = try bench.token()
        let submission = try bench.submission(of: token)
        let (database, now) = (database, bench.charging.clock.now)
        let claims = LockedValue(0)
        // The desk waits for its observer, so the other code is one that blocks its thread.
        @Sendable func claim() {
            let other = try? SQLiteConnection(path: database.name, patience: .seconds(5))
            let claim = try? other?.run(
                """
                INSERT INTO accepted_token (transaction_id, accepted_at, order_digest)
                VALUES ($1, $2, $3)
                """,
                [
                    .bytes(token.transactionID.bytes), .integer(now.seconds),
                    .bytes(OrderReference(reference).digest),
                ]
            )
            claims.withLock { $0 += claim?.changedRows ?? 0 }
        }
        if !inTheMeantime { claim() }
        await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
            try await bench.desk(database, processor).pay(submission) { step in
                if case .verified = step, inTheMeantime { claim() }
            }
        }
        #expect(claims.withLock { $0 } == 1)
        #expect(processor.approvals == 0)
        #expect(try await bench.states(database) == [])
    }

    @Test func `charges a cart once, for any number of tokens`() async throws {
        let processor = CountingProcessor()
        let desk = try bench.desk(database, processor)
        _ = try await desk.pay(try bench.submission(of: bench.token(1)))
        let second = try bench.submission(of: bench.token(2))
        let paid = try await #require(try bench.orders(database).first).attempt
        await #expect(throws: PaymentRefusal.alreadyPaid(paid)) { try await desk.pay(second) }
        #expect(processor.approvals == 1)
        #expect(try await bench.orders(database).count == 1)
    }

    @Test func `keeps an order when the database is closed and opened`() async throws {
        let bench = bench
        func pay() async throws -> Order {
            let database = try await bench.open()
            let desk = try bench.desk(database, CountingProcessor())
            return try await desk.pay(try bench.submission(of: bench.token(9))).order
        }
        let order = try await pay()
        let reopened = try await bench.open()
        #expect(try await bench.orders(reopened) == [order])
        let token = try bench.token(9)
        let again = try bench.submission(of: token, reference: "cart 2")
        let desk = try bench.desk(reopened, CountingProcessor())
        await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
            try await desk.pay(again)
        }
    }
}
