internal import Storage
internal import World

extension ChargeStore {
    /// Whether the time of a hold has passed and that is not recorded. What becomes of an open operation decides
    /// whether something is left of the hold, so that it is waited for.
    func hasEndedHold(
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> Bool {
        do throws(StorageFailure) {
            return try reader.row(
                """
                SELECT id FROM operation AS held
                WHERE hold_ends_at <= $1 AND hold_ended IS NULL AND NOT EXISTS (
                    SELECT 1 FROM operation
                    WHERE attempt = held.attempt AND kind <> 'refund'
                        AND state IN ('prepared', 'sent', 'unknown'))
                LIMIT 1
                """,
                [.integer(world.clock.now.seconds)]
            ) != nil
        } catch { throw .storage(error) }
    }

    /// Records that holds have ended whose time has passed, and whether something was left of them. The
    /// database writes an event where something was. Nothing else changes: a capture may still succeed.
    func endHolds(
        limit: Int,
        in transaction: borrowing Transaction
    ) throws(RecordFailure) {
        do throws(StorageFailure) {
            try transaction.execute(
                """
                UPDATE operation SET hold_ended = (
                    SELECT CASE WHEN released = 0 AND closed = 0
                        AND capturing + captured < authorized
                        AND (operation.captures_once = 0 OR capturing + captured = 0)
                        THEN 1 ELSE 0 END
                    FROM attempt_amount WHERE attempt_amount.attempt = operation.attempt)
                WHERE id IN (
                    SELECT id FROM operation AS held
                    WHERE hold_ends_at <= $1 AND hold_ended IS NULL AND NOT EXISTS (
                        SELECT 1 FROM operation
                        WHERE attempt = held.attempt AND kind <> 'refund'
                        AND state IN ('prepared', 'sent', 'unknown'))
                    ORDER BY hold_ends_at LIMIT $2)
                """,
                [.integer(world.clock.now.seconds), .integer(Int64(max(0, limit)))]
            )
        } catch { throw .storage(error) }
    }
}
