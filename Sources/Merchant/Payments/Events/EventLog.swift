public import Storage
package import World

/// The changes of payments, orders, disputes, stored credentials and API keys, in the order of their commits as
/// far as one follows another.
public enum EventLog {
    /// The position up to which the log is complete: no event of a lower position comes later. It waits for those
    /// who write events now.
    ///
    /// Ask for it in a transaction of its own, and read up to it in the next one.
    public static func end<Failure>(
        in reader: borrowing some Queryable<Failure> & ~Copyable
    ) throws(Failure) -> Int64 {
        try reader.one("SELECT position FROM event_end") { row throws(StorageFailure) in
            try row.integer("position")
        } ?? 0
    }

    /// The highest position that is there now. It waits for no writer, so lower ones may still be missing.
    public static func last<Failure>(
        in reader: borrowing some Queryable<Failure> & ~Copyable
    ) throws(Failure) -> Int64 {
        try reader.one("SELECT MAX(position) AS position FROM event") {
            row throws(StorageFailure) in
            try row.integerIfPresent("position") ?? 0
        } ?? 0
    }

    /// Events, the oldest first.
    ///
    /// - Parameters:
    ///   - position: The position of the last event that is known; 0 for all events.
    ///   - end: The last position to read: an earlier answer of ``end(in:)``. Beyond it there may be events of
    ///     which some of lower positions are still to be committed.
    ///   - limit: The maximum number of events.
    ///   - reader: A transaction that began after the end was known.
    /// - Returns: The events.
    /// - Throws: A ``Storage/StorageFailure`` in the reader's error type.
    public static func events<Failure>(
        after position: Int64,
        through end: Int64,
        limit: Int,
        in reader: borrowing some Queryable<Failure> & ~Copyable
    ) throws(Failure) -> [Event] {
        try reader.all(
            """
            SELECT event.*, kind, number, operation.amount_minor_units, operation.currency_code,
                processor, decline_reason, merchant_reference
            FROM event
            LEFT JOIN operation ON operation.id = event.operation
            LEFT JOIN attempt ON attempt.id = event.attempt
            LEFT JOIN intent ON intent.id = attempt.intent
            WHERE position > $1 AND position <= $2 ORDER BY position LIMIT $3
            """,
            [.integer(position), .integer(end), .integer(Int64(max(0, limit)))],
            Event.init
        )
    }

    /// The event at a position; nil where there is none.
    public static func event<Failure>(
        at position: Int64,
        in reader: borrowing some Queryable<Failure> & ~Copyable
    ) throws(Failure) -> Event? {
        try events(after: position - 1, through: position, limit: 1, in: reader).first
    }

    /// Records a change that the database does not record itself.
    package static func record<Failure>(
        _ type: EventType,
        _ subject: String,
        at time: UnixTime,
        in transaction: borrowing Transaction<Failure>
    ) throws(Failure) {
        try transaction.execute(
            "INSERT INTO event (time, type, subject) VALUES ($1, $2, $3)",
            [.integer(time.seconds), .text(type.rawValue), .text(subject)]
        )
    }
}

extension Event {
    fileprivate init(_ row: Row) throws(StorageFailure) {
        position = try row.integer("position")
        time = UnixTime(seconds: try row.integer("time"))
        type = try row.name("type")
        attempt = try row.textIfPresent("attempt") == nil ? nil : try row.identifier("attempt")
        merchantReference = try row.textIfPresent("merchant_reference")
        subject = try row.textIfPresent("subject")
        operation = try row.textIfPresent("operation") == nil ? nil : try Operation(row)
    }
}

extension Event.Operation {
    fileprivate init(_ row: Row) throws(StorageFailure) {
        guard let processor = ProcessorName(try row.text("processor")) else {
            throw .columnUnreadable("processor")
        }
        self.processor = processor
        kind = try row.name("kind")
        number = try row.integer("number")
        amount = try row.money("amount_minor_units")
        declineReason = try row.textIfPresent("decline_reason").flatMap(DeclineReason.init)
    }
}
