/// A value that a view stores.
///
/// Copies of a view share it, so that a value set by a button's action is used when the view is
/// rendered again.
@propertyWrapper
public struct State<Value> {
    private final class Box {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    /// Creates a state with an initial value.
    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    /// Creates a state with an initial value.
    public init(initialValue: Value) { box = Box(initialValue) }

    /// The value.
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    /// A binding to the value, as `$name`.
    public var projectedValue: Binding<Value> {
        Binding(get: { box.value }, set: { box.value = $0 })
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
public struct StateObject<ObjectType: ObservableObject> {
    private final class Box {
        let make: () -> ObjectType
        lazy var object = make()

        init(_ make: @escaping () -> ObjectType) { self.make = make }
    }

    private let box: Box

    /// Creates a state object; the object is created when it is first used.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

    /// The object.
    public var wrappedValue: ObjectType { box.object }

    /// The object's properties as bindings, as `$name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: box.object).projectedValue
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
