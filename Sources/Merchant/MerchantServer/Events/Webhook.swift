internal import Payments
internal import Storage
internal import World

/// An address of the shop's to which events are sent.
struct Webhook: Hashable, Sendable {
    /// Its name.
    let identifier: String
    /// Where events are sent.
    let url: String
    /// The types that it gets; empty for all.
    let types: Set<EventType>
    /// The number of the secret with which messages are signed.
    let secretNumber: Int64
    /// Until when the secret before it signs too; nil for none.
    let earlierUntil: UnixTime?
    /// The position up to which all events are delivered, or have a delivery of their own.
    let position: Int64
    /// How many times in a row nothing could be delivered.
    let failures: Int64
    /// When it was made.
    let createdAt: UnixTime

    /// The beginning of the identifiers of webhooks that a configuration names.
    static let configuredPrefix = "configured-"
    /// The beginning of the identifiers of all others.
    static let madePrefix = "webhook-"

    /// Whether it gets an event.
    func wants(_ event: Event) -> Bool { types.isEmpty || types.contains(event.type) }

    /// The numbers of the secrets that sign at a time, the newest first.
    func secretNumbers(at now: UnixTime) -> [Int64] {
        guard let earlierUntil, earlierUntil > now else { return [secretNumber] }
        return [secretNumber, secretNumber - 1]
    }
}

extension Webhook {
    init(_ row: Row) throws(StorageFailure) {
        identifier = try row.text("id")
        url = try row.text("url")
        var types: Set<EventType> = []
        for name in try row.text("types").split(separator: " ") {
            guard let type = EventType(rawValue: String(name)) else {
                throw .columnUnreadable("types")
            }
            types.insert(type)
        }
        self.types = types
        secretNumber = try row.integer("secret_number")
        earlierUntil = try row.integerIfPresent("earlier_until").map { UnixTime(seconds: $0) }
        position = try row.integer("position")
        failures = try row.integer("failures")
        createdAt = UnixTime(seconds: try row.integer("created_at"))
    }
}

/// An event that a webhook did not take yet.
struct WebhookDelivery: Hashable, Sendable {
    /// The event.
    let event: Event
    /// How often it was sent.
    let attempts: Int64
    /// When it is sent next; nil where it waits for an earlier event of its payment, or was given up.
    let dueAt: UnixTime?
    /// When it was given up; nil where it was not.
    let givenUpAt: UnixTime?
    /// The cause for which the last attempt was in vain; nil where there was none.
    let failure: String?
}
