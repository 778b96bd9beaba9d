public import Foundation
internal import World

/// A place where work runs later: a queue, or the main run loop.
///
/// - Source: ours, not Apple's, whose requirements are other ones.
public protocol Scheduler {
    /// Runs work after some time, and never before this call returns.
    func schedule(after interval: SchedulerInterval, _ work: @escaping () -> Void)
}

/// A time to wait, as a literal in seconds or by `.milliseconds`.
public struct SchedulerInterval: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
    package let seconds: Double

    /// Creates an interval from seconds.
    public init(floatLiteral value: Double) { seconds = value }

    /// Creates an interval from seconds.
    public init(integerLiteral value: Int) { seconds = Double(value) }

    /// Seconds.
    public static func seconds(_ count: Int) -> SchedulerInterval { .init(integerLiteral: count) }

    /// Seconds.
    public static func seconds(_ count: Double) -> SchedulerInterval { .init(floatLiteral: count) }

    /// Milliseconds.
    public static func milliseconds(_ count: Int) -> SchedulerInterval {
        .init(floatLiteral: Double(count) / 1_000)
    }
}

extension DispatchQueue: Scheduler {
    /// Runs work on the queue.
    public func schedule(after interval: SchedulerInterval, _ work: @escaping () -> Void) {
        let scheduled = ScheduledUse<Void>(run: work)
        if interval.seconds > 0 {
            asyncAfter(deadline: .now() + interval.seconds) { scheduled.run(()) }
        } else {
            async { scheduled.run(()) }
        }
    }
}

extension RunLoop: Scheduler {
    /// Runs work on the main queue, whatever the run loop: a test's process has no other that runs.
    public func schedule(after interval: SchedulerInterval, _ work: @escaping () -> Void) {
        DispatchQueue.main.schedule(after: interval, work)
    }
}

/// Work that another thread runs, because the app names it as the one for what it subscribes to.
struct ScheduledUse<Value>: @unchecked Sendable {
    let run: (Value) -> Void
}

extension Publisher {
    /// The values, delivered by a scheduler.
    public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
        AnyPublisher { relay in
            let subscription = deliver(
                completion: { end in
                    scheduler.schedule(after: 0) { relay.send(completion: end) }
                },
                value: { sent in scheduler.schedule(after: 0) { relay.send(sent) } }
            )
            relay.keep(subscription)
        }
    }

    /// The values of a subscription that a scheduler makes.
    public func subscribe(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
        AnyPublisher { relay in
            scheduler.schedule(after: 0) { relay.follow(self, value: relay.send) }
        }
    }

    /// The values that no other follows within some time. One that waits when this publisher ends
    /// is not delivered (a guess: Apple does not say).
    public func debounce(
        for dueTime: SchedulerInterval,
        scheduler: some Scheduler
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { relay in
            let count = LockedValue(0)
            let subscription = deliver(
                completion: { end in
                    count.withLock { $0 += 1 }
                    scheduler.schedule(after: 0) { relay.send(completion: end) }
                },
                value: { sent in
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    scheduler.schedule(after: dueTime) {
                        if count.withLock({ $0 == number }) { relay.send(sent) }
                    }
                }
            )
            relay.keep(subscription)
        }
    }
}
