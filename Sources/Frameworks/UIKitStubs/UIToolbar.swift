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
}

/// A toolbar at the lower edge.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// The items.
    open var items: [UIBarButtonItem]?

    /// Sets the items.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
}
