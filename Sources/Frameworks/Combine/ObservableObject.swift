internal import World

/// An object that announces its changes.
public protocol ObservableObject: AnyObject {
    /// The publisher that announces them.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before a ``Published`` property of the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// The object's publisher, the same each time.
    public var objectWillChange: ObservableObjectPublisher { ChangePublishers.publisher(of: self) }
}

/// The publisher of an object that does not declare one.
public final class ObservableObjectPublisher: Publisher {
    /// It sends no value.
    public typealias Output = Void
    /// It does not fail.
    public typealias Failure = Never

    private let list = SubscriberList<Void, Never>()

    /// Creates a publisher.
    public init() {}

    /// Announces that the object is about to change.
    public func send() { list.send(()) }

    /// Delivers what is sent from now on.
    public func deliver(
        completion: @escaping (Subscribers.Completion<Never>) -> Void,
        value: @escaping (()) -> Void
    ) -> AnyCancellable { list.add(completion: completion, value: value) }
}

/// The publishers of the objects that do not declare one, until the objects are released.
private enum ChangePublishers {
    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private static let entries = LockedValue<[ObjectIdentifier: Entry]>([:])

    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        entries.withLock { entries in
            if let entry = entries[ObjectIdentifier(object)], entry.object === object {
                return entry.publisher
            }
            entries = entries.filter { $0.value.object != nil }
            let publisher = ObservableObjectPublisher()
            entries[ObjectIdentifier(object)] = Entry(object: object, publisher: publisher)
            return publisher
        }
    }
}
