public import PaymentToken
public import Storage
public import World

extension ChargeStore {
    /// An operation as it is recorded now.
    ///
    /// - Throws: ``RecordFailure/operationMissing(_:)`` where there is none.
    public func operation(
        _ id: OperationID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> ChargeOperation {
        do throws(StorageFailure) {
            let row = try reader.row("SELECT * FROM operation WHERE id = $1", [.text(id.text)])
            if let row { return try ChargeOperation(row) }
        } catch {
            throw .storage(error)
        }
        throw .operationMissing(id)
    }

    /// The authorization of an attempt as it is recorded now.
    ///
    /// - Throws: ``RecordFailure/attemptMissing(_:)`` where there is none.
    public func authorization(
        of attempt: AttemptID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> ChargeOperation {
        do throws(StorageFailure) {
            let row = try reader.row(
                "SELECT * FROM operation WHERE attempt = $1 AND kind = 'authorization'",
                [.text(attempt.text)]
            )
            if let row { return try ChargeOperation(row) }
        } catch {
            throw .storage(error)
        }
        throw .attemptMissing(attempt)
    }

    /// The attempt that a token's transaction was charged by, or nil if it was not charged.
    public func attempt(
        of transaction: TransactionID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> AttemptID? {
        do throws(StorageFailure) {
            return try reader.row(
                "SELECT id FROM attempt WHERE transaction_identifier = $1",
                [.bytes(transaction.bytes)]
            )?.identifier("id")
        } catch {
            throw .storage(error)
        }
    }

    /// The charge of a token, or nil if it was not charged.
    public func charge(
        of transaction: TransactionID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> RecordedCharge? {
        do throws(StorageFailure) {
            let row = try reader.row(
                """
                SELECT attempt.id AS id, merchant_reference, amount_minor_units, currency_code
                FROM attempt JOIN intent ON intent.id = attempt.intent
                WHERE transaction_identifier = $1
                """,
                [.bytes(transaction.bytes)]
            )
            return try row.map { row throws(StorageFailure) in try RecordedCharge(row) }
        } catch {
            throw .storage(error)
        }
    }

    /// The outcome of an attempt; nil while it is in progress or after a crash.
    ///
    /// - Throws: ``RecordFailure/attemptMissing(_:)`` where there is no such attempt.
    public func outcome(
        of attempt: AttemptID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> ChargeOutcome? {
        do throws(StorageFailure) {
            if let row = try authorizationRow(attempt, in: reader) {
                if let authorized = try AuthorizedAttempt(row) { return .authorized(authorized) }
                return try ChargeOperation(row).state.outcome
            }
        } catch {
            throw .storage(error)
        }
        throw .attemptMissing(attempt)
    }

    /// The authorization of an attempt, as later requests refer to it.
    ///
    /// - Throws: ``RecordFailure/attemptMissing(_:)`` where there is none.
    public func original(
        of attempt: AttemptID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> OriginalAuthorization {
        do throws(StorageFailure) {
            if let row = try authorizationRow(attempt, in: reader) {
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
        } catch {
            throw .storage(error)
        }
        throw .attemptMissing(attempt)
    }

    private func authorizationRow(
        _ attempt: AttemptID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(StorageFailure) -> Row? {
        try reader.row(
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
            [.text(attempt.text)]
        )
    }

    /// Operations prepared before a moment that are not settled, because of a crash or a processor
    /// that did not answer. Oldest first.
    ///
    /// One that is `prepared` was never sent; for one that is `sent` or `unknown` the processor may
    /// have acted. An authorization that is being reversed is represented by its reversal.
    public func unsettled(
        preparedBefore moment: UnixTime,
        limit: Int,
        in reader: borrowing some Queryable & ~Copyable
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
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        do throws(StorageFailure) {
            return try reader.rows(query, values).map { row throws(StorageFailure) in
                try ChargeOperation(row)
            }
        } catch {
            throw .storage(error)
        }
    }

    /// The operation that holds the intent's amount, or may hold it.
    func occupant(
        of intent: IntentID,
        in transaction: borrowing Transaction
    ) throws(RecordFailure) -> ChargeOperation? {
        do throws(StorageFailure) {
            let row = try transaction.row(
                """
                SELECT * FROM operation
                WHERE intent = $1 AND kind = 'authorization'
                  AND state NOT IN ('declined', 'notSent', 'reversed', 'voided')
                """,
                [.text(intent.text)]
            )
            return try row.map { row throws(StorageFailure) in try ChargeOperation(row) }
        } catch {
            throw .storage(error)
        }
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
