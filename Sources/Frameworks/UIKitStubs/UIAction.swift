/// The handler of an action.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// An action of a control.
///
/// UIKit has it since iOS 14.
@preconcurrency @MainActor
open class UIAction: NSObject {
    /// The identifier of an action.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The identifier's text.
        public let rawValue: String

        /// Creates an identifier.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates an identifier.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The identifier; adding another action with the same identifier replaces the first.
    public let identifier: Identifier
    /// The title of a button that has no other.
    open var title: String
    /// The control that called the action.
    open internal(set) weak var sender: AnyObject?

    let handler: UIActionHandler
    private static var unnamed = 0

    /// Creates an action.
    public init(
        title: String = "",
        identifier: Identifier? = nil,
        handler: @escaping UIActionHandler
    ) {
        Self.unnamed += 1
        self.identifier = identifier ?? Identifier("action \(Self.unnamed)")
        self.title = title
        self.handler = handler
        super.init()
    }
}
