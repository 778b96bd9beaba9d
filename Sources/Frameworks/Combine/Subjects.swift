internal import World

/// A publisher whose values are sent from outside.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value.
    func send(_ value: Output)
    /// Ends, for current and later subscribers.
    func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
    /// Sends a value without content.
    public func send() { send(()) }
}

/// The subscribers of a publisher, in the order in which they subscribed.
final class SubscriberList<Output, Failure: Error> {
    private struct Subscriber {
        let completion: (Subscribers.Completion<Failure>) -> Void
        let value: (Output) -> Void
        /// Whether it was sent a value.
        var hasValue = false
    }

    private struct State {
        var subscribers: [Int: Subscriber] = [:]
        var nextNumber = 0
        var end: Subscribers.Completion<Failure>?
    }

    private let state = LockedValue(State())

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    /// Adds a subscriber, which gets the current value, if there is one, unless a newer one was sent
    /// to it meanwhile.
    func add(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void,
        current: (() -> Output)? = nil
    ) -> AnyCancellable {
        let (number, end) = state.withLock { state in
            state.nextNumber += 1
            if state.end == nil {
                let subscriber = Subscriber(completion: completion, value: value)
                state.subscribers[state.nextNumber] = subscriber
            }
            return (state.nextNumber, state.end)
        }
        if let end { completion(end) }
        let first = state.withLock { state -> Output? in
            guard let current, state.subscribers[number]?.hasValue == false else { return nil }
            state.subscribers[number]?.hasValue = true
            return current()
        }
        if let first { value(first) }
        return AnyCancellable { [weak self] in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
        }
    }

    func send(_ value: Output) {
        for number in state.withLock({ $0.subscribers.keys.sorted() }) {
            let subscriber = state.withLock { state in
                state.subscribers[number]?.hasValue = true
                return state.subscribers[number]
            }
            subscriber?.value(value)
        }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        let ended = state.withLock { state in
            guard state.end == nil else { return [Subscriber]() }
            state.end = completion
            defer { state.subscribers = [:] }
            return state.subscribers.sorted { $0.key < $1.key }.map(\.value)
        }
        for subscriber in ended { subscriber.completion(completion) }
    }
}

/// A subject without a stored value: a later subscriber does not get earlier values.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    private let list = SubscriberList<Output, Failure>()

    /// Creates a subject.
    public init() {}

    /// Sends a value.
    public func send(_ value: Output) { list.send(value) }

    /// Ends.
    public func send(completion: Subscribers.Completion<Failure>) {
        list.send(completion: completion)
    }

    /// Delivers what is sent from now on.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable { list.add(completion: completion, value: value) }
}

/// A subject with a value, which a new subscriber gets at once.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    private let list = SubscriberList<Output, Failure>()

    private var current: Output

    /// The value; setting it sends it.
    public var value: Output {
        get { current }
        set {
            guard !list.hasEnded else { return }
            current = newValue
            list.send(newValue)
        }
    }

    /// Creates a subject with a value.
    public init(_ value: Output) { current = value }

    /// Sets and sends the value.
    public func send(_ value: Output) { self.value = value }

    /// Ends.
    public func send(completion: Subscribers.Completion<Failure>) {
        list.send(completion: completion)
    }

    /// Delivers the value, and what is sent from now on.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable {
        list.add(completion: completion, value: value) { self.current }
    }
}
