internal import NATS
internal import Payments

/// The stream of NATS JetStream as a receiver of all events, in the order of their positions.
///
/// It has a row among the webhooks, so that it is sent to in the same way: by one server at a time, from a position
/// that is recorded.
struct EventStream: Sendable {
    /// The identifier of its row.
    static let identifier = "nats"
    /// The end of the subject of a test message. It is one word, and an event's type two, so that ``known(_:)`` does
    /// not find the message.
    static let test = "test"

    let stream: JetStream
    let subject: String
    /// Its row's webhook.
    let endpoint: ServerConfiguration.Webhooks.Endpoint

    init(_ configuration: ServerConfiguration.EventStream) throws(JetStreamFailure) {
        stream = try JetStream(configuration.place)
        subject = configuration.subject
        let url = configuration.place.servers.joined(separator: ",")
        endpoint = ServerConfiguration.Webhooks.Endpoint(
            identifier: Self.identifier,
            url: url,
            types: []
        )
    }

    /// Publishes a message under a name.
    ///
    /// - Returns: Why the stream does not have it; nil where it has.
    func send(_ body: [UInt8], _ identifier: String, as name: String) async -> String? {
        do throws(JetStreamFailure) {
            try await stream.publish(body, identifier, to: "\(subject).\(name)")
            return nil
        } catch { return "\(error)" }
    }

    /// How many of the first items of a batch the stream has already, of a server that was killed before it
    /// recorded them. JetStream itself knows the identifiers of the last minutes only.
    func known(_ items: [WebhookBatch.Item]) async throws(JetStreamFailure) -> Int {
        let last = try await stream.lastIdentifier(of: "\(subject).*.*")
        return items.firstIndex { $0.event.identifier == last }.map { $0 + 1 } ?? 0
    }
}

extension Webhook {
    /// Whether it is the stream.
    var isStream: Bool { identifier == EventStream.identifier }
}

extension WebhookBatch {
    /// The part of a batch that is recorded: of the stream's the part before the first event that was not taken. None of
    /// its events has a row, and none is ever given up.
    func recorded(_ outcomes: [Outcome]) -> WebhookBatch {
        guard webhook.isStream else { return self }
        let first = outcomes.firstIndex { if case .delivered = $0 { false } else { true } }
        guard let first else { return self }
        return WebhookBatch(
            webhook: webhook,
            items: Array(items.prefix(first)),
            waiting: [],
            end: items[first].event.position - 1
        )
    }
}
