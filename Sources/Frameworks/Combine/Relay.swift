internal import Foundation
internal import World

/// A subscription to an operator: it follows any number of publishers, and delivers one value at a
/// time, nothing after the end, and nothing after it is cancelled.
final class Relay<Output, Failure: Error> {
    private struct State {
        var isOver = false
        var nextNumber = 0
        /// The publishers that it follows; a subscription is nil until the publisher has made it.
        var subscriptions: [Int: AnyCancellable?] = [:]
    }

    private let state = LockedValue(State())
    /// Recursive, because a value may be sent while another is delivered. Cancelling does not wait
    /// for it: the thread that delivers may wait for the one that cancels.
    private let turn = NSRecursiveLock()
    private let completion: (Subscribers.Completion<Failure>) -> Void
    private let value: (Output) -> Void

    init(
        _ completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ value: @escaping (Output) -> Void
    ) {
        self.completion = completion
        self.value = value
    }

    /// The subscription for who receives the values.
    var subscription: AnyCancellable { AnyCancellable { _ = self.end() } }

    /// Delivers a value.
    func send(_ value: Output) {
        turn.withLock {
            if !state.withLock({ $0.isOver }) { self.value(value) }
        }
    }

    /// Ends.
    func send(completion: Subscribers.Completion<Failure>) {
        turn.withLock {
            if end() { self.completion(completion) }
        }
    }

    /// Subscribes to a publisher. The relay finishes when all that it follows have finished.
    func follow<Source: Publisher>(
        _ source: Source,
        failing: @escaping (Source.Failure) -> Void,
        value: @escaping (Source.Output) -> Void
    ) {
        guard let number = keep(nil) else { return }
        let subscription = source.deliver(
            completion: { [self] completion in
                turn.withLock { ended(number, completion, failing) }
            },
            value: { [self] sent in
                turn.withLock {
                    if state.withLock({ $0.subscriptions[number] != nil }) { value(sent) }
                }
            }
        )
        // One that has ended meanwhile is released, and so cancelled.
        state.withLock { state in
            if state.subscriptions[number] != nil {
                state.subscriptions.updateValue(subscription, forKey: number)
            }
        }
    }

    /// Subscribes to a publisher that fails as the relay does.
    func follow<Source: Publisher>(_ source: Source, value: @escaping (Source.Output) -> Void)
    where Source.Failure == Failure {
        follow(source, failing: { self.send(completion: .failure($0)) }, value: value)
    }

    /// Keeps a subscription until the relay ends; returns its number, nil if the relay has ended.
    @discardableResult
    func keep(_ subscription: AnyCancellable?) -> Int? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.nextNumber += 1
            state.subscriptions.updateValue(subscription, forKey: state.nextNumber)
            return state.nextNumber
        }
    }

    private func ended<SourceFailure>(
        _ number: Int,
        _ completion: Subscribers.Completion<SourceFailure>,
        _ failing: (SourceFailure) -> Void
    ) {
        let (wasOpen, isLast) = state.withLock { state in
            let subscription = state.subscriptions.removeValue(forKey: number)
            return (subscription != nil, state.subscriptions.isEmpty)
        }
        guard wasOpen else { return }
        switch completion {
        case .failure(let error): failing(error)
        case .finished: if isLast { send(completion: .finished) }
        }
    }

    /// Cancels all that it follows; returns whether it had not ended before.
    private func end() -> Bool {
        let (wasOver, subscriptions) = state.withLock { state in
            defer {
                state.isOver = true
                state.subscriptions = [:]
            }
            return (state.isOver, state.subscriptions)
        }
        for subscription in subscriptions.values { subscription?.cancel() }
        return !wasOver
    }
}

extension AnyPublisher {
    /// A publisher whose subscriptions are relays.
    init(following: @escaping (Relay<Output, Failure>) -> Void) {
        self.init { completion, value in
            let relay = Relay(completion, value)
            following(relay)
            return relay.subscription
        }
    }
}
