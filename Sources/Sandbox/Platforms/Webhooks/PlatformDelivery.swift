internal import Storage
package import World

/// The delivery of an event to an endpoint.
package struct PlatformDelivery: Sendable {
    /// The state of a delivery.
    package enum State: String, Hashable, Sendable {
        /// It is sent when it is due.
        case waiting
        /// The endpoint took it.
        case delivered
        /// All attempts failed.
        case failed
    }

    /// Its number.
    package let number: Int64
    /// The platform.
    package let platform: Platform
    /// The event.
    package let event: String
    /// The event's type.
    package let type: String
    /// The endpoint.
    package let endpoint: String
    /// Where it is sent.
    package let url: String
    /// Its state.
    package let state: State
    /// When it is sent next, where it waits.
    package let dueAt: UnixTime
    /// The number of attempts.
    package let attempts: Int64
    /// The time of the last attempt.
    package let attemptedAt: UnixTime?
    /// The status of the last answer.
    package let status: Int64?
    /// The cause for which the last attempt had no answer.
    package let failure: String?
    let hasWrongSignature: Bool

    fileprivate init(_ row: Row) throws(StorageFailure) {
        guard let platform = Platform(rawValue: try row.text("platform")),
            let state = State(rawValue: try row.text("state"))
        else { throw .columnUnreadable("state") }
        (self.platform, self.state) = (platform, state)
        number = try row.integer("number")
        event = try row.text("event")
        type = try row.text("type")
        endpoint = try row.text("endpoint")
        url = try row.text("url")
        dueAt = UnixTime(seconds: try row.integer("due_at"))
        attempts = try row.integer("attempts")
        attemptedAt = try row.integerIfPresent("attempted_at").map { UnixTime(seconds: $0) }
        status = try row.integerIfPresent("status")
        failure = try row.textIfPresent("failure")
        hasWrongSignature = try row.integer("has_wrong_signature") == 1
    }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    /// The first deliveries that are due, the first one first, by the endpoint.
    func dueDeliveries(at now: UnixTime) throws(PlatformFailure) -> [String: [PlatformDelivery]] {
        let endpoints = try all(
            """
            SELECT identifier FROM platform_endpoint p WHERE EXISTS (
                SELECT 1 FROM platform_delivery d
                WHERE d.endpoint = p.identifier AND d.state = 'waiting' AND d.due_at <= $1)
            """,
            [.integer(now.seconds)]
        ) { row throws(StorageFailure) in try row.text("identifier") }
        var due: [String: [PlatformDelivery]] = [:]
        for endpoint in endpoints {
            due[endpoint] = try all(
                """
                SELECT d.*, e.platform, e.type, p.url FROM platform_delivery d
                JOIN platform_event e ON e.identifier = d.event
                JOIN platform_endpoint p ON p.identifier = d.endpoint
                WHERE d.endpoint = $2 AND d.state = 'waiting' AND d.due_at <= $1
                ORDER BY d.due_at, d.number LIMIT 100
                """,
                [.integer(now.seconds), .text(endpoint)]
            ) { row throws(StorageFailure) in try PlatformDelivery(row) }
        }
        return due
    }

    /// The last deliveries, the newest first.
    func deliveries(limit: Int64) throws(PlatformFailure) -> [PlatformDelivery] {
        try all(
            """
            SELECT d.*, e.platform, e.type, p.url FROM platform_delivery d
            JOIN platform_event e ON e.identifier = d.event
            JOIN platform_endpoint p ON p.identifier = d.endpoint
            ORDER BY d.number DESC LIMIT $1
            """,
            [.integer(limit)]
        ) { row throws(StorageFailure) in try PlatformDelivery(row) }
    }
}

extension Transaction<PlatformFailure> {
    /// Lets a delivery be sent again, as a new one.
    ///
    /// - Returns: Whether there is one with the number.
    func sendAgain(_ number: Int64, at now: UnixTime) throws(PlatformFailure) -> Bool {
        try execute(
            """
            UPDATE platform_delivery SET state = 'waiting', due_at = $2, attempts = 0
            WHERE number = $1
            """,
            [.integer(number), .integer(now.seconds)]
        ) == 1
    }

    /// Records an attempt.
    func record(
        _ attempt: DeliveryAttempt,
        of delivery: PlatformDelivery
    ) throws(PlatformFailure) {
        try execute(
            """
            UPDATE platform_delivery
            SET state = $2, due_at = $3, attempts = $4, attempted_at = $5, status = $6,
                failure = $7, has_wrong_signature = 0
            WHERE number = $1
            """,
            [
                .integer(delivery.number), .text(attempt.next.state.rawValue),
                .integer(attempt.next.dueAt.seconds), .integer(delivery.attempts + 1),
                .integer(attempt.time.seconds), StoredValue(attempt.status.map(Int64.init)),
                StoredValue(attempt.failure),
            ]
        )
    }
}

/// An attempt to deliver.
struct DeliveryAttempt: Sendable {
    let time: UnixTime
    /// The status of the answer; nil for none.
    let status: Int?
    /// Why there was no answer.
    let failure: String?
    let next: (state: PlatformDelivery.State, dueAt: UnixTime)

    /// An attempt, whose repetitions are due so many seconds after the one before.
    init(
        at time: UnixTime,
        _ status: Int?,
        _ failure: String?,
        of delivery: PlatformDelivery,
        retries: [Int64]
    ) {
        (self.time, self.status, self.failure) = (time, status, failure)
        let place = Int(delivery.attempts)
        if let status, (200..<300).contains(status) {
            next = (.delivered, delivery.dueAt)
        } else if place < retries.count {
            next = (.waiting, time.advanced(bySeconds: retries[place]) ?? time)
        } else {
            next = (.failed, delivery.dueAt)
        }
    }
}
