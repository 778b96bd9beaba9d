import PlatformProcessors
import World

/// A platform that a simulation charges through.
protocol SimulatedPlatform: PlatformExchange {
    static var platform: PaymentPlatform { get }

    init(seed: UInt64, clock: SimulatedClock, bug: SimulatedBug?)

    /// The percentage of requests and of answers that are lost, and of failures.
    var lossPercent: LockedValue<UInt64> { get }
    /// Whether the issuer declines.
    var declines: LockedValue<Bool> { get }
    /// The payments as they are now.
    var payments: [SimulatedPayment] { get }

    /// Whether two refunds were made for one request.
    var hasRefundedTwice: Bool { get }

    /// Something that people do in the dashboard.
    func inDashboard(_ id: String, _ act: SimulatedPayment.Act)
}

/// A payment in a simulated platform's books.
struct SimulatedPayment {
    enum State { case open, held, released, captured }
    enum Act { case capture, release, refund(Int64) }

    let id: String
    /// The key of its authorization.
    let key: String
    let state: State
    let received: Int64
    let refunded: Int64
}

/// A mistake that is planted in what is sent, to show that the simulation finds it.
enum SimulatedBug: String, CaseIterable {
    case newKeyOnRetry, takesOverAfterUnknown, refundsTwice, webhookBackwards
}

extension SeededRandomness {
    func happens(_ percent: UInt64) -> Bool { number(below: 100) < percent }
}
