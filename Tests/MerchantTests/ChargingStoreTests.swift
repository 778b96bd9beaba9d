import Charging
import SQLite
import Storage
import Testing
import World

@Suite("The record of charges")
struct ChargingStoreTests {
    let bench = ChargingBench()

    @Test func `keeps an attempt with its derived key before anything is known of it`() async throws {
        let database = try await bench.open()
        let operation = try await bench.attempt(ChargingBench.charge(), in: database)
        #expect(operation.state == .prepared)
        #expect(operation.idempotencyKey.text == "\(operation.attempt)-auth")
        #expect(operation.idempotencyKey.text.utf8.count <= 64)
        let outcome = try await database.read { snapshot throws(ChargeFailure) in
            try bench.store.outcome(of: operation.attempt, in: snapshot)
        }
        #expect(outcome == nil)
    }

    @Test func `finds an approval after a restart`() async throws {
        let operation: ChargeOperation
        do {
            operation = try await bench.attempt(
                ChargingBench.charge(),
                through: [.sent, ChargingBench.approval],
                in: bench.open()
            )
        }
        let database = try await bench.open()
        let found = try await database.read { snapshot throws(ChargeFailure) in
            try bench.store.authorizedAttempt(operation.attempt, in: snapshot)
        }
        let attempt = try #require(found)
        #expect(attempt.amountMinorUnits == 1075)
        #expect(attempt.currencyCode == "USD")
        #expect(attempt.merchantReference == "cart 1")
        #expect(attempt.accountSuffix == "5104")
        #expect(attempt.authorizationCode == "A1B2C3")
        #expect(attempt.networkReference == "1234567890")
        #expect(try attempt.transactionID == ChargingBench.transaction(1))
    }

    @Test(arguments: [
        [], [.sent], [.sent, ChargingBench.approval], [.sent, .declined(.expiredCard)],
    ])
    func `charges a token once, for every outcome`(states: [OperationState]) async throws {
        let database = try await bench.open()
        let first = try await bench.attempt(ChargingBench.charge(), through: states, in: database)
        await #expect(throws: ChargeFailure.transactionUsed(first.attempt)) {
            try await bench.attempt(ChargingBench.charge("cart 2"), in: database)
        }
    }

    @Test(
        arguments: zip(
            [
                [], [.sent], [.sent, .unknown], [.sent, ChargingBench.approval],
                [.sent, .declined(.doNotHonor)], [.sent, .unknown, .notSent],
            ] as [[OperationState]],
            [
                ChargeFailure.intentOccupied, ChargeFailure.intentOccupied,
                ChargeFailure.intentOccupied, ChargeFailure.intentPaid, nil, nil,
            ] as [(@Sendable (AttemptID) -> ChargeFailure)?]
        )
    )
    func `lets another card try only once the first certainly failed`(
        states: [OperationState],
        refusal: (@Sendable (AttemptID) -> ChargeFailure)?
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
            amountMinorUnits: amount,
            currencyCode: currency,
            transactionID: ChargingBench.transaction(2)
        )
        if isRefused {
            await #expect(throws: ChargeFailure.referenceUsed(first.intent)) {
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
            (composed, 1075, "EUR", false), (composed, 1075, "usd", false),
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
        let (charge, other) = try await database.read { snapshot throws(ChargeFailure) in
            (
                try bench.store.charge(of: tokens.0, in: snapshot),
                try bench.store.charge(of: tokens.1, in: snapshot)
            )
        }
        let recorded = try #require(charge)
        #expect(other == nil)
        #expect(recorded.attempt == first.attempt)
        #expect(recorded.merchantReference.utf8.elementsEqual(Self.composed.utf8))
        #expect(recorded.amountMinorUnits == 1075 && recorded.currencyCode == "USD")
        let found = recorded.isOf(
            reference,
            amountMinorUnits: amount,
            currencyCode: currency
        )
        #expect(found == isSame)
    }

    @Test func `lists what a crash left, oldest first, and nothing that is settled`() async throws {
        let database = try await bench.open()
        let ends: [[OperationState]] = [
            [], [.sent], [.sent, .unknown], [.sent, ChargingBench.approval],
            [.sent, .declined(.doNotHonor)], [.notSent],
        ]
        for (number, states) in ends.enumerated() {
            let charge = try ChargingBench.charge("cart \(number)", token: UInt8(number))
            _ = try await bench.attempt(charge, through: states, in: database)
            bench.clock.advance(bySeconds: 60)
        }
        func unsettled(_ moment: UnixTime, _ limit: Int) async throws -> [OperationState] {
            try await database.read { snapshot throws(ChargeFailure) in
                try bench.store.unsettled(preparedBefore: moment, limit: limit, in: snapshot)
            }.map(\.state)
        }
        #expect(try await unsettled(bench.clock.now, 10) == [.prepared, .sent, .unknown])
        #expect(try await unsettled(bench.clock.now, 2) == [.prepared, .sent])
        #expect(try await unsettled(UnixTime(seconds: 1_764_000_060), 10) == [.prepared])
    }

    @Test func `keeps the history of an operation`() async throws {
        let database = try await bench.open()
        let operation = try await bench.attempt(ChargingBench.charge(), in: database)
        for state in [.sent, .unknown, ChargingBench.approval] {
            bench.clock.advance(bySeconds: 5)
            try await database.write { transaction throws(ChargeFailure) in
                _ = try bench.store.record(state, of: operation.id, in: transaction)
            }
        }
        let history = try await database.read { snapshot throws(ChargeFailure) in
            try bench.store.history(of: operation.id, in: snapshot)
        }
        #expect(history.map(\.state) == [.prepared, .sent, .unknown, .approved])
        #expect(history.map(\.sequence) == [1, 2, 3, 4])
        #expect(history.map { $0.time.seconds - 1_764_000_000 } == [0, 5, 10, 15])
    }

    @Test(arguments: OperationState.Name.allCases, OperationState.Name.allCases)
    func `allows only the next states of an operation`(
        from: OperationState.Name,
        to: OperationState.Name
    ) async throws {
        let allowed: [OperationState.Name: [OperationState.Name]] = [
            .prepared: [.sent, .notSent],
            .sent: [.approved, .declined, .notSent, .unknown],
            .unknown: [.approved, .declined, .notSent],
        ]
        let database = try await bench.open()
        let operation = try await bench.attempt(
            ChargingBench.charge(),
            through: Self.way(to: from),
            in: database
        )
        let next = Self.way(to: to).last ?? .prepared
        func record() async throws(ChargeFailure) -> ChargeOperation {
            try await database.write { transaction throws(ChargeFailure) in
                try bench.store.record(next, of: operation.id, in: transaction)
            }
        }
        if allowed[from, default: []].contains(to) {
            #expect(try await record().state == next)
        } else {
            await #expect(throws: ChargeFailure.transitionRefused(from: from, to: to)) { try await record() }
        }
    }

    static func way(to name: OperationState.Name) -> [OperationState] {
        switch name {
        case .prepared: []
        case .sent: [.sent]
        case .approved: [.sent, ChargingBench.approval]
        case .declined: [.sent, .declined(.insufficientFunds)]
        case .notSent: [.notSent]
        case .unknown: [.sent, .unknown]
        }
    }
}
