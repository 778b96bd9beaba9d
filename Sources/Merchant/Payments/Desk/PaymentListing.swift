public import Storage
public import World

/// Lists payments, newest first, in pages whose cost does not grow with the number of payments: a page
/// begins where the one before it ended.
public struct PaymentListing: Sendable {
    /// The indexes that the pages need, for a database with ``PaymentDesk/migrations``.
    ///
    /// An authorization's number is 1. With it in their condition, they are for these pages only:
    /// PostgreSQL without statistics would find one payment in them by reading them whole, and
    /// payments that are made at the same time would interfere.
    public static let migrations = MigrationSeries(
        module: "payment-listing",
        [
            Migration(
                "indexes",
                [
                    """
                    CREATE INDEX listing_time ON operation (prepared_at, attempt)
                    WHERE kind = 'authorization' AND number = 1
                    """,
                    """
                    CREATE INDEX listing_state ON operation (state, prepared_at, attempt)
                    WHERE kind = 'authorization' AND number = 1
                    """,
                    """
                    CREATE INDEX listing_order ON shop_order (payment_status, created_at, attempt)
                    """,
                ]
            )
        ]
    )

    /// The place of a payment in the list.
    public struct Place: Hashable, Sendable {
        /// When it was made; for a status that orders have, when its order was placed.
        public let time: UnixTime
        /// The payment.
        public let attempt: AttemptID

        /// A place.
        public init(time: UnixTime, attempt: AttemptID) {
            (self.time, self.attempt) = (time, attempt)
        }
    }

    /// Which payments are wanted.
    public struct Query: Hashable, Sendable {
        /// Only those of this merchant's reference.
        public var reference: String?
        /// Only those of this status.
        public var status: PaymentRecord.Status?
        /// Only those made at this time or later.
        public var from: UnixTime?
        /// Only those made before this time.
        public var to: UnixTime?
        /// Only those after this place; nil for the first page.
        public var after: Place?
        /// The maximum number of payments.
        public var limit: Int

        /// All payments.
        public init(limit: Int) { self.limit = limit }
    }

    /// A part of the list.
    public struct Page: Hashable, Sendable {
        /// The payments.
        public let payments: [PaymentRecord]
        /// Where the next page begins; nil where there are no more.
        public let next: Place?
    }

    private let records: DeskRecords

    /// A list of the payments in a database that was opened with ``migrations``.
    public init(_ records: DeskRecords) { self.records = records }

    /// A page of payments.
    ///
    /// - Throws: ``RecordFailure``.
    public func page(_ query: Query) async throws(RecordFailure) -> Page {
        let records = records
        return try await records.database.read { snapshot throws(RecordFailure) in
            let places = try Self.places(query, in: snapshot)
            // One more than asked for says whether there is a next page.
            let shown = places.prefix(max(1, query.limit))
            let found = try records.read(shown.map(\.attempt), in: snapshot)
            return Page(
                payments: found.filter { query.status == nil || $0.status == query.status },
                next: places.count > shown.count ? shown.last : nil
            )
        }
    }

    /// The payments of the next events, each once and as it is now.
    ///
    /// - Parameters:
    ///   - position: The position of the last event that is known.
    ///   - limit: The maximum number of events that are looked at.
    /// - Returns: The payments, in the order of their events, and the position to go on from; nil where the
    ///   position is past the log.
    /// - Throws: ``RecordFailure``.
    public func changed(
        after position: Int64,
        limit: Int
    ) async throws(RecordFailure) -> (payments: [PaymentRecord], position: Int64)? {
        let records = records
        let end = try await records.database.read { snapshot throws(RecordFailure) in
            try EventLog.end(in: snapshot)
        }
        guard position <= end else { return nil }
        return try await records.database.read { snapshot throws(RecordFailure) in
            let events = try EventLog.events(
                after: position,
                through: end,
                limit: limit,
                in: snapshot
            )
            var attempts: [AttemptID] = []
            for event in events {
                guard let attempt = event.attempt, !attempts.contains(attempt) else { continue }
                attempts.append(attempt)
            }
            return (try records.read(attempts, in: snapshot), events.last?.position ?? position)
        }
    }

