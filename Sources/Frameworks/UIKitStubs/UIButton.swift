/// A button with a title.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// The type of a button.
    public enum ButtonType: Int, Sendable {
        /// The app's own style.
        case custom = 0
        /// The system's style.
        case system = 1
        /// An information button.
        case infoLight = 3
        /// A button with a plus sign.
        case contactAdd = 5
        /// A close button.
        case close = 7
    }

    private var titles: [UInt: String] = [:]
    private var titleColors: [UInt: UIColor] = [:]
    private var images: [UInt: UIImage] = [:]
    private var backgroundImages: [UInt: UIImage] = [:]

    /// The type.
    open private(set) var buttonType = ButtonType.custom
    /// The label of the title.
    open private(set) lazy var titleLabel: UILabel? = UILabel()

    /// The distances of the content from the edges; they are stored and have no effect.
    open var contentEdgeInsets = UIEdgeInsets.zero

    /// Creates a button with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a button of size zero; nothing is decoded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Creates a button of a type, with an optional action whose title it has.
    public convenience init(type: ButtonType = .system, primaryAction: UIAction? = nil) {
        self.init(frame: .zero, primaryAction: primaryAction)
        buttonType = type
        if let title = primaryAction?.title, !title.isEmpty { setTitle(title, for: .normal) }
    }

    /// Sets the title for a state.
    open func setTitle(_ title: String?, for state: UIControl.State) {
        titles[state.rawValue] = title
        titleLabel?.text = currentTitle
    }

    /// The title for a state.
    open func title(for state: UIControl.State) -> String? {
        titles[state.rawValue] ?? titles[UIControl.State.normal.rawValue]
    }

    /// The current title.
    open var currentTitle: String? { title(for: state) }

    /// Sets the title's colour for a state.
    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {
        titleColors[state.rawValue] = color
    }

    /// The title's colour for a state.
    open func titleColor(for state: UIControl.State) -> UIColor? {
        titleColors[state.rawValue] ?? titleColors[UIControl.State.normal.rawValue]
    }

    /// Sets the picture beside the words for a state.
    open func setImage(_ image: UIImage?, for state: UIControl.State) {
        images[state.rawValue] = image
    }

    /// The picture beside the words for a state.
    open func image(for state: UIControl.State) -> UIImage? {
        images[state.rawValue] ?? images[UIControl.State.normal.rawValue]
    }

    /// Sets the picture behind the words for a state.
    open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
        backgroundImages[state.rawValue] = image
    }

    /// The picture behind the words for a state.
    open func backgroundImage(for state: UIControl.State) -> UIImage? {
        backgroundImages[state.rawValue] ?? backgroundImages[UIControl.State.normal.rawValue]
    }
}
