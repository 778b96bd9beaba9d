internal import World

/// Counts of what the server did, for `/metrics`.
///
/// The values of labels are names of the program: routes with their parameters in braces, codes of
/// problems, outcomes. No text of a request becomes a label.
public final class ServerMetrics: Sendable {
    /// The bounds of the histogram of durations. Units: seconds.
    static let durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

    struct Requests: Hashable {
        let route: String
        let status: Int
    }

    struct Durations {
        var buckets = [Int](repeating: 0, count: ServerMetrics.durationBounds.count + 1)
        var sum = 0.0

        mutating func count(_ seconds: Double) {
            let place = ServerMetrics.durationBounds.firstIndex { seconds <= $0 }
            buckets[place ?? ServerMetrics.durationBounds.count] += 1
            sum += seconds
        }
    }

    struct Counts {
        var requests: [Requests: Int] = [:]
        var durations: [String: Durations] = [:]
        var refusals: [String: Int] = [:]
        var outcomes: [String: Int] = [:]
        var limited: [String: Int] = [:]
        var webhooks: [String: Int] = [:]
        var pushes: [String: Int] = [:]
    }

    private let state = LockedValue(Counts())
    /// How many lines of the log were dropped.
    let droppedLines: @Sendable () -> Int

    /// No counts yet.
    public init(droppedLines: @escaping @Sendable () -> Int = { 0 }) {
        self.droppedLines = droppedLines
    }

    /// Counts an answered request.
    ///
    /// - Parameters:
    ///   - route: The path with parameters in braces; `none` where no route has it.
    ///   - status: The status of the answer.
    ///   - duration: How long it took, in elapsed time.
    func count(route: String, status: Int, duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let elapsed = Double(seconds) + Double(attoseconds) / 1e18
        state.withLock { counts in
            counts.requests[Requests(route: route, status: status), default: 0] += 1
            counts.durations[route, default: Durations()].count(elapsed)
        }
    }

    /// Counts a payment that was refused, by the code of its problem.
    public func count(refusal code: String) {
        state.withLock { $0.refusals[code, default: 0] += 1 }
    }

    /// Counts an answer of the processor, such as `approved`, `declined` or `unknown`.
    public func count(processorOutcome outcome: String) {
        state.withLock { $0.outcomes[outcome, default: 0] += 1 }
    }

    /// Counts a request that was refused by a limit: `key`, `address` or `bodies`.
    func count(limited by: String) { state.withLock { $0.limited[by, default: 0] += 1 } }

    /// Counts messages to webhooks and NATS: `delivered`, `failed` or `givenUp`.
    func count(webhookMessages outcome: String, _ number: Int) {
        guard number > 0 else { return }
        state.withLock { $0.webhooks[outcome, default: 0] += number }
    }

    /// Counts a push to a device with Wallet: `delivered`, `unregistered` or `failed`.
    func count(push outcome: String) { state.withLock { $0.pushes[outcome, default: 0] += 1 } }

    var counts: Counts { state.withLock { $0 } }
}
