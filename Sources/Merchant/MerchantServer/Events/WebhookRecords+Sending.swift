internal import Payments
internal import Storage
internal import World

/// Events that one server sends to a webhook, while no other one sends to it.
struct WebhookBatch: Sendable {
    /// An event of a batch.
    struct Item: Sendable {
        let event: Event
        /// How often it was sent before.
        let attempts: Int64
        /// Whether it has a row: it was sent before, or waited for an earlier event of its lane.
        let isRecorded: Bool
    }

    /// The outcome of an event.
    enum Outcome: Sendable {
        /// The receiver took it.
        case delivered
        /// It was sent in vain, for this reason.
        case failed(String)
        /// It was not sent: an earlier event of its lane was not delivered, or there was no time left.
        case notSent
    }

    let webhook: Webhook
    /// The events to be sent, in order.
    let items: [Item]
    /// New events that wait for earlier ones of their lanes.
    let waiting: [Event]
    /// The position up to which events are in the batch or in rows.
    let end: Int64
}

extension WebhookRecords {
    /// How long a server may send a batch before another one takes over; one that is gone is noticed before that.
    /// Units: seconds.
    static let leaseSeconds: Int64 = 90
    /// How many events a batch has at most.
    static let batchSize = 32
    /// How many events are looked at for a batch.
    private static let scanLimit = 256
    /// When an event that was not taken is sent again, each after the attempt before: for a day. Units: seconds.
    static let retries: [Int64] = [5, 300, 1_800, 7_200, 18_000, 28_800, 30_300]
    /// The longest pause of a webhook to which nothing can be delivered. Units: seconds.
    private static let longestPause: Int64 = 900
    /// How long an event that was given up is kept for those who send it again. Units: seconds.
    static let keptSeconds: Int64 = 30 * 86_400

    /// The webhooks that have something to be sent; those that fail last. Of those of a configuration it has this
    /// server's only.
    func due(through end: Int64) async throws(StorageFailure) -> [String] {
        let now = world.clock.now.seconds
        let names = " \(configured.sorted().joined(separator: " ")) "
        return try await database.read { snapshot throws(StorageFailure) in
            try snapshot.all(
                """
                SELECT id FROM webhook WHERE due_at <= $1 AND (sending_until < $1
                        OR sender NOT IN (SELECT worker FROM serving_worker))
                    AND (position < $2 OR EXISTS (SELECT 1 FROM webhook_delivery
                        WHERE webhook = webhook.id AND webhook_delivery.due_at <= $1))
                    AND (id LIKE $3 OR $4 LIKE '% ' || id || ' %')
                ORDER BY failures, due_at LIMIT 64
                """,
                [
                    .integer(now), .integer(end), .text(sendsMade ? "\(Webhook.madePrefix)%" : ""),
                    .text(names),
                ]
            ) { row throws(StorageFailure) in try row.text("id") }
        }
    }

    /// Takes the events that are due for a webhook; nil where another server sends to it, or it is gone.
    func take(
        _ identifier: String,
        as sender: String,
        through end: Int64
    ) async throws(StorageFailure) -> WebhookBatch? {
        let now = world.clock.now.seconds
        return try await database.write { transaction throws(StorageFailure) in
            let row = try transaction.row(
                """
                UPDATE webhook SET sender = $2, sending_until = $4
                WHERE id = $1 AND due_at <= $3 AND (sending_until < $3
                    OR sender NOT IN (SELECT worker FROM serving_worker)) RETURNING *
                """,
                [
                    .text(identifier), .text(sender), .integer(now),
                    .integer(now + Self.leaseSeconds),
                ]
            )
            guard let webhook = try row.map({ row throws(StorageFailure) in try Webhook(row) })
            else { return nil }
            // Where nothing could be delivered, an event that was refused and one that was not are enough to find out
            // whether that is over.
            let limit = webhook.failures == 0 || webhook.isStream ? Self.batchSize : 2
            return try Self.batch(webhook, limit, at: now, through: end, in: transaction)
        }
    }

    private static func batch(
        _ webhook: Webhook,
        _ limit: Int,
        at now: Int64,
        through end: Int64,
        in transaction: borrowing Transaction<StorageFailure>
    ) throws(StorageFailure) -> WebhookBatch {
        var items: [WebhookBatch.Item] = []
        // What a receiver refuses leaves half of a batch to what it has not seen.
        for row in try transaction.rows(
            """
            SELECT position, attempts FROM webhook_delivery
            WHERE webhook = $1 AND due_at <= $2 ORDER BY due_at, position LIMIT $3
            """,
            [.text(webhook.identifier), .integer(now), .integer(Int64(limit / 2))]
        ) {
            let position = try row.integer("position")
            guard let event = try EventLog.event(at: position, in: transaction) else { continue }
            let attempts = try row.integer("attempts")
            items.append(WebhookBatch.Item(event: event, attempts: attempts, isRecorded: true))
        }
        var (waiting, position): ([Event], Int64) = ([], webhook.position)
        let new = try EventLog.events(
            after: webhook.position,
            through: end,
            limit: scanLimit,
            in: transaction
        )
        for event in new {
            guard items.count < limit else { break }
            position = event.position
            guard webhook.wants(event) else { continue }
            if try transaction.isOccupied(event.lane, of: webhook.identifier) {
                waiting.append(event)
            } else {
                items.append(WebhookBatch.Item(event: event, attempts: 0, isRecorded: false))
            }
        }
        if new.count < scanLimit, position == new.last?.position ?? webhook.position {
            position = max(position, end)
        }
        return WebhookBatch(webhook: webhook, items: items, waiting: waiting, end: position)
    }

