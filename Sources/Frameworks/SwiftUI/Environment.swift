/// The values that views get from the views around them.
public struct EnvironmentValues {
    /// Whether the screen is light or dark.
    public var colorScheme = ColorScheme.light
    /// The action that dismisses the screen.
    public internal(set) var dismiss = DismissAction {}
    /// Objects by their types, and other values by their keys.
    var others: [ObjectIdentifier: Any] = [:]

    /// Creates the values of a light screen.
    public init() {}

    /// The value of a key; its default unless it was set.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { others[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { others[ObjectIdentifier(key)] = newValue }
    }
}

/// A key of a value that a module adds to the environment.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value where none was set.
    static var defaultValue: Value { get }
}

/// A light or a dark screen.
public enum ColorScheme: CaseIterable, Sendable {
    /// Light.
    case light
    /// Dark.
    case dark
}

/// An action that dismisses a screen.
@preconcurrency @MainActor
public struct DismissAction {
    private let action: @MainActor () -> Void

    nonisolated init(_ action: @escaping @MainActor () -> Void) { self.action = action }

    /// Dismisses the hosting controller.
    public func callAsFunction() { action() }
}

/// The last environment of a property; copies of a view share it.
final class ReadEnvironment {
    var values = EnvironmentValues()
}

/// A value from the views around a view.
@propertyWrapper
public struct Environment<Value>: ViewProperty {
    private let environment = ReadEnvironment()
    private let value: (EnvironmentValues) -> Value

    /// Creates a property with a value of the environment.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { value = { $0[keyPath: keyPath] } }

    /// Creates a property with an object that ``View/environment(_:)`` set; nil if none did.
    public init<Object: AnyObject & Observable>(_ objectType: Object.Type)
    where Value == Object? {
        value = { $0.others[ObjectIdentifier(objectType)] as? Object }
    }

    /// Creates a property with an object that ``View/environment(_:)`` set.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        value = { $0.object(of: objectType) }
    }

    /// The value.
    public var wrappedValue: Value { value(environment.values) }

    @MainActor
    func prepare(named name: String, in rendering: inout Rendering) {
        environment.values = rendering.surroundings.environment
    }
}

/// An observable object from the views around a view.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: ViewProperty {
    private let environment = ReadEnvironment()

    /// Creates a property with the object that ``View/environmentObject(_:)`` set.
    public init() {}

    /// The object.
    public var wrappedValue: ObjectType { environment.values.object(of: ObjectType.self) }

    /// The object's properties as bindings, as `$name`.
    public var projectedValue: ObservedObject<ObjectType>.Wrapper {
        ObservedObject(wrappedValue: wrappedValue).projectedValue
    }

    @MainActor
    func prepare(named name: String, in rendering: inout Rendering) {
        environment.values = rendering.surroundings.environment
    }
}

extension EnvironmentValues {
    fileprivate func object<Object: AnyObject>(of type: Object.Type) -> Object {
        guard let object = others[ObjectIdentifier(type)] as? Object else {
            preconditionFailure("no view around this one has an object of type \(type)")
        }
        return object
    }
}

/// A reference to an observable object whose properties are bindings.
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
    /// The object.
    public var wrappedValue: Value

    /// Creates a reference to an object.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Creates a reference to an object.
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// The reference itself, as `$name`.
    public var projectedValue: Bindable<Value> { self }

    /// A property as a binding.
    public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> {
        Binding(
            get: { [wrappedValue] in wrappedValue[keyPath: keyPath] },
            set: { [wrappedValue] in wrappedValue[keyPath: keyPath] = $0 }
        )
    }
}

extension View {
    /// Sets a value of the environment for the views in it.
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
        _ value: Value
    ) -> some View { saying { $0.environment[keyPath: keyPath] = value } }

    /// Gives an object to the views in it.
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        saying { $0.environment.others[ObjectIdentifier(Object.self)] = object }
    }

    /// Gives an observable object to the views in it.
    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
        saying { $0.environment.others[ObjectIdentifier(Object.self)] = object }
    }
}
