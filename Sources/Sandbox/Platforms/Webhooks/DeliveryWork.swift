internal import HTTPClient
internal import HTTPMessages
internal import Storage
internal import World

/// The request that brings an event to an endpoint.
struct Notice: Sendable {
    let fields: HTTPFields
    let body: [UInt8]
}

/// Sends what is due: to each endpoint one after another, so that events arrive in their order.
struct DeliveryWork: Sendable {
    /// The longest time for an endpoint's answer.
    var patience = Duration.seconds(10)

    let database: Database
    let client: HTTPClient
    let clock: any WallClock
    let dialects: [any PlatformDialect]
    /// The number of changes.
    let work: AwaitableValue<Int>
    /// The endpoints to which something is sent now.
    private let busy = LockedValue<Set<String>>([])

    /// Begins to send the deliveries that are due, but for endpoints to which something is sent. What fails is tried
    /// again.
    func begin(in group: inout DiscardingTaskGroup) async {
        let now = clock.now
        // Read before the deliveries, of which those of a busy endpoint may be sent by then.
        let busyBefore = busy.withLock(\.self)
        let due = try? await database.read { snapshot throws(PlatformFailure) in
            try snapshot.dueDeliveries(at: now)
        }
        for (endpoint, deliveries) in due ?? [:] where !busyBefore.contains(endpoint) {
            _ = busy.withLock { $0.insert(endpoint) }
            group.addTask {
                var isAnswered = true
                // After one that failed the others wait for the next round.
                for delivery in deliveries where isAnswered { isAnswered = await send(delivery) }
                _ = busy.withLock { $0.remove(endpoint) }
                if isAnswered { work.change { $0 += 1 } }
            }
        }
    }

    /// - Returns: Whether the endpoint answered.
    private func send(_ delivery: PlatformDelivery) async -> Bool {
        guard let dialect = dialects.first(where: { $0.platform == delivery.platform }) else {
            return false
        }
        do throws(PlatformFailure) {
            let found = try await database.read { snapshot throws(PlatformFailure) in
                (
                    try snapshot.event(delivery.event, of: delivery.platform),
                    try snapshot.endpoint(delivery.endpoint, of: delivery.platform)
                )
            }
            guard let event = found.0, let endpoint = found.1 else { return false }
            let now = clock.now
            let signer = delivery.hasWrongSignature ? endpoint.withAnotherSecret : endpoint
            let notice = dialect.notice(of: event, to: signer, at: now)
            var request = HTTPClientRequest(.post, endpoint.url, fields: notice.fields)
            request.body = notice.body
            request.timeLimit = patience
            var (status, failure): (Int?, String?)
            do throws(HTTPClientFailure) {
                status = try await client.send(request).status.code
            } catch { failure = "\(error)" }
            let attempt = DeliveryAttempt(
                at: now,
                status,
                failure,
                of: delivery,
                retries: dialect.retries
            )
            try await database.write { transaction throws(PlatformFailure) in
                try transaction.record(attempt, of: delivery)
            }
            work.change { $0 += 1 }
            return status != nil
        } catch { return false }
    }
}

extension PlatformEndpoint {
    /// The endpoint with a secret that its owner does not have.
    fileprivate var withAnotherSecret: PlatformEndpoint {
        PlatformEndpoint(
            identifier,
            url: url,
            events: events,
            secret: "wrong" + secret,
            at: createdAt,
            details
        )
    }
}
