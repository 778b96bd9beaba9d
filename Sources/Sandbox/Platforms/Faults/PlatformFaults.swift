internal import World

/// The faults that were asked for, each for a platform's next requests or webhooks. They are known in this process
/// only.
package final class PlatformFaults: Sendable {
    /// The kind of a fault.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The request is not done, and the connection closes after the delay.
        case timeoutBefore
        /// The request is done, and the connection closes after the delay without an answer.
        case timeoutAfter
        /// The request is not done, and the answer is 500, which is kept under Stripe's idempotency keys only.
        case serverError
        /// The answer is 429; the delay is what `Retry-After` says.
        case rateLimited
        /// The request is done after the delay.
        case slow
        /// The request is not done, and the connection closes.
        case closedConnection
        /// The webhook is sent twice.
        case webhookTwice
        /// The webhook is sent after the delay, on the sandbox's clock.
        case webhookLate
        /// The first attempt of the webhook has a wrong signature.
        case webhookWrongSignature
        /// The webhook is sent a day later, on the sandbox's clock.
        case webhookSilence

        fileprivate var isOfWebhooks: Bool { rawValue.hasPrefix("webhook") }

        /// Seconds, where the caller states none.
        fileprivate var usualDelay: Int64 {
            switch self {
            case .timeoutBefore, .timeoutAfter: 120
            case .rateLimited: 1
            case .slow: 3
            case .webhookLate: 60
            case .webhookSilence: 86_400
            case .serverError, .closedConnection, .webhookTwice, .webhookWrongSignature: 0
            }
        }
    }

    /// A fault that waits for its requests.
    package struct Fault: Hashable, Sendable {
        /// The platform.
        package let platform: Platform
        /// The kind.
        package let kind: Kind
        /// How many requests or webhooks it has left.
        package fileprivate(set) var count: Int64
        /// Units: seconds.
        package let delaySeconds: Int64

        /// A fault; the delay is the kind's usual one unless given.
        package init(_ kind: Kind, of platform: Platform, count: Int64 = 1, delay: Int64? = nil) {
            (self.kind, self.platform, self.count) = (kind, platform, count)
            delaySeconds = delay ?? kind.usualDelay
        }
    }

    private static let limit = 1_000
    private let waiting = LockedValue<[Fault]>([])

    /// No faults.
    package init() {}

    /// The faults that wait, in their order.
    package var all: [Fault] { waiting.withLock(\.self) }

    /// Adds a fault after those that wait.
    ///
    /// - Returns: Whether it is kept: the number of faults is limited.
    package func add(_ fault: Fault) -> Bool {
        waiting.withLock { faults in
            guard faults.count < Self.limit else { return false }
            faults.append(fault)
            return true
        }
    }

    /// Ends all faults.
    package func removeAll() { waiting.withLock { $0 = [] } }

    func takeRequestFault(of platform: Platform) -> Fault? { take(platform, ofWebhooks: false) }

    func takeWebhookFault(of platform: Platform) -> Fault? { take(platform, ofWebhooks: true) }

    /// Lets a fault wait again that was taken and not used.
    func giveBack(_ fault: Fault) {
        var fault = fault
        fault.count = 1
        waiting.withLock { $0.insert(fault, at: 0) }
    }

    private func take(_ platform: Platform, ofWebhooks: Bool) -> Fault? {
        waiting.withLock { faults in
            let place = faults.firstIndex {
                $0.platform == platform && $0.kind.isOfWebhooks == ofWebhooks
            }
            guard let place else { return nil }
            let fault = faults[place]
            faults[place].count -= 1
            if faults[place].count <= 0 { faults.remove(at: place) }
            return fault
        }
    }
}
