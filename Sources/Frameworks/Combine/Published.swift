/// A property of a class that announces its changes before they happen.
@propertyWrapper
public struct Published<Value> {
    /// Sends the property's value, and each new value before it is stored.
    public struct Publisher: Combine.Publisher {
        /// The property's value.
        public typealias Output = Value
        /// It does not fail.
        public typealias Failure = Never

        fileprivate let storage: Storage
        /// The closure that announces a change of the object that has the property.
        fileprivate var announce: () -> Void = {}

        /// Delivers the value, and what is set from now on.
        public func deliver(
            completion: @escaping (Subscribers.Completion<Never>) -> Void,
            value: @escaping (Value) -> Void
        ) -> AnyCancellable {
            storage.subscribers.add(completion: completion, value: value) { storage.value }
        }
    }

    fileprivate final class Storage {
        var value: Value
        let subscribers = SubscriberList<Value, Never>()
        /// The subscriptions of `assign(to:)`, which last as long as the property.
        var assignments: [AnyCancellable] = []

        init(_ value: Value) { self.value = value }

        func set(_ new: Value) {
            subscribers.send(new)
            value = new
        }
    }

    private let storage: Storage

    /// A property with a value.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// A property with a value.
    public init(initialValue: Value) { storage = Storage(initialValue) }

    /// Unavailable: the value outside a class.
    @available(*, unavailable, message: "@Published is for properties of classes")
    public var wrappedValue: Value {
        get { storage.value }
        set { storage.set(newValue) }
    }

    /// The property's publisher, as `$name`.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        // So that `assign(to:)` may take it as `&object.$name`; it changes nothing.
        nonmutating set {}
    }

    /// The publisher of a property of an object.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        projected projectedKeyPath: ReferenceWritableKeyPath<Owner, Publisher>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Publisher {
        get {
            Publisher(storage: owner[keyPath: storageKeyPath].storage) { [weak owner] in
                if let owner { announceChange(of: owner) }
            }
        }
        // So that `assign(to:)` may take it as `&object.$name`; it changes nothing.
        set {}
    }

    /// The value; the object announces the change before it is set.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
        get { owner[keyPath: storageKeyPath].storage.value }
        set {
            announceChange(of: owner)
            owner[keyPath: storageKeyPath].storage.set(newValue)
        }
    }

    private static func announceChange(of owner: AnyObject) {
        if let object = owner as? any ObservableObject {
            (object.objectWillChange as? ObservableObjectPublisher)?.send()
        }
    }
}

extension Publisher where Failure == Never {
    /// Sets a published property to each value, as long as the property is there.
    public func assign(to published: inout Published<Output>.Publisher) {
        let (storage, announce) = (published.storage, published.announce)
        let assignment = sink { [weak storage] in
            guard let storage else { return }
            announce()
            storage.set($0)
        }
        storage.assignments.append(assignment)
    }
}
