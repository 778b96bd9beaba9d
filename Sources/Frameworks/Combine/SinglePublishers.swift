internal import World

/// A publisher of one value.
public struct Just<Output>: Publisher {
    /// It does not fail.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Creates a publisher of a value.
    public init(_ output: Output) { self.output = output }

    /// Delivers the value, and finishes.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Never>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable {
        value(output)
        completion(.finished)
        return AnyCancellable {}
    }
}

/// A publisher that fails.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The failure.
    public let error: Failure

    /// Creates a publisher that fails.
    public init(error: Failure) { self.error = error }

    /// Creates a publisher that fails.
    public init(outputType: Output.Type, failure: Failure) { error = failure }

    /// Fails.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable {
        completion(.failure(error))
        return AnyCancellable {}
    }
}

/// A publisher without values.
public struct Empty<Output, Failure: Error>: Publisher {
    /// Whether it finishes.
    public let completeImmediately: Bool

    /// Creates a publisher that finishes at once or never.
    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

    /// Finishes, or does nothing.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable {
        if completeImmediately { completion(.finished) }
        return AnyCancellable {}
    }
}

/// A publisher that is made for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// The type of the values.
    public typealias Output = DeferredPublisher.Output
    /// The type of the failure.
    public typealias Failure = DeferredPublisher.Failure

    /// The closure that makes the publisher.
    public let createPublisher: () -> DeferredPublisher

    /// Creates a publisher from a closure that makes it.
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    /// Delivers what a new publisher delivers.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable { createPublisher().deliver(completion: completion, value: value) }
}

/// A publisher of one value or failure, which a closure finds. The closure is called once, at once,
/// and its result is kept for later subscribers.
public final class Future<Output, Failure: Error>: Publisher {
    /// The function that the closure calls with its result; a second call does nothing.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    private struct State {
        var result: Result<Output, Failure>?
        var waiting: [Int: (Result<Output, Failure>) -> Void] = [:]
        var nextNumber = 0
    }

    private let state = LockedValue(State())

    /// Creates a publisher, and calls the closure.
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        attemptToFulfill { [state] result in
            let waiting = state.withLock { state in
                guard state.result == nil else { return [Int: (Result<Output, Failure>) -> Void]() }
                state.result = result
                defer { state.waiting = [:] }
                return state.waiting
            }
            for (_, tell) in waiting.sorted(by: { $0.key < $1.key }) { tell(result) }
        }
    }

    /// Delivers the result when it is there.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable {
        func tell(_ result: Result<Output, Failure>) {
            switch result {
            case .success(let output):
                value(output)
                completion(.finished)
            case .failure(let error): completion(.failure(error))
            }
        }
        let (number, known) = state.withLock { state in
            state.nextNumber += 1
            if state.result == nil { state.waiting[state.nextNumber] = tell }
            return (state.nextNumber, state.result)
        }
        if let known { tell(known) }
        return AnyCancellable { [state] in
            _ = state.withLock { $0.waiting.removeValue(forKey: number) }
        }
    }
}
