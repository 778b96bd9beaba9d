package import JSON
internal import Storage
package import World

/// Something that happened at a platform, which its webhooks tell.
package struct PlatformEvent: Sendable {
    /// Its identifier.
    package let identifier: String
    /// Its type, in the dialect's words.
    package let type: String
    /// When it happened.
    package let createdAt: UnixTime
    /// The object at that time.
    package let object: JSONOutput
    /// The request that led to it.
    package let request: RequestName
    /// The number of deliveries that have not succeeded yet.
    package let pending: Int64

    fileprivate init(_ row: Row) throws(StorageFailure) {
        guard let document = try? JSONDocument(Array(try row.text("object").utf8)) else {
            throw .columnUnreadable("object")
        }
        identifier = try row.text("identifier")
        type = try row.text("type")
        createdAt = UnixTime(seconds: try row.integer("created_at"))
        object = JSONOutput(document.root)
        request = RequestName(
            identifier: try row.textIfPresent("request"),
            key: try row.textIfPresent("idempotency_key")
        )
        pending = try row.integer("pending")
    }
}

/// An address to which events are sent.
package struct PlatformEndpoint: Sendable {
    /// Its identifier.
    package let identifier: String
    /// Its URL.
    package let url: String
    /// The types of events that it gets; `*` stands for all.
    package let events: [String]
    /// The secret with which its notices are signed.
    package let secret: String
    /// When it was made.
    package let createdAt: UnixTime
    /// The dialect's values.
    package let details: Details

    init(
        _ identifier: String,
        url: String,
        events: [String],
        secret: String,
        at now: UnixTime,
        _ details: Details = [:]
    ) {
        (self.identifier, self.url, self.events) = (identifier, url, events)
        (self.secret, createdAt, self.details) = (secret, now, details)
    }

    fileprivate init(_ row: Row) throws(StorageFailure) {
        identifier = try row.text("identifier")
        url = try row.text("url")
        events = try row.text("events").split(separator: " ").map(String.init)
        secret = try row.text("secret")
        createdAt = UnixTime(seconds: try row.integer("created_at"))
        details = try Details(row)
    }

    /// Whether webhooks can be sent to a URL.
    package static func takes(url: String) -> Bool {
        (url.hasPrefix("http://") || url.hasPrefix("https://"))
            && url.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    fileprivate func wants(_ type: String) -> Bool { events.contains("*") || events.contains(type) }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    func event(
        _ identifier: String,
        of platform: Platform
    ) throws(PlatformFailure) -> PlatformEvent? {
        try one(
            """
            SELECT e.*, (SELECT COUNT(*) FROM platform_delivery d
                WHERE d.event = e.identifier AND d.state = 'waiting') AS pending
            FROM platform_event e WHERE e.identifier = $1 AND e.platform = $2
            """,
            [.text(identifier), .text(platform.rawValue)]
        ) { row throws(StorageFailure) in try PlatformEvent(row) }
    }

    func endpoint(
        _ identifier: String,
        of platform: Platform
    ) throws(PlatformFailure) -> PlatformEndpoint? {
        try one(
            "SELECT * FROM platform_endpoint WHERE identifier = $1 AND platform = $2",
            [.text(identifier), .text(platform.rawValue)]
        ) { row throws(StorageFailure) in try PlatformEndpoint(row) }
    }
}

extension Transaction<PlatformFailure> {
    /// Records an event and its deliveries.
    func tell(
        _ type: String,
        _ identifier: String,
        _ object: JSONOutput,
        of platform: Platform,
        _ scope: PlatformScope
    ) throws(PlatformFailure) {
        try execute(
            """
            INSERT INTO platform_event
                (platform, identifier, type, created_at, object, request, idempotency_key)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .text(platform.rawValue), .text(identifier), .text(type),
                .integer(scope.now.seconds), .text(object.compact),
                StoredValue(scope.request.identifier), StoredValue(scope.request.key),
            ]
        )
        let endpoints = try all(
            "SELECT * FROM platform_endpoint WHERE platform = $1 ORDER BY number",
            [.text(platform.rawValue)]
        ) { row throws(StorageFailure) in try PlatformEndpoint(row) }
        for endpoint in endpoints where endpoint.wants(type) {
            let fault = scope.takeWebhookFault(of: platform)
            for _ in 0..<(fault?.kind == .webhookTwice ? 2 : 1) {
                try insertDelivery(
                    of: identifier,
                    to: endpoint.identifier,
                    at: scope.now.seconds + (fault?.delaySeconds ?? 0),
                    hasWrongSignature: fault?.kind == .webhookWrongSignature
                )
            }
        }
    }

    private func insertDelivery(
        of event: String,
        to endpoint: String,
        at due: Int64,
        hasWrongSignature: Bool
    ) throws(PlatformFailure) {
        try execute(
            """
            INSERT INTO platform_delivery
                (event, endpoint, state, due_at, attempts, has_wrong_signature)
            VALUES ($1, $2, 'waiting', $3, 0, $4)
            """,
            [
                .text(event), .text(endpoint), .integer(due), .integer(hasWrongSignature ? 1 : 0),
            ]
        )
    }

    func insert(_ endpoint: PlatformEndpoint, of platform: Platform) throws(PlatformFailure) {
        try execute(
            """
            INSERT INTO platform_endpoint
                (platform, identifier, url, events, secret, created_at, details)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .text(platform.rawValue), .text(endpoint.identifier), .text(endpoint.url),
                .text(endpoint.events.joined(separator: " ")), .text(endpoint.secret),
                .integer(endpoint.createdAt.seconds), endpoint.details.stored,
            ]
        )
    }

    /// Removes an endpoint and its deliveries.
    ///
    /// - Returns: Whether there was one.
    func removeEndpoint(
        _ identifier: String,
        of platform: Platform
    ) throws(PlatformFailure) -> Bool {
        guard try endpoint(identifier, of: platform) != nil else { return false }
        try execute("DELETE FROM platform_delivery WHERE endpoint = $1", [.text(identifier)])
        try execute("DELETE FROM platform_endpoint WHERE identifier = $1", [.text(identifier)])
        return true
    }
}