    /// Records what became of a batch.
    ///
    /// - Parameters:
    ///   - outcomes: Those of the batch's items, in their order.
    ///   - batch: The batch.
    ///   - sender: The server.
    /// - Returns: How many events were given up; nil where another server has taken over, which sends all of
    ///   the batch again.
    /// - Throws: ``Storage/StorageFailure``.
    func record(
        _ outcomes: [WebhookBatch.Outcome],
        of batch: WebhookBatch,
        by sender: String
    ) async throws(StorageFailure) -> Int? {
        let now = world.clock.now
        let pause = Self.pause(after: outcomes, batch.webhook)
        return try await database.write { transaction throws(StorageFailure) in
            let isOwn =
                try transaction.execute(
                    """
                    UPDATE webhook SET sender = NULL, sending_until = 0, position = $3, failures = $4,
                        due_at = $5
                    WHERE id = $1 AND sender = $2
                    """,
                    [
                        .text(batch.webhook.identifier), .text(sender), .integer(batch.end),
                        .integer(pause.failures), .integer(now.seconds + pause.seconds),
                    ]
                ) == 1
            guard isOwn else { return nil }
            var (givenUp, lanes) = (0, Set<String>())
            for (item, outcome) in zip(batch.items, outcomes) {
                let isEnded = try transaction.record(outcome, of: item, to: batch.webhook, at: now)
                if isEnded { givenUp += 1 }
                // Nothing waits behind an event that was taken at once.
                if case .delivered = outcome, !item.isRecorded { continue }
                lanes.insert(item.event.lane)
            }
            for event in batch.waiting {
                lanes.insert(event.lane)
                let item = WebhookBatch.Item(event: event, attempts: 0, isRecorded: false)
                _ = try transaction.record(.notSent, of: item, to: batch.webhook, at: now)
            }
            for lane in lanes.sorted() {
                try transaction.open(lane, of: batch.webhook.identifier, at: now)
            }
            try transaction.execute(
                "DELETE FROM webhook_delivery WHERE webhook = $1 AND given_up_at < $2",
                [.text(batch.webhook.identifier), .integer(now.seconds - Self.keptSeconds)]
            )
            return givenUp
        }
    }

    /// The failures in a row after a batch, and the pause before the next one.
    private static func pause(
        after outcomes: [WebhookBatch.Outcome],
        _ webhook: Webhook
    ) -> (failures: Int64, seconds: Int64) {
        var (delivered, failed) = (false, false)
        for outcome in outcomes {
            switch outcome {
            case .delivered: delivered = true
            case .failed: failed = true
            case .notSent: break
            }
        }
        guard failed, !delivered else { return (delivered ? 0 : webhook.failures, 0) }
        let failures = webhook.failures + 1
        // A cluster has a new leader within seconds.
        let (first, longest): (Int64, Int64) = webhook.isStream ? (1, 5) : (5, longestPause)
        return (failures, min(longest, first << min(failures - 1, 8)))
    }
}

extension Transaction<StorageFailure> {
    /// Whether events of a lane wait for a webhook.
    fileprivate func isOccupied(
        _ lane: String,
        of webhook: String
    ) throws(StorageFailure) -> Bool {
        try row(
            """
            SELECT 1 AS n FROM webhook_delivery
            WHERE webhook = $1 AND lane = $2 AND given_up_at IS NULL LIMIT 1
            """,
            [.text(webhook), .text(lane)]
        ) != nil
    }

    /// Records what became of an event.
    ///
    /// - Returns: Whether it was given up.
    fileprivate func record(
        _ outcome: WebhookBatch.Outcome,
        of item: WebhookBatch.Item,
        to webhook: Webhook,
        at now: UnixTime
    ) throws(StorageFailure) -> Bool {
        let key: [StoredValue] = [.text(webhook.identifier), .integer(item.event.position)]
        switch outcome {
        case .delivered:
            guard item.isRecorded else { return false }
            try execute("DELETE FROM webhook_delivery WHERE webhook = $1 AND position = $2", key)
            return false
        case .notSent:
            guard !item.isRecorded else { return false }
            try insert(key, item.event.lane, attempts: 0, due: nil, givenUp: nil, failure: nil)
            return false
        case .failed(let failure):
            let delays = WebhookRecords.retries
            let isLast = item.attempts >= delays.count
            try insert(
                key,
                item.event.lane,
                attempts: item.attempts + 1,
                due: isLast ? nil : now.seconds + delays[Int(item.attempts)],
                givenUp: isLast ? now.seconds : nil,
                failure: failure
            )
            return isLast
        }
    }

    private func insert(
        _ key: [StoredValue],
        _ lane: String,
        attempts: Int64,
        due: Int64?,
        givenUp: Int64?,
        failure: String?
    ) throws(StorageFailure) {
        try execute(
            """
            INSERT INTO webhook_delivery
                (webhook, position, lane, attempts, due_at, given_up_at, failure)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (webhook, position) DO UPDATE SET attempts = excluded.attempts,
                due_at = excluded.due_at, given_up_at = excluded.given_up_at,
                failure = excluded.failure
            """,
            key + [
                .text(lane), .integer(attempts), .init(due), .init(givenUp), .init(failure),
            ]
        )
    }
}
