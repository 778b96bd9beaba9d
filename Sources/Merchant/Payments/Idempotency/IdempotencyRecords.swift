internal import Storage
internal import World

/// Records requests by their idempotency keys, and their answers.
///
/// A request is recorded in the transaction that records what is done for it, under a lease: while it
/// lasts, no other server works on the same request. Where a server ends in between, the lease runs out
/// and the request made again goes on with what is recorded of its payment.
struct IdempotencyRecords: Sendable {
    /// How long a request is kept after its last change. Units: seconds.
    static let retentionSeconds: Int64 = 48 * 60 * 60

    let clock: any WallClock
    /// How long a server works on a request at most, before another may. Units: seconds.
    let leaseSeconds: Int64
    let audit: AuditLog

    /// Whether a request that this server works on was made before.
    enum Taking: Sendable {
        /// It was not made before.
        case new
        /// It was made before and has no final answer; the capture, void or refund that was recorded for it.
        case continued(OperationID?)
    }

    /// Records a request as this server's, in the transaction that records what is done for it. One that
    /// a server left is taken over.
    ///
    /// - Parameters:
    ///   - key: The request.
    ///   - attempt: The attempt of which something is recorded.
    ///   - operation: The operation that does it, where it is new; nil for a payment.
    ///   - transaction: The transaction.
    /// - Returns: Whether it was made before.
    /// - Throws: ``RecordFailure/withheld(_:)`` where this server may not work on it.
    func take(
        _ key: RequestKey,
        of attempt: AttemptID,
        for operation: OperationID? = nil,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Taking {
        guard key.begin(attempt) else { throw .withheld(.abandoned) }
        let now = clock.now.seconds
        let lease: [StoredValue] = [
            .bytes(key.keyDigest), .text(key.worker), .integer(now &+ leaseSeconds),
            .integer(now &+ Self.retentionSeconds),
        ]
        let added = try transaction.execute(
            """
            INSERT INTO idempotent_request
                (key_digest, worker, leased_until, kept_until, body_digest, operation)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """,
            lease + [.bytes(key.bodyDigest), .init(operation?.text)]
        )
        guard added == 0, let known = try Self.known(key, at: now, in: transaction) else {
            try audit.record(key.change, in: transaction)
            return .new
        }
        if known.isOwn { return .continued(known.operation) }
        if let earlier = known.earlier { throw .withheld(earlier) }
        try transaction.execute(
            """
            UPDATE idempotent_request SET worker = $2, leased_until = $3, kept_until = $4
            WHERE key_digest = $1
            """,
            lease
        )
        key.noteContinued()
        return .continued(known.operation)
    }

    /// Links a request to another operation; to none where the operation was certainly not sent, so that
    /// the request made again is a new operation.
    func link(
        _ key: RequestKey,
        to operation: OperationID?,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            "UPDATE idempotent_request SET operation = $3 WHERE key_digest = $1 AND worker = $2",
            [.bytes(key.keyDigest), .text(key.worker), .init(operation?.text)]
        )
    }

