/// What a control's action does.
public typealias UIActionHandler = @MainActor (UIAction) -> Void

/// Something that a control does when it is pressed.
///
/// It stands in for `addTarget(_:action:for:)`, whose selectors there are none of on Linux, and
/// is Apple's own way as well since iOS 14.
@preconcurrency @MainActor
open class UIAction: NSObject {
    /// The action's name among others of a control.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The name; adding another action of the same name replaces the first.
    public let identifier: Identifier
    /// The words of a button that has none of its own.
    open var title: String
    /// The control that was pressed.
    open internal(set) weak var sender: AnyObject?

    let handler: UIActionHandler
    private static var unnamed = 0

    /// An action.
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
