/// An item of a bar.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// The view of the item.
    open var customView: UIView?
    /// The title.
    open var title: String?
    /// Whether it is enabled.
    open var isEnabled = true
    /// The action.
    open var primaryAction: UIAction?
    /// The object whose method a tap calls; the first responder that has the method, if nil.
    open weak var target: AnyObject?
    /// The method that a tap calls.
    open var action: Selector?

    /// The style of an item.
    public enum Style: Int, Sendable {
        /// Plain.
        case plain = 0
        /// The main item of its bar.
        case done = 2
    }

    /// An item that the system names.
    public enum SystemItem: Int, Sendable {
        /// Done.
        case done
        /// Cancel.
        case cancel
        /// Edit.
        case edit
        /// Save.
        case save
        /// Add.
        case add
        /// Space that the other items leave.
        case flexibleSpace
        /// Space of a width.
        case fixedSpace
        /// Close.
        case close = 24
    }

    /// Creates an empty item.
    public override init() {}

    /// Creates an item with a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Creates an item with a title and an action.
    public convenience init(title: String? = nil, primaryAction: UIAction? = nil) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.primaryAction = primaryAction
    }

    /// Creates an item with a title that calls a target's method.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.title = title
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Creates an item with a picture that calls a target's method; the picture is not kept.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(title: nil, style: style, target: target, action: action)
    }

    /// Creates an item of the system's that calls a target's method; it has no title here.
    public convenience init(barButtonSystemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(title: nil, style: .plain, target: target, action: action)
    }

    /// Taps the item, as a user does. Nothing happens if it is disabled.
    ///
    /// - Source: ours, not Apple's.
    public func tap() {
        guard isEnabled else { return }
        if let primaryAction {
            primaryAction.sender = self
            primaryAction.handler(primaryAction)
        } else if let action {
            UIApplication.shared.sendAction(action, to: target, from: self, for: UIEvent())
        }
    }
}

/// A toolbar at the lower edge.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// The items.
    open var items: [UIBarButtonItem]?

    /// Sets the items.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
}
