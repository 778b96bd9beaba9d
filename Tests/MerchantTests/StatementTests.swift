import Money
import Storage
import Testing
import World

@testable import Payments

@Suite("What a platform says of a payment", .onEachDatabase)
struct StatementTests {
    private let bench = ChargingBench()

    private func records() async throws -> DeskRecords {
        let others = [
            AuditLog.migrations, IdempotencyTables.migrations, OrderTracking.migrations,
            EventLog.migrations,
        ]
        return DeskRecords(database: try await bench.open(others), world: bench.world)
    }

    private func payment(_ attempt: AttemptID, _ records: DeskRecords) async throws -> PaymentRecord
    {
        try #require(try await records.payment(attempt))
    }

    private func authorization(
        _ state: OperationState,
        _ records: DeskRecords
    ) async throws -> ChargeOperation {
        try await bench.attempt(ChargingBench.charge(), through: [state], in: records.database)
    }

    private func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: .usd)
    }

    /// Takes a statement about a payment that has the key of its authorization, as people's changes do.
    private func take(
        _ statement: ProcessorStatement,
        about authorization: ChargeOperation,
        _ records: DeskRecords
    ) async throws -> DeskRecords.TakenNotice {
        try await records.take(
            ProcessorNotice(
                processor: .sandbox,
                key: authorization.idempotencyKey.text,
                reference: "1234567890",
                news: .says(statement)
            )
        )
    }

    private func outcome(
        of authorization: ChargeOperation,
        _ reason: DeclineReason?
    ) -> ProcessorStatement.Outcome {
        .init(
            key: authorization.idempotencyKey.text,
            reference: "C1",
            declineReason: reason
        )
    }

    @Test func `a capture by people is recorded, though it has the payment's key`() async throws {
        let records = try await records()
        let authorization = try await authorization(ChargingBench.approval, records)
        let said = ProcessorStatement(
            captured: money(500),
            outcomes: [outcome(of: authorization, nil)]
        )
        #expect(try await take(said, about: authorization, records) == .recorded)
        let payment = try await payment(authorization.attempt, records)
        #expect(payment.attempt.amounts.captured == money(500))
    }

    @Test(arguments: [nil, .doNotHonor] as [DeclineReason?])
    func `a change by people decides nothing about an authorization without an answer`(
        _ reason: DeclineReason?
    ) async throws {
        let records = try await records()
        let authorization = try await authorization(.unknown, records)
        let said = ProcessorStatement(outcomes: [outcome(of: authorization, reason)])
        #expect(try await take(said, about: authorization, records) == .known)
        let payment = try await payment(authorization.attempt, records)
        #expect(payment.attempt.authorization.state == .unknown)
    }

    private static let approved = AuthorizationAnswer.approved(
        Approval(authorizationCode: "A1B2C3", networkReference: "1234567890"),
        echo: .none
    )
    private static let decisions: [(AuthorizationAnswer, OperationState)] = [
        (approved, ChargingBench.approval), (.declined(.doNotHonor), .declined(.doNotHonor)),
    ]

    @Test(arguments: decisions)
    func `a decision is the answer of an authorization without one, and changes none that it has`(
        decision: AuthorizationAnswer,
        state: OperationState
    ) async throws {
        let records = try await records()
        let authorization = try await authorization(.unknown, records)
        let said = ProcessorStatement(decision: decision)
        #expect(try await take(said, about: authorization, records) == .recorded)
        let contrary = ProcessorStatement(decision: .declined(.insufficientFunds))
        #expect(try await take(contrary, about: authorization, records) == .known)
        let payment = try await payment(authorization.attempt, records)
        #expect(payment.attempt.authorization.state == state)
    }

    /// An authorization is taken to be on its way for ten minutes.
    @Test func `an authorization that cannot arrive any more needs no reversal`() async throws {
        let records = try await records()
        let (database, store) = (records.database, bench.store)
        let sent = try await bench.attempt(ChargingBench.charge(), in: database)
        let reversing = try await database.write { transaction throws(RecordFailure) in
            let reversing = try store.reverse(sent, .unanswered, in: transaction)
            for reversal in try store.operations(of: sent.attempt, .reversal, in: transaction) {
                _ = try store.record(.sent, of: reversal, in: transaction)
            }
            return reversing
        }
        func absent(after seconds: Int64) async throws -> DeskRecords.TakenNotice {
            let time = UnixTime(seconds: sent.preparedAt.seconds + seconds)
            return try await take(ProcessorStatement(absentAt: time), about: reversing, records)
        }
        #expect(try await absent(after: 599) == .known)
        let open = try await payment(sent.attempt, records)
        #expect(open.attempt.authorization.state == .reversing(.unanswered))
        #expect(try await absent(after: 600) == .recorded)
        let ended = try await payment(sent.attempt, records)
        #expect(ended.attempt.authorization.state == .reversed(.unanswered))
    }

    /// The changes have the names that the platform gave them, and no keys of ours.
    @Test(arguments: ["C1", "R1"])
    func `what people did and what failed later contradicts`(_ reference: String) async throws {
        let records = try await records()
        let authorization = try await authorization(ChargingBench.approval, records)
        let done = ProcessorStatement(
            captured: money(1075),
            captureReference: "C1",
            refunds: [.init(reference: "R1", key: nil, amount: money(75))]
        )
        #expect(try await take(done, about: authorization, records) == .recorded)
        func failed(_ reference: String) async throws -> DeskRecords.TakenNotice {
            let outcome = ProcessorStatement.Outcome(
                key: nil,
                reference: reference,
                declineReason: .doNotHonor
            )
            let said = ProcessorStatement(outcomes: [outcome])
            return try await take(said, about: authorization, records)
        }
        #expect(try await failed("another") == .known)
        #expect(try await failed(reference) == .contradicts)
        let payment = try await payment(authorization.attempt, records)
        #expect(payment.attempt.amounts.refunded == money(75))
    }

    @Test func `a second refund for one request contradicts`() async throws {
        let records = try await records()
        let authorization = try await authorization(ChargingBench.approval, records)
        let captured = ProcessorStatement(captured: money(1075))
        #expect(try await take(captured, about: authorization, records) == .recorded)
        let wanted = ChargeStore.FollowUp(
            kind: .refund,
            attempt: authorization.attempt,
            amount: money(75),
            number: nil
        )
        let own = try await records.database.write { transaction throws(RecordFailure) in
            try bench.store.prepare(
                wanted,
                as: OperationID(drawnFrom: bench.randomness),
                processors: ProcessorRoutes(SilentProcessor(name: .sandbox)),
                worker: ChargingBench.worker,
                in: transaction
            ).operation
        }
        func made(_ references: String...) async throws -> DeskRecords.TakenNotice {
            let refunds = references.map {
                ProcessorStatement.Refund(
                    reference: $0,
                    key: own.idempotencyKey.text,
                    amount: money(75)
                )
            }
            let said = ProcessorStatement(captured: money(1075), refunds: refunds)
            return try await take(said, about: authorization, records)
        }
        #expect(try await made("R1") == .recorded)
        #expect(try await made("R1") == .known)
        #expect(try await made("R1", "R2") == .contradicts)
    }

    @Test func `a capture and its refund in one statement are those of the order`() async throws {
        let records = try await records()
        let authorization = try await authorization(ChargingBench.approval, records)
        let order = try OrdersTrackingTests.newOrder()
        let orders = OrderTracking(world: bench.world)
        try await records.database.write { transaction throws(RecordFailure) in
            let attempt = try bench.store.authorizedAttempt(authorization.attempt, in: transaction)
            if let attempt { _ = try orders.place(order, for: attempt, in: transaction) }
        }
        let said = ProcessorStatement(
            captured: money(1075),
            refunds: [.init(reference: "R1", key: nil, amount: money(1075))]
        )
        #expect(try await take(said, about: authorization, records) == .recorded)
        let payment = try await payment(authorization.attempt, records)
        #expect(payment.status == .refunded)
        #expect(payment.order?.paymentStatus == .refunded)
    }

    private struct StatingProcessor: PaymentProcessor {
        let name = ProcessorName.sandbox
        let capabilities: Set<ProcessorCapability> = []
        /// The events while it is asked for the first time.
        var meanwhile: @Sendable () async throws -> Void = {}
        let isAsked = LockedValue(false)

        func authorize(
            _: AuthorizationRequest
        ) async throws(ProcessorFailure) -> AuthorizationAnswer { throw .notSent(.unreachable) }

        func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
            throw .notSent(.unreachable)
        }

        func statement(
            of original: OriginalAuthorization
        ) async throws(ProcessorFailure) -> ProcessorStatement? {
            let isFirst = isAsked.withLock { isAsked in
                defer { isAsked = true }
                return !isAsked
            }
            do { if isFirst { try await meanwhile() } } catch {
                throw .outcomeUnknown(.processorInDoubt)
            }
            return ProcessorStatement(captured: original.amount)
        }
    }

    /// The records of a payment whose statement is to be read.
    private func noted() async throws -> (DeskRecords, AttemptID) {
        let records = try await records()
        let attempt = try await bench.attempt(
            ChargingBench.charge(),
            through: [ChargingBench.approval],
            in: records.database
        ).attempt
        try await note(attempt, in: records)
        return (records, attempt)
    }

    private func note(_ attempt: AttemptID, in records: DeskRecords) async throws {
        try await records.database.write { transaction throws(RecordFailure) in
            try bench.store.note(attempt, in: transaction)
        }
    }

    @Test func `is read by one server at a time`() async throws {
        let (records, attempt) = try await noted()
        let others = LockedValue<[Int]>([])
        let processor = StatingProcessor {
            for _ in 0..<2 {
                let other = try await records.readStatements(
                    from: ProcessorRoutes(StatingProcessor())
                )
                others.withLock { $0.append(other.readCount) }
                // A message that comes meanwhile is a reason to read it again.
                try await note(attempt, in: records)
            }
        }
        let routes = ProcessorRoutes(processor)
        #expect(try await records.readStatements(from: routes).readCount == 1)
        #expect(others.withLock(\.self) == [0, 1])
        #expect(try await records.readStatements(from: routes).readCount == 1)
        #expect(try await records.readStatements(from: routes).readCount == 0)
    }

    /// The slow reader's claim has ended, and another server has read the statement.
    @Test func `is read for a message that came after a slow reader began`() async throws {
        let (records, attempt) = try await noted()
        let processor = StatingProcessor {
            bench.clock.advance(bySeconds: 3_600)
            let other = try await records.readStatements(from: ProcessorRoutes(StatingProcessor()))
            #expect(other.readCount == 1)
            try await note(attempt, in: records)
        }
        let routes = ProcessorRoutes(processor)
        #expect(try await records.readStatements(from: routes).readCount == 1)
        #expect(try await records.readStatements(from: routes).readCount == 1)
    }

    @Test func `is read, though more wait of a platform that is not there`()
        async throws
    {
        let records = try await records()
        for number in 1...3 as ClosedRange<UInt8> {
            let name: ProcessorName = number == 3 ? .sandbox : .stripe
            let authorization = try await bench.attempt(
                ChargingBench.charge("cart \(number)", token: number),
                through: [ChargingBench.approval],
                processor: name,
                in: records.database
            )
            try await records.database.write { transaction throws(RecordFailure) in
                try bench.store.note(authorization.attempt, in: transaction)
            }
            bench.clock.advance(bySeconds: 1)
        }
        let report = try await records.readStatements(
            from: ProcessorRoutes(StatingProcessor()),
            limit: 2
        )
        #expect(report.readCount == 1)
    }

    @Test func `operations of a processor that is not there keep no others waiting`() async throws {
        let records = try await records()
        var own: ChargeOperation?
        for number in 1...3 as ClosedRange<UInt8> {
            own = try await bench.attempt(
                ChargingBench.charge("cart \(number)", token: number),
                through: [.unknown],
                processor: number == 3 ? .sandbox : .stripe,
                in: records.database
            )
            bench.clock.advance(bySeconds: 1_000)
        }
        let recovery = Recovery(
            database: records.database,
            store: bench.store,
            processors: ProcessorRoutes(SilentProcessor(name: .sandbox))
        )
        let report = try await recovery.settleDue(limit: 2)
        #expect(report.operations.map(\.id) == [try #require(own).id])
    }
}
