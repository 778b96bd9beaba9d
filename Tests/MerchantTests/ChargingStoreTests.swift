import Money
import Payments
import Storage
import Testing
import World

@Suite("The record of charges", .onEachDatabaseAndPartitioned)
struct ChargingStoreTests {
    let bench = ChargingBench()

    @Test func `keeps an attempt with its derived key before anything is known of it`() async throws
    {
        let database = try await bench.open()
        let operation = try await bench.attempt(ChargingBench.charge(), in: database)
        #expect(operation.state == .sent)
        #expect(operation.processor == .sandbox && operation.number == 1)
        #expect(operation.idempotencyKey.text == "\(operation.attempt)-auth")
        #expect(operation.idempotencyKey.text.utf8.count <= 64)
        let outcome = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.outcome(of: operation.attempt, in: snapshot)
        }
        #expect(outcome == nil)
    }

    @Test func `finds an approval after a restart`() async throws {
        let operation: ChargeOperation
        do {
            operation = try await bench.attempt(
                ChargingBench.charge(),
                through: [ChargingBench.approval],
                in: bench.open()
            )
        }
        let database = try await bench.open()
        let found = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.authorizedAttempt(operation.attempt, in: snapshot)
        }
        let attempt = try #require(found)
        #expect(attempt.amount == Money(minorUnits: 1075, currency: .usd))
        #expect(attempt.merchantReference == "cart 1")
        #expect(attempt.accountSuffix == "5104")
        #expect(attempt.approval.authorizationCode == "A1B2C3")
        #expect(attempt.approval.networkReference == "1234567890")
        #expect(try attempt.transactionID == ChargingBench.transaction(1))
        #expect(attempt.approval.addressCheck == nil)
    }

    @Test func `keeps what the issuer says of the address`() async throws {
        for (number, check) in AddressCheck.allCases.enumerated() {
            let approval = Approval(
                authorizationCode: "A1B2C3",
                networkReference: "1234567890",
                addressCheck: check
            )
            let charge = try ChargingBench.charge("cart \(number)", token: UInt8(number + 1))
            let operation = try await bench.attempt(
                charge,
                through: [.unknown, .approved(approval)],
                in: bench.open()
            )
            let database = try await bench.open()
            let found = try await database.read { snapshot throws(RecordFailure) in
                try bench.store.authorizedAttempt(operation.attempt, in: snapshot)
            }
            #expect(found?.approval == approval)
        }
        let part = Approval(
            authorizationCode: "A1B2C3",
            networkReference: "1234567890",
            addressCheck: .streetOnly
        )
        let operation = try await bench.attempt(
            ChargingBench.charge("cart 9", token: 9),
            through: [.partiallyApproved(part, Money(minorUnits: 5, currency: .usd))],
            in: bench.open()
        )
        let kept = try await bench.open().read { snapshot throws(StorageFailure) in
            try snapshot.row(
                "SELECT address_check FROM operation WHERE attempt = $1 AND kind = $2",
                [.text(operation.attempt.text), .text("authorization")]
            )?.text("address_check")
        }
        #expect(kept == "streetOnly")
    }

    @Test(arguments: [
        [], [.unknown], [ChargingBench.approval], [.declined(.expiredCard)],
        [.reversing(.unanswered)],
    ])
    func `charges a token once, for every outcome`(states: [OperationState]) async throws {
        let database = try await bench.open()
        let first = try await bench.attempt(ChargingBench.charge(), through: states, in: database)
        await #expect(throws: RecordFailure.transactionUsed(first.attempt)) {
            try await bench.attempt(ChargingBench.charge("cart 2"), in: database)
        }
    }

    @Test(
        arguments: zip(
            [
                [], [.unknown], [.reversing(.unanswered)], [ChargingBench.approval],
                [.declined(.doNotHonor)], [.unknown, .notSent],
                [.reversing(.unanswered), .reversed(.unanswered)],
                [.reversing(.unanswered), .reversalRefused(.unanswered)],
                [ChargingBench.approval, .voided],
            ] as [[OperationState]],
            [
                RecordFailure.intentOccupied, RecordFailure.intentOccupied,
                RecordFailure.intentOccupied, RecordFailure.intentPaid, nil, nil, nil,
                RecordFailure.intentDisputed, nil,
            ] as [(@Sendable (AttemptID) -> RecordFailure)?]
        )
    )
    func `lets another card try only once the first certainly failed`(
        states: [OperationState],
        refusal: (@Sendable (AttemptID) -> RecordFailure)?
    ) async throws {
        let database = try await bench.open()
        let first = try await bench.attempt(ChargingBench.charge(), through: states, in: database)
        let again = try ChargingBench.charge(token: 2)
        guard let refusal else {
            let second = try await bench.attempt(again, in: database)
            #expect(second.intent == first.intent)
            #expect(second.idempotencyKey != first.idempotencyKey)
            return
        }
        await #expect(throws: refusal(first.attempt)) {
            try await bench.attempt(again, in: database)
        }
    }

    @Test(
        arguments: [
            (2990, "USD", true), (1076, "USD", true), (1074, "USD", true), (1075, "EUR", true),
            (1075, "USD", false),
        ] as [(Int64, String, Bool)]
    )
    func `refuses one reference with two amounts or two currencies`(
        amount: Int64,
        currency: String,
        isRefused: Bool
    ) async throws {
        let database = try await bench.open()
        let first = try await bench.attempt(
            ChargingBench.charge(),
            through: [.notSent],
            in: database
        )
        let other = try NewCharge(
            merchantReference: "cart 1",
            amount: Money(minorUnits: amount, currency: #require(Currency(code: currency))),
            transactionID: ChargingBench.transaction(2)
        )
        if isRefused {
            await #expect(throws: RecordFailure.referenceUsed(first.intent)) {
                try await bench.attempt(other, in: database)
            }
        } else {
            #expect(try await bench.attempt(other, in: database).intent == first.intent)
        }
    }

    /// "é" as one scalar and as two is the same text to Swift, and two references to the database.
    static let composed = "caf\u{e9}"
    static let decomposed = "cafe\u{301}"

    @Test(
        arguments: [
            (composed, 1075, "USD", true), (decomposed, 1075, "USD", false),
            ("caf", 1075, "USD", false), ("caf\u{e9}1", 1075, "USD", false),
            (composed, 1076, "USD", false), (composed, 1074, "USD", false),
            (composed, 1075, "EUR", false),
        ] as [(String, Int64, String, Bool)]
    )
    func `distinguishes a repeated charge from another`(
        reference: String,
        amount: Int64,
        currency: String,
        isSame: Bool
    ) async throws {
        let database = try await bench.open()
        let first = try await bench.attempt(ChargingBench.charge(Self.composed), in: database)
        let tokens = try (ChargingBench.transaction(1), ChargingBench.transaction(2))
        let (charge, other) = try await database.read { snapshot throws(RecordFailure) in
            (
                try bench.store.charge(of: tokens.0, in: snapshot),
                try bench.store.charge(of: tokens.1, in: snapshot)
            )
        }
        let recorded = try #require(charge)
        #expect(other == nil)
        #expect(recorded.attempt == first.attempt)
        #expect(recorded.merchantReference.utf8.elementsEqual(Self.composed.utf8))
        #expect(recorded.amount == Money(minorUnits: 1075, currency: .usd))
        let money = try Money(minorUnits: amount, currency: #require(Currency(code: currency)))
        let found = recorded.isOf(reference, money)
        #expect(found == isSame)
    }

    @Test func `lists what a crash left, oldest first, and nothing that is settled`() async throws {
        let database = try await bench.open()
        let ends: [[OperationState]] = [
            [], [], [.unknown], [ChargingBench.approval], [.declined(.doNotHonor)], [.notSent],
        ]
        for (number, states) in ends.enumerated() {
            let charge = try ChargingBench.charge("cart \(number)", token: UInt8(number))
            _ = try await bench.attempt(charge, through: states, in: database)
            bench.clock.advance(bySeconds: 60)
        }
        func unsettled(_ moment: UnixTime, _ limit: Int) async throws -> [OperationState] {
            try await database.read { snapshot throws(RecordFailure) in
                try bench.store.unsettled(preparedBefore: moment, limit: limit, in: snapshot)
            }.map(\.state)
        }
        #expect(try await unsettled(bench.clock.now, 10) == [.sent, .sent, .unknown])
        #expect(try await unsettled(bench.clock.now, 2) == [.sent, .sent])
        #expect(try await unsettled(UnixTime(seconds: 1_764_000_060), 10) == [.sent])
    }

    @Test(arguments: OperationState.Name.allCases)
    func `allows only the next states of an operation`(from: OperationState.Name) async throws {
        let answers: [OperationState.Name] = [
            .approved, .partiallyApproved, .mismatched, .declined, .notSent, .completed,
        ]
        let allowed: [OperationState.Name: [OperationState.Name]] = [
            .prepared: [.sent, .notSent], .sent: answers + [.unknown, .reversing],
            .unknown: answers + [.reversing], .approved: [.reversing, .voided],
            .partiallyApproved: [.reversing, .voided], .mismatched: [.reversing],
            .reversing: [.reversed, .reversalRefused],
        ]
        let next = allowed[from, default: []]
        for to in OperationState.Name.allCases {
            #expect(from.mayBecome(to) == next.contains(to), "\(to)")
        }
        // An authorization is never prepared or completed, and what is not whole is reversed at once.
        let others: Set<OperationState.Name> = [
            .prepared, .completed, .partiallyApproved, .mismatched,
        ]
        guard !others.contains(from) else { return }
        let database = try await bench.open()
        let operation = try await bench.attempt(
            ChargingBench.charge(),
            through: Self.way(to: from),
            in: database
        )
        let undone = StorageFailure.columnUnreadable("the change is undone")
        // The database has the same table.
        for to in OperationState.Name.allCases where !others.contains(to) {
            let failure = await #expect(throws: StorageFailure.self) {
                try await database.write { transaction throws(StorageFailure) in
                    try transaction.execute(
                        """
                        UPDATE operation SET state = $2, authorization_code = 'A',
                            network_reference = 'N', approved_minor_units = 1, mismatch = 'amount',
                            reversal_reason = 'unanswered', due_at = 1, decline_reason =
                                CASE WHEN $2 = 'declined' THEN 'doNotHonor' END
                        WHERE id = $1
                        """,
                        [.text(operation.id.text), .text(to.rawValue)]
                    )
                    throw undone
                }
            }
            let isAllowed = from == to || next.contains(to)
            #expect(failure == (isAllowed ? undone : .constraintViolated(.trigger)), "\(to)")
        }
    }

    static func way(to name: OperationState.Name) -> [OperationState] {
        switch name {
        case .sent, .prepared, .completed: []
        case .approved: [ChargingBench.approval]
        case .partiallyApproved:
            [
                .partiallyApproved(
                    Approval(authorizationCode: "A", networkReference: "N"),
                    Money(minorUnits: 1, currency: .usd)
                )
            ]
        case .mismatched: [.mismatched(.amount)]
        case .declined: [.declined(.insufficientFunds)]
        case .notSent: [.notSent]
        case .unknown: [.unknown]
        case .reversing: [.reversing(.unanswered)]
        case .reversed: [.reversing(.unanswered), .reversed(.unanswered)]
        case .reversalRefused: [.reversing(.unanswered), .reversalRefused(.unanswered)]
        case .voided: [ChargingBench.approval, .voided]
        }
    }
}
