internal import HTTPClient
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import NATS
internal import Payments
internal import Storage
internal import World

/// Sends events to webhooks: each at least once, and those of one payment in their order. A receiver that fails or
/// hangs holds up nothing but its own events.
///
/// - Source: Documentation/Events.md.
final class WebhookSender: Sendable {
    /// The longest time for a receiver's answer.
    static let patience = Duration.seconds(15)
    /// After how long no more events of a batch are sent: the lease is longer by one answer and more.
    private static let batchTime = Duration.seconds(45)
    /// After how long the outcome of a batch is not recorded any more; the lease is longer.
    private static let recordTime = Duration.seconds(80)
    /// How many webhooks are sent to at the same time.
    private static let webhookLimit = 1_024
    /// How many events of one webhook are sent at the same time.
    private static let laneLimit = 8

    let records: WebhookRecords
    let secrets: WebhookSecrets?
    let webhooks: ServerConfiguration.Webhooks?
    private let stream: EventStream?
    private let endpoints: [ServerConfiguration.Webhooks.Endpoint]
    private let client: HTTPClient
    private let feed: EventFeed
    private let log: @Sendable (String) -> Void
    private let metrics: ServerMetrics
    private let workers: ServingWorkers
    private let running = LockedValue<Set<String>>([])
    /// The webhooks to which this server could deliver nothing the last time.
    private let failing = LockedValue<Set<String>>([])

    /// The sender of a server; nil where its configuration has no webhooks.
    ///
    /// - Throws: ``ServerStartFailure`` where there is no client.
    init?(
        _ configuration: ServerConfiguration,
        _ materials: ServerMaterials,
        _ feed: EventFeed,
        _ payments: PaymentService
    ) throws(ServerStartFailure) {
        (secrets, webhooks) = (materials.webhookSecrets, configuration.webhooks)
        stream = try starting("events.nats") {
            try configuration.eventStream.map { try EventStream($0) }
        }
        guard webhooks != nil || stream != nil else { return nil }
        endpoints = (webhooks?.endpoints ?? []) + [stream?.endpoint].compactMap(\.self)
        records = WebhookRecords(
            feed.database,
            world: payments.world,
            configured: Set(endpoints.map(\.identifier)),
            sendsMade: secrets != nil
        )
        client = try starting("the client of webhooks") { try HTTPClient() }
        (self.feed, log, metrics) = (feed, payments.log, payments.metrics)
        workers = payments.desk.workers
    }

