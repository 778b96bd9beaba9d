public import PaymentToken
public import Storage
public import World

extension ChargeStore {
    /// An operation as it is recorded now.
    ///
    /// - Throws: ``ChargeFailure/operationMissing(_:)`` where there is none.
    public func operation(
        _ id: OperationID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> ChargeOperation {
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
    /// - Throws: ``ChargeFailure/attemptMissing(_:)`` where there is none.
    public func authorization(
        of attempt: AttemptID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> ChargeOperation {
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
    ) throws(ChargeFailure) -> AttemptID? {
        do throws(StorageFailure) {
            return try reader.row(
                "SELECT id FROM attempt WHERE transaction_identifier = $1",
                [.bytes(transaction.bytes)]
            )?.identifier("id")
        } catch {
            throw .storage(error)
        }
    }

    /// What a token was charged for, or nil if it was not charged.
    public func charge(
        of transaction: TransactionID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> RecordedCharge? {
        do throws(StorageFailure) {
            let row = try reader.row(
                """
                SELECT attempt.id, merchant_reference, amount_minor_units, currency_code
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
    /// - Throws: ``ChargeFailure/attemptMissing(_:)`` where there is no such attempt.
    public func outcome(
        of attempt: AttemptID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> ChargeOutcome? {
        switch try authorization(of: attempt, in: reader).state {
        case .prepared, .sent: nil
        case .unknown: .unknown
        case .notSent: .notSent
        case .declined(let reason): .declined(reason)
        case .approved: try authorizedAttempt(attempt, in: reader).map(ChargeOutcome.authorized)
        }
    }

    /// An attempt whose amount the issuer holds, or nil if it does not.
    public func authorizedAttempt(
        _ id: AttemptID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> AuthorizedAttempt? {
        do throws(StorageFailure) {
            let row = try reader.row(
                """
                SELECT attempt.id, attempt.intent, merchant_reference, amount_minor_units,
                    currency_code, transaction_identifier, account_suffix, authorization_code,
                    network_reference, changed_at
                FROM attempt
                JOIN intent ON intent.id = attempt.intent
                JOIN operation ON operation.attempt = attempt.id
                WHERE attempt.id = $1 AND kind = 'authorization' AND state = 'approved'
                """,
                [.text(id.text)]
            )
            return try row.map { row throws(StorageFailure) in try AuthorizedAttempt(row) }
        } catch {
            throw .storage(error)
        }
    }

    /// Operations prepared before a moment that are not settled, because of a crash or a processor
    /// that did not answer. Oldest first.
    ///
    /// One that is `prepared` was never sent; for one that is `sent` or `unknown` the processor may
    /// have acted.
    public func unsettled(
        preparedBefore moment: UnixTime,
        limit: Int,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> [ChargeOperation] {
        do throws(StorageFailure) {
            let rows = try reader.rows(
                """
                SELECT * FROM operation
                WHERE state IN ('prepared', 'sent', 'unknown') AND prepared_at < $1
                ORDER BY prepared_at, id LIMIT $2
                """,
                [.integer(moment.seconds), .integer(Int64(max(0, limit)))]
            )
            return try rows.map { row throws(StorageFailure) in try ChargeOperation(row) }
        } catch {
            throw .storage(error)
        }
    }

    /// The history of an operation, oldest first.
    public func history(
        of operation: OperationID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> [OperationEvent] {
        do throws(StorageFailure) {
            let rows = try reader.rows(
                """
                SELECT sequence, state, time FROM operation_event
                WHERE operation = $1 ORDER BY sequence
                """,
                [.text(operation.text)]
            )
            return try rows.map { row throws(StorageFailure) in
                OperationEvent(
                    sequence: try row.integer("sequence"),
                    state: try row.name("state"),
                    time: UnixTime(seconds: try row.integer("time"))
                )
            }
        } catch {
            throw .storage(error)
        }
    }

    /// The operation that holds the intent's amount, or may hold it.
    func occupant(
        of intent: IntentID,
        in transaction: borrowing Transaction
    ) throws(ChargeFailure) -> ChargeOperation? {
        do throws(StorageFailure) {
            let row = try transaction.row(
                """
                SELECT * FROM operation
                WHERE intent = $1 AND kind = 'authorization'
                  AND state NOT IN ('declined', 'notSent')
                """,
                [.text(intent.text)]
            )
            return try row.map { row throws(StorageFailure) in try ChargeOperation(row) }
        } catch {
            throw .storage(error)
        }
    }
}
