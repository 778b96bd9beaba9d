internal import Bytes
public import Storage
public import World

/// Identifies a program that works on operations, such as one server of several.
///
/// While it works on an operation it has a lease on it, so that no other acts on the same operation.
/// If two do so after all, because a lease ended early, the operation's key makes it harmless.
public struct WorkerID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let text: String

    /// A new identifier.
    public init(drawnFrom randomness: any Randomness) {
        text = "worker-" + Hexadecimal.encode(randomness.bytes(8))
    }

    /// The identifier in a record.
    public init(recorded text: String) { self.text = text }

    /// The identifier as text.
    public var description: String { text }
}

extension ChargeStore {
    /// Operations of a processor on which recovery may act now, the longest due first.
    public func due(
        at processor: ProcessorName,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE due_at <= $1 AND processor = $2 ORDER BY due_at, id LIMIT $3
            """,
            [
                .integer(world.clock.now.seconds), .text(processor.text),
                .integer(Int64(max(0, limit))),
            ],
            in: reader
        )
    }

    /// The unsettled operations of one attempt, the oldest first.
    public func unsettled(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE attempt = $1 AND state IN ('prepared', 'sent', 'unknown')
            ORDER BY prepared_at, id
            """,
            [.text(attempt.text)],
            in: reader
        )
    }

    /// Approvals that wait for their order, the oldest first: the order must be placed, or the hold is
    /// released. Where ``RecoveryPolicy/orderWithinSeconds`` is nil there are none.
    public func awaitingOrder(
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE due_at IS NOT NULL AND state IN ('approved', 'partiallyApproved')
            ORDER BY prepared_at, id LIMIT $1
            """,
            [.integer(Int64(max(0, limit)))],
            in: reader
        )
    }

    /// Takes a lease on an operation; nil if it is settled, is not due, or another program has it. It is
    /// counted as a try, unless it is an authorization's before it is due.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - isEarly: Whether an unsettled operation that waits for its next try is taken before then,
    ///     because the customer or the merchant waits for it.
    ///   - worker: Who takes it.
    ///   - transaction: Where to record it.
    /// - Returns: The operation under the lease, or nil.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func lease(
        _ operation: OperationID,
        early isEarly: Bool,
        worker: WorkerID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation? {
        let now = world.clock.now
        return try transaction.one(
            """
            UPDATE operation
            SET lease_owner = $2, due_at = $3,
                tries = tries + CASE WHEN due_at > $4 AND kind = 'authorization'
                    THEN 0 ELSE 1 END,
                state = CASE WHEN kind IN ('reversal', 'release') AND state = 'prepared'
                    THEN 'sent' ELSE state END
            WHERE id = $1 AND due_at IS NOT NULL
              AND (due_at <= $4 OR ($5 = 1 AND lease_owner IS NULL
                  AND state IN ('prepared', 'sent', 'unknown')))
            RETURNING *
            """,
            [
                .text(operation.text), .text(worker.text),
                .integer(leaseEnd(from: now).seconds), .integer(now.seconds),
                .integer(isEarly ? 1 : 0),
            ],
            ChargeOperation.init
        )
    }

    /// Ends a lease: the operation is due again at a moment. It has no effect if the lease was lost.
    public func release(
        _ operation: OperationID,
        dueAt moment: UnixTime,
        worker: WorkerID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            """
            UPDATE operation SET lease_owner = NULL, due_at = $3
            WHERE id = $1 AND lease_owner = $2
            """,
            [.text(operation.text), .text(worker.text), .integer(moment.seconds)]
        )
    }

    /// Ends the leases of a worker that is gone, so that what it worked on is due now.
    ///
    /// - Returns: How many there were.
    @discardableResult
    public func endLeases(
        of worker: WorkerID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Int {
        try transaction.execute(
            """
            UPDATE operation SET lease_owner = NULL, due_at = $2
            WHERE due_at > $2 AND lease_owner = $1
            """,
            [.text(worker.text), .integer(world.clock.now.seconds)]
        )
    }
}