    /// Sends what is due until the task is cancelled.
    func run() async {
        while (try? await records.configure(endpoints)) == nil {
            guard !Task.isCancelled else { return }
            await RealTime.pass(.seconds(1))
        }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let end = feed.end
                let webhooks = await due(through: end)
                for webhook in webhooks {
                    group.addTask {
                        await self.send(to: webhook, through: end)
                        self.running.withLock { _ = $0.remove(webhook) }
                    }
                }
                guard webhooks.isEmpty else { continue }
                await feed.pause(after: end, within: .milliseconds(200))
            }
        }
    }

    private func due(through end: Int64) async -> [String] {
        guard (try? await workers.join()) != nil,
            let found = try? await records.due(through: end)
        else { return [] }
        return running.withLock { running in
            let free = max(0, Self.webhookLimit - running.count)
            let new = Array(found.filter { !running.contains($0) }.prefix(free))
            running.formUnion(new)
            return new
        }
    }

    /// Sends what is due to one webhook, batch by batch.
    func send(to webhook: String, through end: Int64) async {
        do throws(StorageFailure) {
            while !Task.isCancelled,
                let batch = try await records.take(webhook, as: workers.name, through: end)
            {
                let stopwatch = Stopwatch()
                let outcomes = await send(batch)
                guard let givenUp = try await record(outcomes, of: batch, within: stopwatch) else {
                    return
                }
                tell(outcomes, of: batch, givenUp: givenUp)
                if batch.items.isEmpty, batch.end >= end { return }
            }
        } catch {
            // The lease ends by itself, and the batch is sent again.
            await RealTime.pass(.seconds(1))
        }
    }

    /// Records what became of a batch; as long as the lease lasts again where the database fails, since what was taken
    /// is sent again otherwise.
    private func record(
        _ outcomes: [WebhookBatch.Outcome],
        of batch: WebhookBatch,
        within stopwatch: Stopwatch
    ) async throws(StorageFailure) -> Int? {
        let recorded = batch.recorded(outcomes)
        while true {
            do throws(StorageFailure) {
                return try await records.record(outcomes, of: recorded, by: workers.name)
            } catch {
                guard stopwatch.elapsed < Self.recordTime, !Task.isCancelled else { throw error }
                await RealTime.pass(.seconds(1))
            }
        }
    }

    private func send(_ batch: WebhookBatch) async -> [WebhookBatch.Outcome] {
        var lanes: [[Int]] = []
        var places: [String: Int] = [:]
        for (index, item) in batch.items.enumerated() {
            let lane = batch.webhook.isStream ? "" : item.event.lane
            if let place = places[lane] {
                lanes[place].append(index)
            } else {
                places[lane] = lanes.count
                lanes.append([index])
            }
        }
        let stopwatch = Stopwatch()
        var outcomes = [WebhookBatch.Outcome](repeating: .notSent, count: batch.items.count)
        await withTaskGroup(of: [(Int, WebhookBatch.Outcome)].self) { group in
            var rest = lanes[...]
            func addNext() {
                guard let lane = rest.popFirst() else { return }
                group.addTask { await self.send(lane, of: batch, within: stopwatch) }
            }
            for _ in 0..<Self.laneLimit { addNext() }
            for await results in group {
                for (index, outcome) in results { outcomes[index] = outcome }
                addNext()
            }
        }
        return outcomes
    }

    /// Sends events one after another until one fails.
    private func send(
        _ lane: [Int],
        of batch: WebhookBatch,
        within stopwatch: Stopwatch
    ) async -> [(Int, WebhookBatch.Outcome)] {
        var results: [(Int, WebhookBatch.Outcome)] = []
        if batch.webhook.isStream, let stream {
            do throws(JetStreamFailure) {
                results = try await lane.prefix(stream.known(batch.items)).map { ($0, .delivered) }
            } catch { return lane.prefix(1).map { ($0, .failed("\(error)")) } }
        }
        for index in lane.dropFirst(results.count) {
            guard !Task.isCancelled, stopwatch.elapsed < Self.batchTime else { break }
            let event = batch.items[index].event
            let failure = await send(
                EventJSON.json(event),
                event.identifier,
                as: event.type.rawValue,
                to: batch.webhook
            )
            // What this server was stopped in is sent again.
            if Task.isCancelled, failure != nil { break }
            results.append((index, failure.map { .failed($0) } ?? .delivered))
            guard failure == nil else { break }
        }
        return results
    }

    /// Sends a message once; `name` is the end of its subject in a stream.
    ///
    /// - Returns: Why it was not taken; nil where it was.
    func send(
        _ message: JSONOutput,
        _ identifier: String,
        as name: String,
        to webhook: Webhook
    ) async -> String? {
        let body = message.compactBytes
        if webhook.isStream {
            guard let stream else { return "the configuration has no stream" }
            return await stream.send(body, identifier, as: name)
        }
        guard let secrets, let webhooks else { return "the configuration has no key for secrets" }
        var request = HTTPClientRequest(
            .post,
            webhook.url,
            fields: secrets.fields(of: webhook, identifier, body, at: records.world.clock.now),
            body: body
        )
        request.timeLimit = Self.patience
        request.refusesPrivateAddresses =
            WebhookAddress(webhook.url).map { !webhooks.privateHosts.contains($0.host) } ?? true
        do throws(HTTPClientFailure) {
            let status = try await client.send(request).status
            return (200..<300).contains(status.code) ? nil : "the answer was \(status.code)"
        } catch { return "\(error.reason)" }
    }

    /// Counts outcomes, and logs what was given up, and when a webhook begins to fail and when that is over.
    private func tell(
        _ outcomes: [WebhookBatch.Outcome],
        of batch: WebhookBatch,
        givenUp: Int
    ) {
        var (causes, delivered): ([String], Int) = ([], 0)
        for outcome in outcomes {
            switch outcome {
            case .delivered: delivered += 1
            case .failed(let cause): causes.append(cause)
            case .notSent: break
            }
        }
        metrics.count(webhookMessages: "delivered", delivered)
        metrics.count(webhookMessages: "failed", causes.count)
        metrics.count(webhookMessages: "givenUp", givenUp)
        let id = batch.webhook.identifier
        if delivered > 0 {
            if failing.withLock({ $0.remove(id) != nil }) {
                log("webhook.delivering", batch.webhook, nil, nil)
            }
        } else if !causes.isEmpty, failing.withLock({ $0.insert(id).inserted }) {
            log("webhook.failed", batch.webhook, causes.count, causes[0])
        }
        if givenUp > 0 { log("webhook.givenUp", batch.webhook, givenUp, causes.first) }
    }

    private func log(
        _ event: StaticString,
        _ webhook: Webhook,
        _ count: Int?,
        _ cause: String?
    ) {
        let line = LogLine(
            event,
            at: records.world.clock.now,
            [
                "webhook": .webhook(webhook), "count": count.map { .number($0) },
                "cause": cause.map { .reason($0) },
            ]
        )
        log(line.text)
    }
}
