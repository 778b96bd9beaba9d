/// A question to the person, or words for them, over everything else.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    /// How it is shown.
    public enum Style: Int, Sendable {
        /// From the lower edge.
        case actionSheet = 0
        /// In the middle.
        case alert = 1
    }

    /// Its words.
    open var message: String?
    /// How it is shown.
    open private(set) var preferredStyle = Style.alert
    /// What the person can answer, in order.
    open private(set) var actions: [UIAlertAction] = []
    /// The answer that stands out.
    open var preferredAction: UIAlertAction?

    /// Something to tell or ask.
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
    }

    /// Adds an answer.
    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Gives one of the answers as a person does: it goes away, and then the app is told.
    ///
    /// - Source: ours, not Apple's.
    /// - Returns: Whether there is such an answer, and it can be given.
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

/// One answer to an alert.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    /// What an answer stands for.
    public enum Style: Int, Sendable {
        /// Nothing in particular.
        case `default` = 0
        /// Leaving everything as it is.
        case cancel = 1
        /// Something that cannot be undone.
        case destructive = 2
    }

    /// Its words.
    public let title: String?
    /// What it stands for.
    public let style: Style
    /// Whether it can be given.
    open var isEnabled = true

    let handler: (@MainActor (UIAlertAction) -> Void)?

    /// An answer.
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
