/// Something in a bar.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// The view that is shown for it.
    open var customView: UIView?
    /// Its words.
    open var title: String?
    /// Whether it can be pressed.
    open var isEnabled = true
    /// What it does.
    open var primaryAction: UIAction?

    /// An item without anything.
    public override init() {}

    /// An item that shows a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// An item with words that does something.
    public convenience init(title: String? = nil, primaryAction: UIAction? = nil) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.primaryAction = primaryAction
    }
}

/// A bar along the lower edge.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    /// What is in it.
    open var items: [UIBarButtonItem]?

    /// Sets what is in it.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
}
