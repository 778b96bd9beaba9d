/// A value that a view stores.
///
/// A view that is evaluated again at the same place in the tree has the value that it had before.
@propertyWrapper
public struct State<Value>: ViewProperty {
    private let storage: ViewStorage<Value>

    /// Creates a state with an initial value.
    public init(wrappedValue: Value) { storage = ViewStorage { wrappedValue } }

    /// Creates a state with an initial value.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// The value.
    public var wrappedValue: Value {
        get { storage.stored.value }
        nonmutating set { storage.stored.value = newValue }
    }

    /// A binding to the value, as `$name`.
    public var projectedValue: Binding<Value> {
        Binding(
            get: { [storage] in storage.stored.value },
            set: { [storage] in storage.stored.value = $0 }
        )
    }

    @MainActor
    func prepare(named name: String, in rendering: inout Rendering) {
        storage.prepare(named: name, in: &rendering)
    }
}

/// The value of a view's property. Copies of the view share it.
final class ViewStorage<Value> {
    final class Stored {
        private let make: () -> Value
        lazy var value = make()

        init(_ make: @escaping () -> Value) { self.make = make }
    }

    private(set) var stored: Stored

    init(_ make: @escaping () -> Value) { stored = Stored(make) }

    @MainActor
    func prepare(named name: String, in rendering: inout Rendering) {
        stored = rendering.keep(name) { [stored] in $0 ?? stored }
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// Creates a state with nil.
    public init() { self.init(wrappedValue: nil) }
}

/// A reference to a value that is stored elsewhere.
@propertyWrapper
public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// Creates a binding from closures that read and set the value.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }

    /// A binding to a constant value.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(get: { value }, set: { _ in })
    }

    /// The value.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// The binding itself, as `$name`.
    public var projectedValue: Binding<Value> { self }
}

/// An object that a view creates once and observes.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: ViewProperty {
    private let storage: ViewStorage<ObjectType>

    /// Creates a state object; the object is created when it is first used.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
        storage = ViewStorage(thunk)
    }

    /// The object.
    public var wrappedValue: ObjectType { storage.stored.value }

    /// The object's properties as bindings, as `$name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: wrappedValue).projectedValue
    }

    @MainActor
    func prepare(named name: String, in rendering: inout Rendering) {
        storage.prepare(named: name, in: &rendering)
    }
}

/// An object that a view observes and another owns.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject> {
    /// The object's properties as bindings.
    @dynamicMemberLookup
    public struct Wrapper {
        fileprivate let object: ObjectType

        /// A property as a binding.
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> {
            Binding(
                get: { [object] in object[keyPath: keyPath] },
                set: { [object] in object[keyPath: keyPath] = $0 }
            )
        }
    }

    /// The object.
    public var wrappedValue: ObjectType

    /// Creates a reference to an object.
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

    /// The object's properties as bindings, as `$name`.
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}
