internal import Payments
internal import Storage
internal import World

/// A push to a device, which tells it that an order changed.
struct WalletPush: Sendable {
    /// A device and an order.
    struct Place: Hashable, Sendable {
        let device: String
        let order: String
    }

    /// The outcome of a push.
    enum Outcome: Hashable, Sendable {
        case delivered
        /// The push token leads to no device any more.
        case unregistered
        /// Neither; the cause in a few words.
        case failed(String)

        /// The outcome as the metrics name it.
        var name: String {
            switch self {
            case .delivered: "delivered"
            case .unregistered: "unregistered"
            case .failed: "failed"
            }
        }
    }

    let place: Place
    let token: String
    /// The number of the change.
    let changed: Int64
    /// How often it was sent in vain.
    let tries: Int64
}

extension WalletRecords {
    /// How long a server may send before another one takes over; one that is gone is noticed before that.
    /// Units: seconds.
    private static let leaseSeconds: Int64 = 60
    /// How many events are looked at in a transaction.
    private static let scanLimit = 256

    /// The pushes that are due, and how far the events were looked at; nil where another server sends.
    func pushes(
        as sender: String,
        at now: UnixTime,
        limit: Int
    ) async throws(StorageFailure) -> (due: [WalletPush], position: Int64)? {
        try await database.read { snapshot throws(StorageFailure) in
            let free = try snapshot.row(
                """
                SELECT position FROM wallet_push WHERE sending_until < $1 OR sender = $2
                    OR sender NOT IN (SELECT worker FROM serving_worker)
                """,
                [.integer(now.seconds), .text(sender)]
            )
            guard let position = try free?.integer("position") else { return nil }
            let due = try snapshot.all(
                """
                SELECT * FROM wallet_registration WHERE due_at <= $1 ORDER BY due_at LIMIT $2
                """,
                [.integer(now.seconds), .integer(Int64(limit))]
            ) { row throws(StorageFailure) in
                WalletPush(
                    place: WalletPush.Place(
                        device: try row.text("device"),
                        order: try row.text("shop_order")
                    ),
                    token: try row.text("push_token"),
                    changed: try row.integer("changed"),
                    tries: try row.integer("tries")
                )
            }
            return (due, position)
        }
    }

    /// Records what became of pushes, and lets those be due that new events ask for.
    ///
    /// - Returns: Whether this server may send; false where another one does.
    func advance(
        as sender: String,
        at now: UnixTime,
        through end: Int64,
        _ outcomes: [(push: WalletPush, outcome: WalletPush.Outcome)]
    ) async throws(StorageFailure) -> Bool {
        try await database.write { transaction throws(StorageFailure) in
            let row = try transaction.row(
                """
                UPDATE wallet_push SET sender = $2, sending_until = $3
                WHERE sending_until < $1 OR sender = $2
                    OR sender NOT IN (SELECT worker FROM serving_worker)
                RETURNING position
                """,
                [
                    .integer(now.seconds), .text(sender),
                    .integer(now.seconds + Self.leaseSeconds),
                ]
            )
            guard let row else { return false }
            let position = try row.integer("position")
            for (push, outcome) in outcomes { try transaction.record(outcome, of: push, at: now) }
            guard position < end else { return true }
            let events = try EventLog.events(
                after: position,
                through: end,
                limit: Self.scanLimit,
                in: transaction
            )
            let number = try transaction.nextWalletChange(at: now)
            for event in events {
                switch event.type {
                case .orderChanged, .orderCompleted, .orderCancelled: break
                default: continue
                }
                guard let order = event.subject else { continue }
                try transaction.execute(
                    """
                    UPDATE wallet_registration SET changed = $2, due_at = $3, tries = 0
                    WHERE shop_order = $1
                    """,
                    [.text(order), .integer(number), .integer(now.seconds)]
                )
            }
            let last = events.count < Self.scanLimit ? end : events.last?.position ?? end
            try transaction.execute("UPDATE wallet_push SET position = $1", [.integer(last)])
            return true
        }
    }
}

extension Transaction<StorageFailure> {
    /// The number of a new change. It is not below the time in milliseconds: a device may know a number of a database
    /// that was restored since.
    func nextWalletChange(at now: UnixTime) throws(StorageFailure) -> Int64 {
        let row = try row(
            """
            UPDATE wallet_push SET changes = CASE WHEN changes < $1 THEN $1 ELSE changes + 1 END
            RETURNING changes
            """,
            [.integer(now.seconds &* 1_000)]
        )
        guard let row else { throw .columnUnreadable("changes") }
        return try row.integer("changes")
    }

    /// Records an outcome, unless the order changed again since.
    fileprivate func record(
        _ outcome: WalletPush.Outcome,
        of push: WalletPush,
        at now: UnixTime
    ) throws(StorageFailure) {
        if outcome == .unregistered {
            try execute(
                "DELETE FROM wallet_registration WHERE device = $1 AND push_token = $2",
                [.text(push.place.device), .text(push.token)]
            )
            return
        }
        let delays = WebhookRecords.retries
        let isOver = outcome == .delivered || push.tries >= delays.count
        try execute(
            """
            UPDATE wallet_registration SET due_at = $4, tries = $5
            WHERE device = $1 AND shop_order = $2 AND changed = $3
            """,
            [
                .text(push.place.device), .text(push.place.order), .integer(push.changed),
                .init(isOver ? nil : now.seconds + delays[Int(push.tries)]),
                .integer(isOver ? 0 : push.tries + 1),
            ]
        )
    }
}
