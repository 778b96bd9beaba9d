internal import Storage
internal import World

extension ChargeStore {
    /// A payment whose statement is to be read.
    struct DueNotice: Hashable, Sendable {
        let attempt: AttemptID
        let messages: Int64
    }

    /// The attempt that a message is about; nil where it is about none of these records.
    func attempt(
        of notice: ProcessorNotice,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> AttemptID? {
        if let key = notice.key {
            let found: AttemptID? = try reader.one(
                "SELECT attempt FROM operation WHERE idempotency_key = $1 AND processor = $2",
                [.text(key), .text(notice.processor.text)]
            ) { row throws(StorageFailure) in try row.identifier("attempt") }
            if let found { return found }
        }
        return try reader.one(
            """
            SELECT attempt FROM operation
            WHERE network_reference = $1 AND processor = $2 AND kind = 'authorization'
            """,
            [.text(notice.reference), .text(notice.processor.text)]
        ) { row throws(StorageFailure) in try row.identifier("attempt") }
    }

    /// Records that a payment's statement is to be read.
    func note(
        _ attempt: AttemptID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            """
            INSERT INTO processor_notice (attempt, messages, due_at) VALUES ($1, $2, $3)
            ON CONFLICT (attempt) DO UPDATE
            SET messages = processor_notice.messages + 1, due_at = excluded.due_at
            """,
            [
                .text(attempt.text),
                .integer(1 + Int64(world.randomness.number(below: 1 << 62))),
                .integer(world.clock.now.seconds),
            ]
        )
    }

    /// The payments of a processor whose statements are due, the longest due first.
    func dueNotices(
        at processor: ProcessorName,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [DueNotice] {
        try reader.all(
            """
            SELECT notice.attempt, messages FROM processor_notice AS notice
            JOIN operation ON operation.attempt = notice.attempt
                AND kind = 'authorization' AND number = 1
            WHERE notice.due_at <= $1 AND processor = $2 ORDER BY notice.due_at LIMIT $3
            """,
            [
                .integer(world.clock.now.seconds), .text(processor.text),
                .integer(Int64(limit)),
            ]
        ) { row throws(StorageFailure) in
            DueNotice(
                attempt: try row.identifier("attempt"),
                messages: try row.integer("messages")
            )
        }
    }

    /// How long a notice is the reader's who claimed it. Units: seconds. A statement is a few requests of ten seconds; the
    /// rest is for lists of many pages.
    private static let claimSeconds: Int64 = 600

    /// Claims a notice, so that its statement is not read twice at once, unless another message comes.
    ///
    /// - Returns: Whether it was due, and no other message came since.
    func claim(
        _ notice: DueNotice,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Bool {
        let now = world.clock.now.seconds
        return try transaction.execute(
            """
            UPDATE processor_notice SET due_at = $3
            WHERE attempt = $1 AND messages = $2 AND due_at <= $4
            """,
            [
                .text(notice.attempt.text), .integer(notice.messages),
                .integer(now + Self.claimSeconds), .integer(now),
            ]
        ) == 1
    }

    /// Ends a notice whose statement was read, unless another message came since.
    func end(
        _ notice: DueNotice,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            "DELETE FROM processor_notice WHERE attempt = $1 AND messages = $2",
            [.text(notice.attempt.text), .integer(notice.messages)]
        )
    }

    /// Puts a notice off whose statement could not be read.
    func putOff(
        _ notice: DueNotice,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            "UPDATE processor_notice SET due_at = $3 WHERE attempt = $1 AND messages = $2",
            [
                .text(notice.attempt.text), .integer(notice.messages),
                .integer(world.clock.now.seconds + 30),
            ]
        )
    }
}
