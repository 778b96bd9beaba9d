public import PaymentToken
public import Storage
public import World

extension ChargeStore {
    /// An operation as it is recorded now.
    ///
    /// - Throws: ``RecordFailure/operationMissing(_:)`` where there is none.
    public func operation(
        _ id: OperationID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> ChargeOperation {
        guard
            let found = try reader.one(
                "SELECT * FROM operation WHERE id = $1",
                [.text(id.text)],
                ChargeOperation.init
            )
        else { throw .operationMissing(id) }
        return found
    }

    /// The authorization of an attempt as it is recorded now.
    ///
    /// - Throws: ``RecordFailure/attemptMissing(_:)`` where there is none.
    public func authorization(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> ChargeOperation {
        guard
            let found = try reader.one(
                "SELECT * FROM operation WHERE attempt = $1 AND kind = 'authorization'",
                [.text(attempt.text)],
                ChargeOperation.init
            )
        else { throw .attemptMissing(attempt) }
        return found
    }

    /// The attempt that a token's transaction was charged by, or nil if it was not charged.
    public func attempt(
        of transaction: TransactionID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> AttemptID? {
        try reader.one(
            "SELECT id FROM attempt WHERE transaction_identifier = $1",
            [.bytes(transaction.bytes)]
        ) { row throws(StorageFailure) in try row.identifier("id") }
    }

    /// The charge of a token, or nil if it was not charged.
    public func charge(
        of transaction: TransactionID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> RecordedCharge? {
        try reader.one(
            """
            SELECT attempt.id AS id, merchant_reference, amount_minor_units, currency_code
            FROM attempt JOIN intent ON intent.id = attempt.intent
            WHERE transaction_identifier = $1
            """,
            [.bytes(transaction.bytes)],
            RecordedCharge.init
        )
    }

    /// The outcome of an attempt; nil while it is in progress or after a crash.
    ///
    /// - Throws: ``RecordFailure/attemptMissing(_:)`` where there is no such attempt.
    public func outcome(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> ChargeOutcome? {
        try authorization(of: attempt, in: reader) { row throws(StorageFailure) in
            if let authorized = try AuthorizedAttempt(row) { return .authorized(authorized) }
            return try ChargeOperation(row).state.outcome
        }
    }

    /// The authorization of an attempt, as later requests refer to it.
    ///
    /// - Throws: ``RecordFailure/attemptMissing(_:)`` where there is none.
    public func original(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> OriginalAuthorization {
        try authorization(of: attempt, in: reader) { row throws(StorageFailure) in
            let authorization = try ChargeOperation(row)
            var original = OriginalAuthorization(
                idempotencyKey: authorization.idempotencyKey,
                preparedAt: authorization.preparedAt,
                amount: authorization.amount,
                networkReference: try row.textIfPresent("network_reference"),
                authorizationCode: try row.textIfPresent("authorization_code"),
                merchantReference: try row.text("merchant_reference")
            )
            if case .partiallyApproved(_, let part) = authorization.state {
                original.approvedAmount = part
            }
            return original
        }
    }

    private func authorization<Record>(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable,
        _ read: (Row) throws(StorageFailure) -> Record
    ) throws(RecordFailure) -> Record {
        let found = try reader.one(
            """
            SELECT operation.*, merchant_reference, transaction_identifier, account_suffix, credential,
                metadata,
                (SELECT id FROM stored_credential
                WHERE stored_credential.attempt = operation.attempt) AS stored
            FROM operation
            JOIN attempt ON attempt.id = operation.attempt
            JOIN intent ON intent.id = operation.intent
            WHERE operation.attempt = $1 AND kind = 'authorization'
            """,
            [.text(attempt.text)],
            read
        )
        guard let found else { throw .attemptMissing(attempt) }
        return found
    }

    /// Operations prepared before a moment that are not settled, because of a crash or a processor
    /// that did not answer. Oldest first.
    ///
    /// One that is `prepared` was never sent; for one that is `sent` or `unknown` the processor may
    /// have acted. An authorization that is being reversed is represented by its reversal.
    public func unsettled(
        preparedBefore moment: UnixTime,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE due_at IS NOT NULL AND state IN ('prepared', 'sent', 'unknown')
              AND prepared_at < $1
            ORDER BY prepared_at, id LIMIT $2
            """,
            [.integer(moment.seconds), .integer(Int64(max(0, limit)))],
            in: reader
        )
    }

    /// The operations that a query finds.
    func operations(
        _ query: StaticString,
        _ values: [StoredValue],
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try reader.all(query, values, ChargeOperation.init)
    }

    /// The operation that holds the intent's amount, or may hold it.
    func occupant(
        of intent: IntentID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation? {
        try transaction.one(
            """
            SELECT * FROM operation
            WHERE intent = $1 AND kind = 'authorization'
              AND state NOT IN ('declined', 'notSent', 'reversed', 'voided')
            """,
            [.text(intent.text)],
            ChargeOperation.init
        )
    }
}

extension OperationState {
    /// The outcome of an authorization whose amount is not held; nil while there is none.
    var outcome: ChargeOutcome? {
        switch self {
        case .prepared, .sent, .approved, .partiallyApproved: nil
        case .unknown, .completed, .mismatched: .unknown
        case .notSent: .notSent
        case .declined(let reason, _): .declined(reason)
        case .reversing(let reason): .reversing(reason)
        case .reversed(let reason): .reversed(reason)
        case .reversalRefused(let reason): .reversalRefused(reason)
        case .voided: .voided
        }
    }
}
