internal import Storage
internal import World

extension ChargeStore {
    /// The authorizations whose hold's time has passed, where that is not recorded, the oldest first. What becomes of an
    /// open operation decides whether something is left of the hold, so that it is waited for.
    func endedHolds(
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [String] {
        try reader.all(
            """
            SELECT id FROM operation AS held
            WHERE hold_ends_at <= $1 AND hold_ended IS NULL AND NOT EXISTS (
                SELECT 1 FROM operation
                WHERE attempt = held.attempt AND kind <> 'refund'
                    AND state IN ('prepared', 'sent', 'unknown'))
            ORDER BY hold_ends_at LIMIT $2
            """,
            [.integer(world.clock.now.seconds), .integer(Int64(max(0, limit)))]
        ) { row throws(StorageFailure) in try row.text("id") }
    }

    /// Records that the hold of an authorization has ended, and whether something was left of it. The
    /// database writes an event where something was. Nothing else changes: a capture may still succeed.
    func endHold(
        _ authorization: String,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            """
            UPDATE operation SET hold_ended = (
                SELECT CASE WHEN released = 0 AND closed = 0
                    AND capturing + captured < authorized
                    AND (operation.captures_once = 0 OR capturing + captured = 0)
                    THEN 1 ELSE 0 END
                FROM attempt_amount WHERE attempt_amount.attempt = operation.attempt)
            WHERE id = $1
            """,
            [.text(authorization)]
        )
    }
}
