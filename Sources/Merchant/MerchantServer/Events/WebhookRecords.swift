internal import Bytes
internal import Payments
internal import Storage
internal import World

/// The webhooks in the database.
struct WebhookRecords: Sendable {
    /// How long the secret before a new one signs too. Units: seconds.
    static let earlierSeconds: Int64 = 86_400
    /// How many webhooks there may be.
    static let limit: Int64 = 10_000

    let database: Database
    let world: World
    /// The identifiers of those that this server's configuration names.
    let configured: Set<String>
    /// Whether this server sends to those that callers made: not where it has no key for their secrets.
    let sendsMade: Bool
    private let audit: AuditLog

    init(_ database: Database, world: World, configured: Set<String>, sendsMade: Bool) {
        (self.database, self.world) = (database, world)
        (self.configured, self.sendsMade) = (configured, sendsMade)
        audit = AuditLog(clock: world.clock)
    }

    /// Adds a webhook, which gets the events from now on.
    ///
    /// - Returns: The webhook; nil where there are too many.
    func add(
        _ url: String,
        _ types: Set<EventType>,
        by caller: AuditLog.Caller
    ) async throws(StorageFailure) -> Webhook? {
        let end = try await database.read { snapshot throws(StorageFailure) in
            try EventLog.end(in: snapshot)
        }
        let identifier = Webhook.madePrefix + Hexadecimal.encode(world.randomness.bytes(16))
        let now = world.clock.now
        return try await database.write { [audit] transaction throws(StorageFailure) in
            let count = try transaction.row("SELECT COUNT(*) AS n FROM webhook")?.integer("n") ?? 0
            guard count < Self.limit else { return nil }
            try audit.record(caller, "webhook.add", identifier, in: transaction)
            return try transaction.place(identifier, url, types, after: end, at: now)
        }
    }

    /// Adds the webhooks that the configuration names, and gives those that are there their address and their
    /// filter, while they keep their positions and their secrets.
    func configure(
        _ endpoints: [ServerConfiguration.Webhooks.Endpoint]
    ) async throws(StorageFailure) {
        let end = try await database.read { snapshot throws(StorageFailure) in
            try EventLog.end(in: snapshot)
        }
        let now = world.clock.now
        try await database.write { [audit] transaction throws(StorageFailure) in
            for endpoint in endpoints {
                let (id, url) = (endpoint.identifier, endpoint.url)
                // The stream has all events.
                let start = id == EventStream.identifier ? 0 : end
                if try transaction.place(id, url, endpoint.types, after: start, at: now) != nil {
                    try audit.record(.theOperator, "webhook.configure", id, in: transaction)
                }
            }
        }
    }

