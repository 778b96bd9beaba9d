/// A method as a value, which the plugin AppFiles writes in the place of `#selector`.
///
/// Selectors of one name are equal, whatever their types, as in Objective-C.
public struct Selector: Hashable, CustomStringConvertible, Sendable {
    /// The method's name with its labels, such as `pay(_:)`.
    public let description: String

    private let method: @MainActor @Sendable (Any, [Any?]) -> Bool

    /// Creates a selector of a method without parameters.
    public init<Target, Result>(
        _ name: String,
        _ method: @escaping @MainActor @Sendable (Target) -> Result
    ) {
        description = name
        self.method = { target, _ in
            guard let target = target as? Target else { return false }
            _ = method(target)
            return true
        }
    }

    /// Creates a selector of a method with one parameter.
    public init<Target, Sender, Result>(
        _ name: String,
        _ method: @escaping @MainActor @Sendable (Target, Sender) -> Result
    ) {
        description = name
        self.method = { target, arguments in
            guard let target = target as? Target else { return false }
            _ = method(target, Self.argument(arguments, 0, of: name))
            return true
        }
    }

    /// Creates a selector of a method with two parameters.
    public init<Target, Sender, Event, Result>(
        _ name: String,
        _ method: @escaping @MainActor @Sendable (Target, Sender, Event) -> Result
    ) {
        description = name
        self.method = { target, arguments in
            guard let target = target as? Target else { return false }
            let event: Event = Self.argument(arguments, 1, of: name)
            _ = method(target, Self.argument(arguments, 0, of: name), event)
            return true
        }
    }

    /// Compares names.
    public static func == (one: Selector, other: Selector) -> Bool {
        one.description == other.description
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// Calls the method; returns whether the target has it.
    @MainActor @discardableResult
    func call(_ target: Any, _ arguments: Any?...) -> Bool { method(target, arguments) }

    private static func argument<Value>(_ all: [Any?], _ index: Int, of name: String) -> Value {
        let argument = all.indices.contains(index) ? all[index] : nil
        // Without the first cast, an argument of type Any would hold an Optional.
        if let argument, let value = argument as? Value { return value }
        if let nothing = argument as? Value { return nothing }
        let given = argument.map { "\(type(of: $0))" } ?? "nil"
        preconditionFailure("\(name) takes a \(Value.self) and was called with \(given)")
    }
}

/// A target and its method, as controls, bar items and gesture recognizers keep them.
@MainActor
struct TargetAction {
    /// The object, which is not kept alive. It is nil as well where the responders are asked.
    private(set) weak var target: AnyObject?
    private let isForResponders: Bool
    let action: Selector

    init(_ target: Any?, _ action: Selector) {
        self.target = target.map { $0 as AnyObject }
        isForResponders = target == nil
        self.action = action
    }

    /// Whether it is one of those that a caller removes; nil stands for all.
    func matches(target: Any?, action: Selector?) -> Bool {
        (target == nil || self.target === target as AnyObject)
            && (action == nil || self.action == action)
    }

    func send(from sender: AnyObject) {
        guard isForResponders || target != nil else { return }
        UIApplication.shared.sendAction(action, to: target, from: sender, for: UIEvent())
    }
}

/// An event of the user's, without content.
@preconcurrency @MainActor
open class UIEvent: NSObject {}

extension UIApplication {
    /// Calls a method of a target, or of the first responder that has it if the target is nil.
    ///
    /// The responders are asked from the sender on, or from the root view controller on if the
    /// sender is none.
    @discardableResult
    public func sendAction(
        _ action: Selector,
        to target: Any?,
        from sender: Any?,
        for event: UIEvent?
    ) -> Bool {
        if let target { return action.call(target, sender, event) }
        let first = sender as? UIResponder ?? keyWindow?.rootViewController
        return sequence(first: first, next: { $0?.next })
            .prefix { $0 != nil }
            .contains { responder in responder.map { action.call($0, sender, event) } ?? false }
    }
}
