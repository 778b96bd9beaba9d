internal import Money
internal import PaymentToken
public import Storage
public import World

/// Keeps intents, attempts and operations.
///
/// Each write takes a transaction, so that a result, its order and the claim on its token are kept
/// together or not at all.
public struct ChargeStore: Sendable {
    let world: World
    let policy: RecoveryPolicy
    let keys: RowKeys

    /// The clock of its times.
    public var clock: any WallClock { world.clock }

    /// A store that takes its times and identifiers from a world.
    ///
    /// - Parameters:
    ///   - world: The clock and the random numbers.
    ///   - policy: When recovery may act on what is recorded.
    ///   - keyOrder: The order of new identifiers: the database's ``Database/keyOrder``.
    public init(
        world: World,
        policy: RecoveryPolicy = .withoutOrders,
        keyOrder: KeyOrder = .random
    ) {
        self.world = world
        self.policy = policy
        keys = RowKeys(world, keyOrder)
    }

    /// Draws the identifiers of a charge. They are drawn before its transaction, so that it can be
    /// looked for if the end of the transaction is unknown.
    public func draw() -> ChargeIdentifiers {
        ChargeIdentifiers(
            intent: IntentID(key: keys.next()),
            attempt: AttemptID(key: keys.next()),
            operation: OperationID(key: keys.next())
        )
    }

    /// Draws the identifier of a capture, a void or a refund.
    func drawOperation() -> OperationID { OperationID(key: keys.next()) }

    /// Records a charge, as sent, before the processor is asked.
    ///
    /// - Parameters:
    ///   - charge: The charge.
    ///   - identifiers: What it is recorded by.
    ///   - accountSuffix: The last four digits of the device account number; nil where the processor
    ///     opens the token.
    ///   - processor: The processor that will be asked.
    ///   - worker: Who will ask it: see ``WorkerID``.
    ///   - settlementReference: See ``PaymentProcessor/settlementReference(of:)``.
    ///   - capturesOnce: Whether the processor releases what a first capture leaves.
    ///   - transaction: Where to record it.
    /// - Returns: The authorization, as recorded.
    /// - Throws: ``RecordFailure/transactionUsed(_:)`` for a token that was charged before,
    ///   ``RecordFailure/intentPaid(_:)`` where an earlier attempt is authorized, and has its
    ///   order where the policy wants one, ``RecordFailure/intentOccupied(_:)`` where that may still be,
    ///   ``RecordFailure/intentDisputed(_:)`` where it could not be cancelled,
    ///   ``RecordFailure/referenceUsed(_:)`` where the reference was used for another amount or
    ///   currency.
    public func prepare(
        _ charge: NewCharge,
        as identifiers: ChargeIdentifiers,
        accountSuffix: String?,
        processor: ProcessorName,
        worker: WorkerID,
        settlementReference: String? = nil,
        capturesOnce: Bool = false,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation {
        if let credential = charge.credential { try requireActive(credential, in: transaction) }
        let now = world.clock.now
        let intent = try intent(of: charge, as: identifiers.intent, at: now, in: transaction)
        let added = try transaction.execute(
            """
            INSERT INTO attempt
                (id, intent, transaction_identifier, account_suffix, credential, created_at,
                 metadata)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            [
                .text(identifiers.attempt.text), .text(intent.text),
                .bytes(charge.transactionID.bytes), .init(accountSuffix),
                .init(charge.credential?.text), .integer(now.seconds), .init(charge.metadata),
            ]
        )
        guard added == 1 else {
            let attempt = try attempt(of: charge.transactionID, in: transaction)
            throw .transactionUsed(attempt ?? identifiers.attempt)
        }
        let operation = NewOperation(
            id: identifiers.operation,
            attempt: identifiers.attempt,
            intent: intent,
            kind: .authorization,
            number: 1,
            processor: processor,
            amount: charge.amount,
            state: .sent,
            time: now,
            dueAt: leaseEnd(from: now),
            worker: worker,
            settlementReference: settlementReference,
            capturesOnce: capturesOnce
        )
        if let recorded = try insert(operation, in: transaction) { return recorded }
        guard let occupant = try occupant(of: intent, in: transaction) else {
            throw .intentOccupied(identifiers.attempt)
        }
        if case .reversalRefused = occupant.state { throw .intentDisputed(occupant.attempt) }
        // An approval that is due has no order yet, and is reversed where none is placed.
        throw occupant.state.isHeld && occupant.dueAt == nil
            ? .intentPaid(occupant.attempt) : .intentOccupied(occupant.attempt)
    }

    /// The intent of a merchant reference, made where there is none.
    private func intent(
        of charge: NewCharge,
        as id: IntentID,
        at now: UnixTime,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> IntentID {
        let added = try transaction.execute(
            """
            INSERT INTO intent
                (id, merchant_reference, amount_minor_units, currency_code, created_at)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
            """,
            [
                .text(id.text), .text(charge.merchantReference),
                .integer(charge.amount.minorUnits), .text(charge.amount.currency.code),
                .integer(now.seconds),
            ]
        )
        if added == 1 { return id }
        let known = try transaction.one(
            """
            SELECT id, amount_minor_units, currency_code FROM intent
            WHERE merchant_reference = $1
            """,
            [.text(charge.merchantReference)]
        ) { row throws(StorageFailure) in
            let isSame = try row.integer("amount_minor_units") == charge.amount.minorUnits
            let isSameCurrency = try row.text("currency_code") == charge.amount.currency.code
            return (id: try row.identifier("id") as IntentID, isSame: isSame && isSameCurrency)
        }
        guard let known else { throw .storage(.severalRows) }
        guard known.isSame else { throw .referenceUsed(known.id) }
        return known.id
    }

    func leaseEnd(from now: UnixTime) -> UnixTime {
        now.advanced(bySeconds: policy.leaseSeconds) ?? now
    }
}

/// The identifiers of a charge that is to be recorded.
public struct ChargeIdentifiers: Hashable, Sendable {
    /// The intent's, where the reference has none yet.
    public let intent: IntentID
    /// The attempt's.
    public let attempt: AttemptID
    /// The authorization's.
    public let operation: OperationID
}

extension OperationState {
    /// Whether the issuer holds an amount for the merchant.
    var isHeld: Bool {
        switch self {
        case .approved, .partiallyApproved: true
        case .prepared, .sent, .completed, .mismatched, .declined, .notSent, .unknown,
            .reversing, .reversed, .reversalRefused, .voided:
            false
        }
    }
}
