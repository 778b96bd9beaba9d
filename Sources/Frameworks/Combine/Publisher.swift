// The part of Combine that a checkout needs: objects that announce changes, published properties,
// subjects, the usual operators, and Foundation's publishers. There is no back pressure: a value is
// delivered before the call that sends it returns, unless a scheduler is between.

/// Something that sends values over time and may end.
///
/// Apps use the publishers of this module and cannot write their own, because Apple's requirement
/// for that, `receive(subscriber:)`, is not here.
public protocol Publisher<Output, Failure> {
    /// The type of the values.
    associatedtype Output
    /// The type of the failure.
    associatedtype Failure: Error

    /// Delivers values until the subscription is cancelled.
    ///
    /// - Source: ours, not Apple's.
    func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable
}

/// The namespace for types of subscribers.
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

    /// The same publisher with its type erased.
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

/// A publisher with its type erased.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    typealias Delivery = (
        @escaping (Subscribers.Completion<Failure>) -> Void, @escaping (Output) -> Void
    ) -> AnyCancellable

    private let delivery: Delivery

    init(_ delivery: @escaping Delivery) { self.delivery = delivery }

    /// Delivers what the wrapped publisher delivers.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Failure>) -> Void,
        value: @escaping (Output) -> Void
    ) -> AnyCancellable { delivery(completion, value) }
}
