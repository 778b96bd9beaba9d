/// An alert or an action sheet.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    /// The style.
    public enum Style: Int, Sendable {
        /// At the lower edge.
        case actionSheet = 0
        /// In the middle.
        case alert = 1
    }

    /// The message.
    open var message: String?
    /// The style.
    open private(set) var preferredStyle = Style.alert
    /// The actions, in order.
    open private(set) var actions: [UIAlertAction] = []
    /// The preferred action.
    open var preferredAction: UIAlertAction?

    /// Creates an alert.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
    }

    /// Adds an action.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Chooses an action, as a user does: the alert is dismissed, and then the handler is called.
    ///
    /// - Source: ours, not Apple's.
    /// - Returns: Whether there is such an action and it is enabled.
    @discardableResult
    public func answer(_ title: String) -> Bool {
        guard presentingViewController != nil,
            let action = actions.first(where: { $0.title == title }), action.isEnabled
        else { return false }
        dismiss(animated: true)
        action.handler?(action)
        return true
    }
}

/// An action of an alert.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    /// The style of an action.
    public enum Style: Int, Sendable {
        /// The default style.
        case `default` = 0
        /// Cancels.
        case cancel = 1
        /// Does something that cannot be undone.
        case destructive = 2
    }

    /// The title.
    public let title: String?
    /// The style.
    public let style: Style
    /// Whether it can be chosen.
    open var isEnabled = true

    let handler: (@MainActor (UIAlertAction) -> Void)?

    /// Creates an action.
    public init(
        title: String?,
        style: Style,
        handler: (@MainActor (UIAlertAction) -> Void)? = nil
    ) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }
}
