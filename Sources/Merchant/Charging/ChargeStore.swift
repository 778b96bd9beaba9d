internal import PaymentToken
public import Storage
public import World

/// Keeps intents, attempts and operations.
///
/// Each write takes a transaction, so that a result, its order and the claim on its token are kept
/// together or not at all.
public struct ChargeStore: Sendable {
    private let world: World

    /// A store that takes its times and identifiers from a world.
    public init(world: World) {
        self.world = world
    }

    /// Records a charge before the processor is asked.
    ///
    /// - Throws: ``ChargeFailure/transactionUsed(_:)`` for a token that was charged before,
    ///   ``ChargeFailure/intentPaid(_:)`` where an earlier attempt is authorized,
    ///   ``ChargeFailure/intentOccupied(_:)`` where one may still be,
    ///   ``ChargeFailure/referenceUsed(_:)`` where the reference was used for another amount or currency.
    public func prepare(
        _ charge: NewCharge,
        accountSuffix: String,
        in transaction: borrowing Transaction
    ) throws(ChargeFailure) -> ChargeOperation {
        if let attempt = try self.attempt(of: charge.transactionID, in: transaction) {
            throw .transactionUsed(attempt)
        }
        let intent = try intent(for: charge, in: transaction)
        if let occupant = try occupant(of: intent, in: transaction) {
            let isPaid = occupant.state.name == .approved
            throw isPaid ? .intentPaid(occupant.attempt) : .intentOccupied(occupant.attempt)
        }
        let attempt = AttemptID(drawnFrom: world.randomness)
        let now = world.clock.now
        let operation = ChargeOperation(
            id: OperationID(drawnFrom: world.randomness),
            attempt: attempt,
            intent: intent,
            kind: .authorization,
            idempotencyKey: IdempotencyKey(.authorization, of: attempt),
            state: .prepared,
            preparedAt: now,
            changedAt: now
        )
        do {
            try transaction.execute(
                """
                INSERT INTO attempt
                    (id, intent, transaction_identifier, account_suffix, created_at)
                VALUES ($1, $2, $3, $4, $5)
                """,
                [
                    .text(attempt.text), .text(intent.text),
                    .bytes(charge.transactionID.bytes), .text(accountSuffix),
                    .integer(now.seconds),
                ]
            )
            try insert(operation, in: transaction)
        } catch {
            throw .storage(error)
        }
        return operation
    }

    /// Records what an operation became.
    ///
    /// - Throws: ``ChargeFailure/transitionRefused(from:to:)`` where it cannot become that.
    @discardableResult
    public func record(
        _ state: OperationState,
        of id: OperationID,
        in transaction: borrowing Transaction
    ) throws(ChargeFailure) -> ChargeOperation {
        let before = try operation(id, in: transaction)
        guard before.state.mayBecome(state) else {
            throw .transitionRefused(from: before.state.name, to: state.name)
        }
        var (code, reference, reason): (String?, String?, String?) = (nil, nil, nil)
        switch state {
        case .approved(let authorizationCode, let networkReference):
            (code, reference) = (authorizationCode, networkReference)
        case .declined(let declineReason): reason = declineReason.rawValue
        case .prepared, .sent, .notSent, .unknown: break
        }
        do {
            try transaction.execute(
                """
                UPDATE operation
                SET state = $2, authorization_code = $3, network_reference = $4,
                    decline_reason = $5, changed_at = $6
                WHERE id = $1
                """,
                [
                    .text(id.text), .text(state.name.rawValue), .init(code), .init(reference),
                    .init(reason), .integer(world.clock.now.seconds),
                ]
            )
        } catch {
            throw .storage(error)
        }
        return try operation(id, in: transaction)
    }

    private func insert(
        _ operation: ChargeOperation,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) {
        try transaction.execute(
            """
            INSERT INTO operation
                (id, attempt, intent, kind, idempotency_key, state, prepared_at, changed_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                .text(operation.id.text), .text(operation.attempt.text),
                .text(operation.intent.text), .text(operation.kind.rawValue),
                .text(operation.idempotencyKey.text), .text(operation.state.name.rawValue),
                .integer(operation.preparedAt.seconds), .integer(operation.changedAt.seconds),
            ]
        )
    }

    /// The intent of a merchant reference, made where there is none.
    private func intent(
        for charge: NewCharge,
        in transaction: borrowing Transaction
    ) throws(ChargeFailure) -> IntentID {
        let reused: IntentID
        do throws(StorageFailure) {
            let row = try transaction.row(
                "SELECT * FROM intent WHERE merchant_reference = $1",
                [.text(charge.merchantReference)]
            )
            guard let row else { return try makeIntent(for: charge, in: transaction) }
            let known: IntentID = try row.identifier("id")
            let isSame = try row.integer("amount_minor_units") == charge.amountMinorUnits
            if isSame, try row.text("currency_code") == charge.currencyCode { return known }
            reused = known
        } catch {
            throw .storage(error)
        }
        throw .referenceUsed(reused)
    }

    private func makeIntent(
        for charge: NewCharge,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> IntentID {
        let intent = IntentID(drawnFrom: world.randomness)
        try transaction.execute(
            """
            INSERT INTO intent
                (id, merchant_reference, amount_minor_units, currency_code, created_at)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .text(intent.text), .text(charge.merchantReference),
                .integer(charge.amountMinorUnits), .text(charge.currencyCode),
                .integer(world.clock.now.seconds),
            ]
        )
        return intent
    }
}