    private static func places(
        _ query: Query,
        in snapshot: borrowing Snapshot<RecordFailure>
    ) throws(RecordFailure) -> [Place] {
        var values: [StoredValue] = [
            .integer(query.from?.seconds ?? .min), .integer(query.to?.seconds ?? .max),
            .integer(query.after?.time.seconds ?? .max), .text(query.after?.attempt.text ?? "~"),
            .integer(Int64(max(1, query.limit)) + 1),
        ]
        let (statement, value) = selection(query)
        if let value { values.append(.text(value)) }
        return try snapshot.all(statement, values) { row throws(StorageFailure) in
            guard let attempt = AttemptID(try row.text("attempt")) else {
                throw .columnUnreadable("attempt")
            }
            return Place(time: UnixTime(seconds: try row.integer("time")), attempt: attempt)
        }
    }

    /// The statement of a query, and its last parameter.
    static func selection(_ query: Query) -> (statement: StaticString, value: String?) {
        if let reference = query.reference { return (byReference, reference) }
        return switch query.status {
        case nil: (all, nil)
        case .pending: (pending, nil)
        case .authorized: (byOrder, "authorized")
        case .captured: (byOrder, "paid")
        case .refunded: (byOrder, "refunded")
        case .voided: (byState, "voided")
        case .declined: (byState, "declined")
        case .failed: (byState, "notSent")
        case .cancelled: (byState, "reversed")
        case .disputed: (byState, "reversalRefused")
        }
    }

    private static let all: StaticString = """
        SELECT attempt, prepared_at AS time FROM operation
        WHERE kind = 'authorization' AND number = 1 AND prepared_at >= $1 AND prepared_at < $2
          AND (prepared_at, attempt) < ($3, $4)
        ORDER BY prepared_at DESC, attempt DESC LIMIT $5
        """
    private static let byState: StaticString = """
        SELECT attempt, prepared_at AS time FROM operation
        WHERE kind = 'authorization' AND number = 1 AND state = $6
          AND prepared_at >= $1 AND prepared_at < $2 AND (prepared_at, attempt) < ($3, $4)
        ORDER BY prepared_at DESC, attempt DESC LIMIT $5
        """
    private static let byOrder: StaticString = """
        SELECT attempt, created_at AS time FROM shop_order
        WHERE payment_status = $6 AND created_at >= $1 AND created_at < $2
          AND (created_at, attempt) < ($3, $4)
        ORDER BY created_at DESC, attempt DESC LIMIT $5
        """
    private static let byReference: StaticString = """
        SELECT operation.attempt AS attempt, prepared_at AS time
        FROM intent
        JOIN attempt ON attempt.intent = intent.id
        JOIN operation ON operation.attempt = attempt.id
        WHERE merchant_reference = $6 AND kind = 'authorization'
          AND prepared_at >= $1 AND prepared_at < $2 AND (prepared_at, operation.attempt) < ($3, $4)
        ORDER BY prepared_at DESC, operation.attempt DESC LIMIT $5
        """
    // Those that wait for something are few. The sum keeps SQLite from reading all payments in the order
    // of their times instead of these.
    private static let pending: StaticString = """
        SELECT attempt, time FROM (
            SELECT attempt, prepared_at AS time FROM operation
            WHERE kind = 'authorization' AND due_at IS NOT NULL
            UNION ALL
            SELECT attempt, prepared_at AS time FROM operation
            WHERE kind = 'authorization' AND number = 1 AND due_at IS NULL AND state = 'reversing'
            UNION ALL
            SELECT attempt, prepared_at AS time FROM operation
            WHERE kind = 'authorization' AND number = 1 AND due_at IS NULL AND state = 'mismatched'
        ) AS waiting
        WHERE time + 0 >= $1 AND time + 0 < $2 AND (time + 0, attempt) < ($3, $4)
        ORDER BY time + 0 DESC, attempt DESC LIMIT $5
        """
}
