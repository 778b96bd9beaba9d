internal import HTTPClient
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import Storage
internal import World

/// Tells devices that orders changed, by Apple's push notification service. Of the servers on one database one sends.
///
/// A push is empty: the device then asks for the orders that changed. So a push that is sent twice does no harm.
///
/// - Source: Apple, *User Notifications*, "Sending notification requests to APNs" and "Handling notification responses
///   from APNs"; *Wallet Orders*, "Register a device for update notifications".
final class WalletPushSender: Sendable {
    private struct State: Sendable {
        var running: Set<WalletPush.Place> = []
        var outcomes: [(push: WalletPush, outcome: WalletPush.Outcome)] = []
        /// Why the last push failed; nil where it did not.
        var failure: String?
    }

    /// The longest time for an answer.
    private static let patience = Duration.seconds(15)
    /// How many pushes are sent at the same time.
    private static let limit = 128
    private static let interval = Duration.milliseconds(200)
    /// How long APNs keeps a push for a device that it does not reach. Units: seconds.
    ///
    /// - Source: Apple, *Sending notification requests to APNs*: 30 days at most.
    private static let keptSeconds: Int64 = 30 * 86_400

    private let records: WalletRecords
    private let feed: EventFeed
    private let payments: PaymentService
    private let packages: OrderPackages
    private let connecting: LockedValue<(client: HTTPClient, shown: [[UInt8]]?)>
    private let origin: String
    private let fields: HTTPFields
    private let state = AwaitableValue(State())

    /// The sender of a server; nil where its configuration has no orders for Wallet.
    ///
    /// - Throws: ``ServerStartFailure`` where there is no client.
    init?(
        _ configuration: ServerConfiguration,
        _ feed: EventFeed,
        _ payments: PaymentService
    ) throws(ServerStartFailure) {
        guard let packages = payments.settings.orderPackages,
            let wallet = configuration.orders?.wallet,
            let topic = HTTPFieldValue(packages.orderType)
        else { return nil }
        origin =
            switch wallet.push {
            case .apple: "https://api.push.apple.com"
            case .test(let address, _): "https://\(address)"
            }
        fields = [
            "apns-topic": topic, "apns-push-type": "background", "apns-priority": "5",
            .contentType: .json,
        ]
        self.packages = packages
        let pushing = packages.pushing
        let client = try starting("the client of APNs") { try HTTPClient(pushing) }
        connecting = LockedValue((client, pushing.identity?.chain))
        records = WalletRecords(database: feed.database)
        (self.feed, self.payments) = (feed, payments)
    }

    /// Sends what is due until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                guard let pushes = await next() else {
                    await pause()
                    continue
                }
                for push in pushes { group.addTask { await self.send(push) } }
            }
        }
    }

    /// Waits for an outcome while there is one to come, else for an event.
    private func pause() async {
        guard !state.read(\.running.isEmpty) else {
            await feed.pause(after: feed.end, within: Self.interval)
            return
        }
        _ = await state.wait(within: Self.interval) { !$0.outcomes.isEmpty }
        try? await feed.look()
    }

    /// Records the outcomes that came.
    ///
    /// - Returns: The pushes to be sent now; nil where there was nothing to do. A failure of the database is nothing to
    ///   do as well: what was sent stays due and is sent again.
    private func next() async -> [WalletPush]? {
        let (running, outcomes) = state.change { state in
            defer { state.outcomes = [] }
            return (state.running, state.outcomes)
        }
        let (end, now, name) = (feed.end, payments.world.clock.now, payments.desk.workers.name)
        let known = running.union(outcomes.map(\.push.place))
        guard (try? await payments.desk.workers.join()) != nil else { return nil }
        do throws(StorageFailure) {
            let found = try await records.pushes(as: name, at: now, limit: known.count + Self.limit)
            guard let found else { return nil }
            let new = found.due.filter { !known.contains($0.place) }
                .prefix(Self.limit - running.count)
            guard !new.isEmpty || !outcomes.isEmpty || found.position < end,
                try await records.advance(as: name, at: now, through: end, outcomes)
            else { return nil }
            state.change { $0.running.formUnion(new.map(\.place)) }
            return Array(new)
        } catch { return nil }
    }

    private func send(_ push: WalletPush) async {
        let outcome = await outcome(of: push)
        let failure: String? = if case .failed(let cause) = outcome { cause } else { nil }
        // What this server was stopped in is sent again.
        guard !Task.isCancelled || failure == nil else { return }
        let former = state.change { state in
            state.running.remove(push.place)
            state.outcomes.append((push, outcome))
            defer { state.failure = failure }
            return state.failure
        }
        payments.metrics.count(push: outcome.name)
        guard let failure, failure != former else { return }
        let now = payments.world.clock.now
        payments.log(LogLine("wallet.pushFailed", at: now, ["cause": .reason(failure)]).text)
    }

    private func outcome(of push: WalletPush) async -> WalletPush.Outcome {
        let url = "\(origin)/3/device/\(PathSegment.encoded(push.token))"
        var fields = fields
        let expiry = payments.world.clock.now.seconds + Self.keptSeconds
        fields["apns-expiration"] = HTTPFieldValue(Int(expiry))
        var request = HTTPClientRequest(.post, url, fields: fields, body: Array("{}".utf8))
        request.timeLimit = Self.patience
        request.responseLimit = 4_096
        request.sharesConnection = true
        let client = client()
        let response: HTTPResponse
        do throws(HTTPClientFailure) { response = try await client.send(request) } catch {
            if error.reason == .timedOut { _ = self.client(leaving: client) }
            return .failed("\(error.reason)")
        }
        let status = response.status.code
        guard status != 200 else { return .delivered }
        let reason = try? JSONDocument(response.body).root.member("reason")?.string
        guard status != 410, status != 400 || reason != "BadDeviceToken" else {
            return .unregistered
        }
        return .failed("APNs answered \(status), \(reason ?? "without a reason")")
    }

    /// The client, which shows the certificate that signs packages now.
    ///
    /// - Parameter former: A client over whose connections perhaps nothing comes any more: libcurl would go on using
    ///   one of HTTP/2. Nil for none.
    /// - Returns: The client.
    private func client(leaving former: HTTPClient? = nil) -> HTTPClient {
        let pushing = packages.pushing
        return connecting.withLock { ours in
            let isRight = ours.client !== former && ours.shown == pushing.identity?.chain
            if !isRight, let new = try? HTTPClient(pushing) {
                ours = (new, pushing.identity?.chain)
            }
            return ours.client
        }
    }
}