    /// A page of webhooks, by their names.
    func webhooks(after name: String, limit: Int64) async throws(StorageFailure) -> [Webhook] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.all(
                "SELECT * FROM webhook WHERE id > $1 ORDER BY id LIMIT $2",
                [.text(name), .integer(limit)]
            ) { row throws(StorageFailure) in try Webhook(row) }
        }
    }

    /// A webhook; nil where there is none.
    func webhook(_ identifier: String) async throws(StorageFailure) -> Webhook? {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.one("SELECT * FROM webhook WHERE id = $1", [.text(identifier)]) {
                row throws(StorageFailure) in try Webhook(row)
            }
        }
    }

    /// Removes a webhook with what it did not take.
    ///
    /// - Returns: Whether there was one.
    func remove(
        _ identifier: String,
        by caller: AuditLog.Caller
    ) async throws(StorageFailure) -> Bool {
        try await database.write { [audit] transaction throws(StorageFailure) in
            let count = try transaction.execute(
                "DELETE FROM webhook WHERE id = $1",
                [.text(identifier)]
            )
            guard count == 1 else { return false }
            try audit.record(caller, "webhook.remove", identifier, in: transaction)
            return true
        }
    }

    /// Gives a webhook a new secret. The one before signs too for a day.
    ///
    /// - Returns: The webhook; nil where there is none.
    func renewSecret(
        of identifier: String,
        by caller: AuditLog.Caller
    ) async throws(StorageFailure) -> Webhook? {
        let until = world.clock.now.seconds + Self.earlierSeconds
        return try await database.write { [audit] transaction throws(StorageFailure) in
            let row = try transaction.row(
                """
                UPDATE webhook SET secret_number = secret_number + 1, earlier_until = $2
                WHERE id = $1 RETURNING *
                """,
                [.text(identifier), .integer(until)]
            )
            guard let row else { return nil }
            try audit.record(caller, "webhook.renewSecret", identifier, in: transaction)
            return try Webhook(row)
        }
    }

    /// Lets an event be sent, also one that was taken or given up.
    ///
    /// - Returns: Whether there are such a webhook and such an event.
    func sendAgain(
        _ position: Int64,
        to identifier: String,
        by caller: AuditLog.Caller
    ) async throws(StorageFailure) -> Bool {
        let now = world.clock.now
        return try await database.write { [audit] transaction throws(StorageFailure) in
            let isKnown =
                try transaction.row(
                    "SELECT 1 AS n FROM webhook WHERE id = $1 AND position >= $2",
                    [.text(identifier), .integer(position)]
                ) != nil
            guard isKnown, let event = try EventLog.event(at: position, in: transaction) else {
                return false
            }
            try transaction.execute(
                """
                INSERT INTO webhook_delivery (webhook, position, lane, attempts, due_at)
                VALUES ($1, $2, $3, 0, $4)
                ON CONFLICT (webhook, position) DO UPDATE
                SET attempts = 0, due_at = excluded.due_at, given_up_at = NULL
                """,
                [
                    .text(identifier), .integer(position), .text(event.lane),
                    .integer(now.seconds),
                ]
            )
            try transaction.open(event.lane, of: identifier, at: now)
            try audit.record(
                caller,
                "webhook.send",
                "\(position) to \(identifier)",
                in: transaction
            )
            return true
        }
    }

    /// The events that a webhook did not take, the oldest first.
    func deliveries(
        of identifier: String,
        after position: Int64,
        limit: Int64
    ) async throws(StorageFailure) -> [WebhookDelivery] {
        try await database.read { snapshot throws(StorageFailure) in
            var found: [WebhookDelivery] = []
            for row in try snapshot.rows(
                """
                SELECT * FROM webhook_delivery WHERE webhook = $1 AND position > $2
                ORDER BY position LIMIT $3
                """,
                [.text(identifier), .integer(position), .integer(limit)]
            ) {
                let place = try row.integer("position")
                guard let event = try EventLog.event(at: place, in: snapshot) else { continue }
                found.append(try WebhookDelivery(row, event))
            }
            return found
        }
    }
}

extension WebhookDelivery {
    init(_ row: Row, _ event: Event) throws(StorageFailure) {
        self.event = event
        attempts = try row.integer("attempts")
        dueAt = try row.integerIfPresent("due_at").map { UnixTime(seconds: $0) }
        givenUpAt = try row.integerIfPresent("given_up_at").map { UnixTime(seconds: $0) }
        failure = try row.textIfPresent("failure")
    }
}

extension Event {
    /// The events among which the order is kept: those of its payment, or of its subject.
    var lane: String { attempt?.text ?? subject ?? "" }
}

extension Transaction<StorageFailure> {
    /// Adds a webhook, or changes its address and its filter.
    ///
    /// The number of its first secret is a time, so that a webhook that was removed and comes back has none of its
    /// old secrets.
    ///
    /// - Returns: The webhook; nil where nothing has changed.
    fileprivate func place(
        _ identifier: String,
        _ url: String,
        _ types: Set<EventType>,
        after position: Int64,
        at now: UnixTime
    ) throws(StorageFailure) -> Webhook? {
        try row(
            """
            INSERT INTO webhook (id, url, types, secret_number, position, failures, due_at,
                sending_until, created_at)
            VALUES ($1, $2, $3, $5, $4, 0, $5, 0, $5)
            ON CONFLICT (id) DO UPDATE
            SET url = excluded.url, types = excluded.types, failures = 0, due_at = excluded.due_at
            WHERE webhook.url <> excluded.url OR webhook.types <> excluded.types
            RETURNING *
            """,
            [
                .text(identifier), .text(url),
                .text(types.map(\.rawValue).sorted().joined(separator: " ")), .integer(position),
                .integer(now.seconds),
            ]
        ).map { row throws(StorageFailure) in try Webhook(row) }
    }

    /// Lets the first event of a lane be sent that was not given up; those behind it wait for it.
    func open(
        _ lane: String,
        of webhook: String,
        at now: UnixTime
    ) throws(StorageFailure) {
        try execute(
            """
            UPDATE webhook_delivery
            SET due_at = CASE WHEN position = (
                    SELECT MIN(position) FROM webhook_delivery
                    WHERE webhook = $1 AND lane = $2 AND given_up_at IS NULL
                ) THEN COALESCE(due_at, $3) END
            WHERE webhook = $1 AND lane = $2 AND given_up_at IS NULL
            """,
            [.text(webhook), .text(lane), .integer(now.seconds)]
        )
    }
}
