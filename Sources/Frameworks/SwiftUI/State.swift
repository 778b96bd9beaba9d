/// A value that a view keeps.
///
/// Copies of a view share it, so that what a button's action sets is there when the view is
/// rendered again.
@propertyWrapper
public struct State<Value> {
    private final class Box {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    /// A value to start from.
    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    /// A value to start from.
    public init(initialValue: Value) { box = Box(initialValue) }

    /// The value.
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    /// The value for another view to read and set, as `$name`.
    public var projectedValue: Binding<Value> {
        Binding(get: { box.value }, set: { box.value = $0 })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// Nil to start from.
    public init() { self.init(wrappedValue: nil) }
}

/// A value that something else keeps.
@propertyWrapper
public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// A value that closures read and set.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        read = get
        write = set
    }

    /// A value that stays.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(get: { value }, set: { _ in })
    }

    /// The value.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// Itself, as `$name`.
    public var projectedValue: Binding<Value> { self }
}

/// An object that a view makes, once, and observes.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject> {
    private final class Box {
        let make: () -> ObjectType
        lazy var object = make()

        init(_ make: @escaping () -> ObjectType) { self.make = make }
    }

    private let box: Box

    /// An object, made when it is first needed.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

    /// The object.
    public var wrappedValue: ObjectType { box.object }

    /// The object's properties for other views to read and set, as `$name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: box.object).projectedValue
    }
}

/// An object that a view is given and observes.
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

    /// An object.
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }

    /// The object's properties as bindings, as `$name`.
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}
