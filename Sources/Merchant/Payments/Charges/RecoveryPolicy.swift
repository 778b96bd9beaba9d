public import World

/// When and how what was left unsettled is settled.
///
/// - Source: our own choices; Documentation/Payments.md, "Recovery".
/// - Units: seconds.
public struct RecoveryPolicy: Hashable, Sendable {
    /// The treatment of an authorization of a smaller amount than was asked for.
    public enum PartialApprovals: Hashable, Sendable {
        /// It is reversed, and the customer may pay with another card.
        case reverse
        /// It is taken: the order is of the smaller amount.
        case accept
    }

    /// How long a program that works on an operation has it for itself. It must be longer than the
    /// processor's own time limits take together.
    public let leaseSeconds: Int64
    /// How long after its approval an authorization without an order waits for one, which the same
    /// submission, made again, places. Then it is reversed. Nil where approvals need no order.
    public let orderWithinSeconds: Int64?
    /// How often the processor is asked about an authorization before it is reversed.
    public let inquiriesAtMost: Int64
    /// The wait after the first try; it doubles after each further one.
    public let firstRetrySeconds: Int64
    /// The longest wait between two tries.
    public let retrySecondsAtMost: Int64
    /// The treatment of partial approvals.
    public let partialApprovals: PartialApprovals

    /// A policy. Each number is raised to 1 where it is smaller.
    public init(
        leaseSeconds: Int64 = 120,
        orderWithinSeconds: Int64? = 900,
        inquiriesAtMost: Int64 = 3,
        firstRetrySeconds: Int64 = 5,
        retrySecondsAtMost: Int64 = 900,
        partialApprovals: PartialApprovals = .reverse
    ) {
        self.leaseSeconds = max(1, leaseSeconds)
        self.orderWithinSeconds = orderWithinSeconds.map { max(1, $0) }
        self.inquiriesAtMost = max(1, inquiriesAtMost)
        self.firstRetrySeconds = max(1, firstRetrySeconds)
        self.retrySecondsAtMost = max(1, retrySecondsAtMost)
        self.partialApprovals = partialApprovals
    }

    /// The policy of a desk: each approval needs its order within a quarter of an hour.
    public static let standard = RecoveryPolicy()
    /// The policy of a program that keeps no orders.
    public static let withoutOrders = RecoveryPolicy(orderWithinSeconds: nil)

    /// How long to wait after a number of tries, without the random part.
    public func wait(afterTries tries: Int64) -> Int64 {
        let doublings = min(max(0, tries - 1), 30)
        let (wait, overflow) = firstRetrySeconds.multipliedReportingOverflow(by: 1 << doublings)
        return overflow ? retrySecondsAtMost : min(wait, retrySecondsAtMost)
    }

    /// When to try again after a number of tries: between half of ``wait(afterTries:)`` and all of it,
    /// so that many programs do not ask at the same moment.
    public func nextTry(afterTries tries: Int64, at now: UnixTime, _ randomness: any Randomness)
        -> UnixTime
    {
        let wait = wait(afterTries: tries)
        let half = wait - wait / 2
        let seconds = half + Int64(randomness.number(below: UInt64(wait - half) + 1))
        return now.advanced(bySeconds: max(1, seconds)) ?? now
    }
}