    /// Records the answer to a request, in the transaction that records the outcome.
    ///
    /// - Returns: What became of the request where another server works on it or has answered it;
    ///   otherwise nil.
    /// - Throws: ``RecordFailure/storage(_:)``.
    func conclude(
        _ key: RequestKey,
        of attempt: AttemptID?,
        with answer: KeyedAnswer,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> EarlierRequest? {
        if try write(answer, key, in: transaction) { return nil }
        // The transaction that took the request may have been undone.
        do throws(RecordFailure) {
            if answer != .notDone, let attempt {
                _ = try take(key, of: attempt, in: transaction)
                _ = try write(answer, key, in: transaction)
            } else {
                _ = try find(key, in: transaction)
            }
            return nil
        } catch .withheld(let earlier) { return earlier }
    }

    /// Looks whether a request was made before. Nothing is written.
    ///
    /// - Returns: Whether it was made before and has no final answer.
    /// - Throws: ``RecordFailure/withheld(_:)`` where this server may not work on it.
    func find(
        _ key: RequestKey,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> Bool {
        let known = try Self.known(key, at: clock.now.seconds, in: reader)
        if let earlier = known?.earlier { throw .withheld(earlier) }
        return known != nil
    }

    /// Removes requests that were kept long enough, the oldest first. One whose operation is still open is kept as long
    /// again: made again, it must not begin another operation.
    ///
    /// - Parameters:
    ///   - most: The maximum number to remove, so that other writers do not wait long.
    ///   - transaction: Where to remove them.
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: ``RecordFailure/storage(_:)``.
    func prune(
        atMost most: Int,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Int {
        let now = clock.now.seconds
        try transaction.execute(
            """
            UPDATE idempotent_request SET kept_until = $1
            WHERE kept_until < $2 AND status IS NULL AND EXISTS (
                SELECT 1 FROM operation WHERE operation.id = idempotent_request.operation
                    AND state IN ('prepared', 'sent', 'unknown'))
            """,
            [.integer(now &+ Self.retentionSeconds), .integer(now)]
        )
        return try transaction.execute(
            """
            DELETE FROM idempotent_request WHERE key_digest IN (
                SELECT key_digest FROM idempotent_request
                WHERE kept_until < $1 ORDER BY kept_until LIMIT $2
            )
            """,
            [.integer(now), .integer(Int64(max(0, most)))]
        )
    }
}

extension IdempotencyRecords {
    /// Writes an answer.
    ///
    /// - Returns: Whether the request was this server's.
    private func write(
        _ answer: KeyedAnswer,
        _ key: RequestKey,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Bool {
        let name: [StoredValue] = [.bytes(key.keyDigest), .text(key.worker)]
        switch answer {
        case .final(let recorded):
            return try transaction.execute(
                """
                UPDATE idempotent_request
                SET worker = NULL, leased_until = 0, status = $3, location = $4, body = $5
                WHERE key_digest = $1 AND worker = $2
                """,
                name + [
                    .integer(Int64(recorded.status)), .init(recorded.location),
                    .bytes(recorded.body),
                ]
            ) == 1
        case .notDone where !key.isContinued:
            return try transaction.execute(
                "DELETE FROM idempotent_request WHERE key_digest = $1 AND worker = $2",
                name
            ) == 1
        case .open, .notDone:
            return try transaction.execute(
                """
                UPDATE idempotent_request SET worker = NULL, leased_until = 0
                WHERE key_digest = $1 AND worker = $2
                """,
                name
            ) == 1
        }
    }

    /// The operation of a recorded request, whether it is this server's, and the answer where this server
    /// may not take it over.
    private static func known(
        _ key: RequestKey,
        at now: Int64,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> (operation: OperationID?, isOwn: Bool, earlier: EarlierRequest?)? {
        try reader.one(
            "SELECT * FROM idempotent_request WHERE key_digest = $1",
            [.bytes(key.keyDigest)]
        ) { row throws(StorageFailure) in
            (
                operation: try row.textIfPresent("operation").flatMap { OperationID($0) },
                isOwn: try row.textIfPresent("worker") == key.worker,
                earlier: try earlier(row, key, at: now)
            )
        }
    }

    /// The answer of a row to a request that is made; nil where that one may take it over.
    private static func earlier(
        _ row: Row,
        _ key: RequestKey,
        at now: Int64
    ) throws(StorageFailure) -> EarlierRequest? {
        guard try row.bytes("body_digest") == key.bodyDigest else { return .otherBody }
        if let status = try row.integerIfPresent("status") {
            let answer = RecordedAnswer(
                status: Int(clamping: status),
                location: try row.textIfPresent("location"),
                body: try row.bytes("body")
            )
            return .answered(answer)
        }
        let left = try row.integer("leased_until") - now
        guard left > 0, let worker = try row.textIfPresent("worker"), worker != key.worker else {
            return nil
        }
        return .inProgress(seconds: left)
    }
}
