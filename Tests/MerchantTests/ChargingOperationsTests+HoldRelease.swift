import Money
import Storage
import Testing
import World

@testable import Payments

/// The release of what is left of a hold, after a final capture and by a void.
extension ChargingOperationsTests {
    private func releases(_ attempt: AttemptID, _ database: Database) async throws -> [Int64] {
        try await database.read { snapshot throws(RecordFailure) in
            try bench.store.operations(of: attempt, .release, in: snapshot)
        }.map(\.amount.minorUnits)
    }

    @Test func `release what a final capture leaves, and capture nothing after it`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.capture, of: attempt, 300, in: database)
        let capture = try await operation(
            .capture,
            of: attempt,
            100,
            isFinal: true,
            becomes: nil,
            in: database
        )
        // The capture has no answer yet.
        #expect(capture.isFinal)
        #expect(try await releases(attempt, database) == [])
        await #expect(throws: RecordFailure.refused(.afterFinalCapture)) {
            try await operation(.capture, of: attempt, 1, in: database)
        }
        _ = try await database.write { transaction throws(RecordFailure) in
            try bench.store.record(Self.done, of: capture, in: transaction)
        }
        #expect(try await releases(attempt, database) == [675])
        await #expect(throws: RecordFailure.refused(.afterFinalCapture)) {
            try await operation(.capture, of: attempt, 1, in: database)
        }
        await #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute("UPDATE attempt_amount SET capturing = 1")
            }
        }
        try await operation(.refund, of: attempt, 400, in: database)
        #expect(try await amounts(attempt, database) == [1075, 0, 400, 0, 400])
    }

    @Test func `release nothing where a final capture is declined, or leaves nothing`() async throws
    {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        for state in [.declined(.doNotHonor), .notSent] as [OperationState] {
            try await operation(
                .capture,
                of: attempt,
                300,
                isFinal: true,
                becomes: state,
                in: database
            )
        }
        try await operation(.capture, of: attempt, 300, in: database)
        try await operation(.capture, of: attempt, isFinal: true, in: database)
        #expect(try await releases(attempt, database) == [])
        #expect(try await amounts(attempt, database) == [1075, 0, 1075, 0, 0])
    }

    @Test func `wait with a final capture until every capture has its answer`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.capture, of: attempt, 300, becomes: .unknown, in: database)
        await #expect(throws: RecordFailure.unsettled(attempt)) {
            try await operation(.capture, of: attempt, 100, isFinal: true, in: database)
        }
        await #expect(throws: RecordFailure.refused(.numberUsed(1))) {
            try await operation(.capture, of: attempt, 300, number: 1, isFinal: true, in: database)
        }
    }

    @Test func `leave nothing to capture with a processor that captures once`() {
        func amounts(_ capturing: Int64, _ captured: Int64) -> AttemptAmounts {
            AttemptAmounts(
                authorized: Self.money(1_075),
                capturing: Self.money(capturing),
                captured: Self.money(captured),
                refunding: Self.money(0),
                refunded: Self.money(0),
                isReleased: false,
                capturesOnce: true
            )
        }
        #expect(amounts(0, 0).capturable == Self.money(1_075))
        #expect(amounts(1_000, 0).capturable == Self.money(0))
        #expect(amounts(0, 1_000).capturable == Self.money(0))
        #expect(amounts(0, 1_000).refusal(of: .capture, Self.money(75)) == nil)
        #expect(amounts(0, 1_000).refusal(of: .void, Self.money(75)) == .notVoidable)
    }

    @Test func `end an authorization that is voided`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.void, of: attempt, in: database)
        let outcome = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.outcome(of: attempt, in: snapshot)
        }
        #expect(outcome == .voided)
        await #expect(throws: RecordFailure.refused(.exceedsAuthorized(left: Self.money(0)))) {
            try await operation(.capture, of: attempt, 1, in: database)
        }
    }

    @Test func `release what captures left by a void, which is the last of them`() async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.capture, of: attempt, 300, in: database)
        for state in [.declined(.doNotHonor), .notSent] as [OperationState] {
            try await operation(.void, of: attempt, becomes: state, in: database)
            try await operation(.capture, of: attempt, 100, in: database)
        }
        let void = try await operation(.void, of: attempt, becomes: nil, in: database)
        #expect(void.amount == Self.money(575))
        // Its answer is not needed for what it forbids.
        for becomes in [nil, Self.done] {
            if let becomes {
                _ = try await database.write { transaction throws(RecordFailure) in
                    try bench.store.record(becomes, of: void, in: transaction)
                }
            }
            await #expect(throws: RecordFailure.refused(.afterFinalCapture)) {
                try await operation(.capture, of: attempt, 1, in: database)
            }
            await #expect(throws: RecordFailure.refused(.notVoidable)) {
                try await operation(.void, of: attempt, in: database)
            }
        }
        try await operation(.refund, of: attempt, 500, in: database)
        #expect(try await amounts(attempt, database) == [1075, 0, 500, 0, 500])
        let state = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.authorization(of: attempt, in: snapshot).state
        }
        #expect(state == ChargingBench.approval)
    }

    /// The processor says that it holds nothing more of a payment.
    @Test func `are voids where a processor releases what captures left of its own accord`()
        async throws
    {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.capture, of: attempt, 300, in: database)
        for added in [[Self.money(775)], []] {
            let effect = try await database.write { transaction throws(RecordFailure) in
                let statement = ProcessorStatement(isReleased: true)
                return try bench.store.apply(statement, to: attempt, in: transaction)
            }
            #expect(effect.added.map(\.amount) == added && effect.contradictions == [])
            #expect(effect.added.allSatisfy { $0.kind == .void && !$0.isFinal })
        }
        let known = try await database.read { snapshot throws(RecordFailure) in
            let amounts = try bench.store.amounts(of: attempt, in: snapshot)
            return (amounts, try bench.store.authorization(of: attempt, in: snapshot).state)
        }
        #expect(known.0.captured == Self.money(300) && known.0.isClosed && !known.0.isReleased)
        #expect(known.1 == ChargingBench.approval)
    }

    /// Amounts with which the database takes no void.
    enum Unvoidable: CaseIterable {
        case nothingLeft, captureOpen, closed

        var statement: StaticString {
            switch self {
            case .nothingLeft: "UPDATE attempt_amount SET captured = authorized"
            case .captureOpen: "UPDATE attempt_amount SET capturing = 1"
            case .closed: "UPDATE attempt_amount SET closed = 1"
            }
        }
    }

    @Test(arguments: Unvoidable.allCases)
    func `are not voided in the database where nothing is known to be left`(
        amounts: Unvoidable
    ) async throws {
        let database = try await bench.open()
        let attempt = try await authorized(database)
        try await operation(.capture, of: attempt, 100, in: database)
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(amounts.statement)
        }
        let refused = await #expect(throws: StorageFailure.self) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    """
                    INSERT INTO operation (id, attempt, intent, kind, number, idempotency_key,
                        processor, amount_minor_units, currency_code, state, prepared_at,
                        changed_at, tries, due_at)
                    SELECT 'v', attempt, intent, 'void', 1, 'v', processor, 1, currency_code,
                        'sent', prepared_at, changed_at, 0, 1
                    FROM operation WHERE kind = 'authorization'
                    """
                )
            }
        }
        #expect(refused == .constraintViolated(amounts == .closed ? .check : .trigger))
    }
}
