// As much of Combine as an observable payment manager needs: an object that says when it changes,
// its published properties, subjects, and who is told of them. There is no back pressure and there
// are no schedulers: a value is delivered before the call that sends it returns.

/// Something that sends values over time, and perhaps ends.
///
/// Apps use the publishers of this module; they do not write their own, because Apple's requirement
/// for that, `receive(subscriber:)`, is not here.
public protocol Publisher<Output, Failure> {
    /// What it sends.
    associatedtype Output
    /// How it can fail.
    associatedtype Failure: Error

    /// Delivers values until the subscription is cancelled.
    ///
    /// - Source: ours, not Apple's.
    func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable
}

/// What belongs to those who subscribe.
public enum Subscribers {
    /// How a publisher ended.
    public enum Completion<Failure: Error> {
        /// It has nothing more to send.
        case finished
        /// It failed.
        case failure(Failure)
    }
}

extension Publisher {
    /// Calls closures with what is sent, until the result is cancelled or released.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        deliver(completion: receiveCompletion, value: receiveValue)
    }

    /// The same values, each changed by a function.
    public func map<Result>(
        _ transform: @escaping (Output) -> Result
    ) -> AnyPublisher<Result, Failure> {
        AnyPublisher { completion, value in
            deliver(completion: completion, value: { value(transform($0)) })
        }
    }

    /// The same publisher without its type.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher { deliver(completion: $0, value: $1) }
    }
}

extension Publisher where Failure == Never {
    /// Calls a closure with each value, until the result is cancelled or released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        deliver(completion: { _ in }, value: receiveValue)
    }

    /// Writes each value into a property, until the result is cancelled or released.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>,
        on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}

/// A publisher of which only the output and the failure are known.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    typealias Delivery = (
        @escaping (Subscribers.Completion<Failure>) -> Void, @escaping (Output) -> Void
    ) -> AnyCancellable

    private let delivery: Delivery

    init(_ delivery: @escaping Delivery) { self.delivery = delivery }

    /// Delivers what the publisher within delivers.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable { delivery(completion, value) }
}
