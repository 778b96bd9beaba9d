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
    }

    private var subscribers: [Int: Subscriber] = [:]
    private var nextNumber = 0
    private var end: Subscribers.Completion<Failure>?

    func add(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable {
        if let end {
            completion(end)
            return AnyCancellable {}
        }
        let number = nextNumber
        nextNumber += 1
        subscribers[number] = Subscriber(completion: completion, value: value)
        return AnyCancellable { [weak self] in self?.subscribers[number] = nil }
    }

    func send(_ value: Output) {
        for number in subscribers.keys.sorted() { subscribers[number]?.value(value) }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        guard end == nil else { return }
        end = completion
        let ended = subscribers.sorted { $0.key < $1.key }.map(\.value)
        subscribers = [:]
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

    /// The value; setting it sends it.
    public var value: Output { didSet { list.send(value) } }

    /// Creates a subject with a value.
    public init(_ value: Output) { self.value = value }

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
        value(self.value)
        return list.add(completion: completion, value: value)
    }
}
