import Money
import Payments
import Storage
import Testing
import World

@Suite("Captures, voids and refunds in the record", .onEachDatabaseAndPartitioned)
struct ChargingOperationsTests {
    let bench = ChargingBench()

    static func money(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: .usd)
    }
    static let done = OperationState.completed(networkReference: "N1")

    /// Records an operation, and what it became.
    @discardableResult
    func operation(
        _ kind: OperationKind,
        of attempt: AttemptID,
        _ amount: Int64? = nil,
        number: Int64? = nil,
        isFinal: Bool = false,
        becomes state: OperationState? = done,
        in database: Database
    ) async throws(RecordFailure) -> ChargeOperation {
        let wanted = ChargeStore.FollowUp(
            kind: kind,
            attempt: attempt,
            amount: amount.map(Self.money),
            number: number,
            isFinal: isFinal
        )
        let id = OperationID(drawnFrom: bench.randomness)
        return try await database.write { transaction throws(RecordFailure) in
            let prepared = try bench.store.prepare(
                wanted,
                as: id,
                processors: ProcessorRoutes(SilentProcessor(name: .sandbox)),
                worker: ChargingBench.worker,
                in: transaction
            )
            guard let state, prepared.isNew else { return prepared.operation }
            return try bench.store.record(state, of: prepared.operation, in: transaction)
        }
    }

    func authorized(_ database: Database) async throws -> AttemptID {
        try await bench.attempt(
            ChargingBench.charge(),
            through: [ChargingBench.approval],
            in: database
        ).attempt
    }

    func amounts(_ attempt: AttemptID, _ database: Database) async throws -> [Int64] {
        let amounts = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.amounts(of: attempt, in: snapshot)
        }
        return [
            amounts.authorized, amounts.capturing, amounts.captured, amounts.refunding,
            amounts.refunded,
        ].map(\.minorUnits)
    }

    @Test func `have keys that are derived from the attempt and counted`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        let first = try await operation(.capture, of: attempt, 300, in: database)
        let second = try await operation(.capture, of: attempt, 775, in: database)
        let refund = try await operation(.refund, of: attempt, 75, in: database)
        #expect(first.idempotencyKey.text == "\(attempt)-cap-1")
        #expect(second.idempotencyKey.text == "\(attempt)-cap-2")
        #expect(refund.idempotencyKey.text == "\(attempt)-ref-1")
        #expect(try await amounts(attempt, database) == [1075, 0, 1075, 0, 75])
    }

    @Test func `take no more than there is, with or without an answer`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.capture, of: attempt, 1_000, becomes: nil, in: database)
        #expect(try await amounts(attempt, database) == [1075, 1000, 0, 0, 0])
        await #expect(throws: RecordFailure.refused(.exceedsAuthorized(left: Self.money(75)))) {
            try await operation(.capture, of: attempt, 76, in: database)
        }
        await #expect(throws: RecordFailure.unsettled(attempt)) {
            try await operation(.void, of: attempt, in: database)
        }
        await #expect(throws: RecordFailure.refused(.exceedsCaptured(left: Self.money(0)))) {
            try await operation(.refund, of: attempt, 1, in: database)
        }
        // Another part can be captured meanwhile.
        try await operation(.capture, of: attempt, 75, becomes: nil, in: database)
        #expect(try await amounts(attempt, database) == [1075, 1075, 0, 0, 0])
    }

    @Test func `return what a declined operation reserved`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        for state in [.declined(.doNotHonor), .notSent] as [OperationState] {
            try await operation(.capture, of: attempt, becomes: state, in: database)
            try await operation(.void, of: attempt, becomes: state, in: database)
        }
        try await operation(.capture, of: attempt, in: database)
        try await operation(.refund, of: attempt, becomes: .declined(.doNotHonor), in: database)
        let refund = try await operation(.refund, of: attempt, in: database)
        #expect(refund.amount == Self.money(1075) && refund.number == 2)
        #expect(try await amounts(attempt, database) == [1075, 0, 1075, 0, 1075])
    }

    @Test func `keep the processor's own code of a decline`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        let state = OperationState.declined(.doNotHonor, code: ProcessorCode("do_not_honor"))
        try await operation(.capture, of: attempt, becomes: state, in: database)
        try await operation(.capture, of: attempt, becomes: .declined(.doNotHonor), in: database)
        let found = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.operations(of: attempt, .capture, in: snapshot)
        }
        #expect(found.map(\.state) == [state, .declined(.doNotHonor)])
    }

    @Test(arguments: ["", "51 ", "a,b", "é", "4\n", String(repeating: "x", count: 65)])
    func `keep no other text as a code`(text: String) {
        #expect(ProcessorCode(text) == nil)
        #expect(ProcessorCode(String(repeating: "x", count: 64)) != nil)
    }

    /// The other server may have sent it, because the first one's lease ended early.
    @Test func `are not recorded as not sent once another server has taken them`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        let capture = try await operation(.capture, of: attempt, becomes: nil, in: database)
        bench.clock.advance(bySeconds: 121)
        let other = WorkerID(drawnFrom: bench.randomness)
        let states = try await database.write { transaction throws(RecordFailure) in
            let taken = try bench.store.lease(
                capture.id,
                early: false,
                worker: other,
                in: transaction
            )
            guard let taken else { return [OperationState.Name]() }
            return try [(.notSent, capture), (Self.done, taken)]
                .map { state, known throws(RecordFailure) in
                    try bench.store.recordIfPossible(state, of: known, in: transaction).state.name
                }
        }
        #expect(states == [.sent, .completed])
        #expect(try await amounts(attempt, database) == [1075, 0, 1075, 0, 0])
    }

    @Test func `keep their answer where another server knew none`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        let sent = try await operation(.capture, of: attempt, becomes: nil, in: database)
        let kept = try await database.write { transaction throws(RecordFailure) in
            _ = try bench.store.record(Self.done, of: sent, in: transaction)
            return try bench.store.recordIfPossible(.unknown, of: sent, in: transaction)
        }
        #expect(kept.state == Self.done)
        let refusal = RecordFailure.transitionRefused(from: .completed, to: .unknown)
        await #expect(throws: refusal) {
            try await database.write { transaction throws(RecordFailure) in
                _ = try bench.store.record(.unknown, of: kept, in: transaction)
            }
        }
    }

    @Test func `are the same when their number is`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        let first = try await operation(.capture, of: attempt, 300, number: 1, in: database)
        #expect(
            try await operation(.capture, of: attempt, 300, number: 1, in: database) == first
        )
        await #expect(throws: RecordFailure.refused(.numberUsed(1))) {
            try await operation(.capture, of: attempt, 301, number: 1, in: database)
        }
        await #expect(throws: RecordFailure.refused(.numberSkips(expected: 2))) {
            try await operation(.capture, of: attempt, 300, number: 3, in: database)
        }
        #expect(try await amounts(attempt, database) == [1075, 0, 300, 0, 0])
    }

    @Test(arguments: [[], [.unknown], [.reversing(.unanswered)]] as [[OperationState]])
    func `wait for the authorization`(states: [OperationState]) async throws {
        let database = try await bench.open()
        let attempt = try await bench.attempt(
            ChargingBench.charge(),
            through: states,
            in: database
        ).attempt
        await #expect(throws: RecordFailure.unsettled(attempt)) {
            try await operation(.capture, of: attempt, in: database)
        }
    }

    /// The amount held is the approved one; the policy of the bench's store is to reverse.
    @Test func `take no more than a partial approval`() async throws {
        let database = try await bench.open()
        let store = ChargeStore(
            world: bench.world,
            policy: RecoveryPolicy(orderWithinSeconds: nil, partialApprovals: .accept)
        )
        let approval = Approval(authorizationCode: "A", networkReference: "N")
        let operation = try await bench.attempt(ChargingBench.charge(), in: database)
        let attempt = operation.attempt
        try await database.write { transaction throws(RecordFailure) in
            let part = OperationState.partiallyApproved(approval, Self.money(500))
            _ = try store.record(part, of: operation, in: transaction)
        }
        await #expect(throws: RecordFailure.refused(.exceedsAuthorized(left: Self.money(500)))) {
            try await self.operation(.capture, of: attempt, 501, in: database)
        }
        try await self.operation(.capture, of: attempt, in: database)
        #expect(try await amounts(attempt, database) == [500, 0, 500, 0, 0])
    }

    @Test(
        arguments: [
            (
                OperationState.partiallyApproved(
                    Approval(authorizationCode: "A", networkReference: "N"),
                    money(5)
                ),
                ReversalReason.partiallyApproved
            ),
            (.mismatched(.currency), .mismatched),
        ]
    )
    func `reverse at once what was not asked for`(
        state: OperationState,
        reason: ReversalReason
    ) async throws {
        let database = try await bench.open()
        let operation = try await bench.attempt(
            ChargingBench.charge(),
            through: [state],
            in: database
        )
        #expect(operation.state == .reversing(reason))
        let reversals = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.operations(of: operation.attempt, .reversal, in: snapshot)
        }
        #expect(reversals.map(\.state) == [.prepared])
        #expect(reversals.map(\.idempotencyKey.text) == ["\(operation.attempt)-rev"])
    }

    /// Should the program be wrong, the database refuses.
    static let forbidden: [StaticString] = [
        """
        INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key, processor,
            amount_minor_units, currency_code, state, prepared_at, changed_at, tries, due_at)
        SELECT 'x', attempt, intent, 'capture', 2, 'x', processor, 776, currency_code, 'sent',
            0, 0, 0, 0
        FROM operation WHERE kind = 'authorization'
        """,
        """
        INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key, processor,
            amount_minor_units, currency_code, state, prepared_at, changed_at, tries, due_at)
        SELECT 'x', attempt, intent, 'refund', 1, 'x', processor, 301, currency_code, 'sent',
            0, 0, 0, 0
        FROM operation WHERE kind = 'authorization'
        """,
        """
        INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key, processor,
            amount_minor_units, currency_code, state, prepared_at, changed_at, tries, due_at)
        SELECT 'x', attempt, intent, 'reversal', 1, 'x', processor, 1, currency_code, 'sent',
            0, 0, 0, 0
        FROM operation WHERE kind = 'authorization'
        """,
        "UPDATE attempt_amount SET refunded = 301",
        "UPDATE attempt_amount SET captured = 1076",
        "UPDATE attempt_amount SET released = 1",
    ]

    @Test(arguments: forbidden.map(\.description))
    func `are held to their amounts by the database`(statement: String) async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.capture, of: attempt, 300, in: database)
        let literal = try #require(Self.forbidden.first { $0.description == statement })
        await #expect(throws: StorageFailure.constraintViolated(.check)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(literal)
            }
        }
    }
}
