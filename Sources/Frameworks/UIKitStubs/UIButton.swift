/// A control with words that is pressed.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// How a button looks.
    public enum ButtonType: Int, Sendable {
        /// As the app has it.
        case custom = 0
        /// As the system has it.
        case system = 1
        /// With an i.
        case infoLight = 3
        /// With a plus.
        case contactAdd = 5
        /// With a cross.
        case close = 7
    }

    private var titles: [UInt: String] = [:]
    private var titleColors: [UInt: UIColor] = [:]
    private var images: [UInt: UIImage] = [:]
    private var backgroundImages: [UInt: UIImage] = [:]

    /// How it looks.
    open private(set) var buttonType = ButtonType.custom
    /// The label that shows its words.
    open private(set) lazy var titleLabel: UILabel? = UILabel()

    /// A button with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// A button as an archive has it; here, without extent.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// A button of a look, and perhaps with something that it does and is named for.
    public convenience init(type: ButtonType = .system, primaryAction: UIAction? = nil) {
        self.init(frame: .zero, primaryAction: primaryAction)
        buttonType = type
        if let title = primaryAction?.title, !title.isEmpty { setTitle(title, for: .normal) }
    }

    /// Sets the words for a state.
    open func setTitle(_ title: String?, for state: UIControl.State) {
        titles[state.rawValue] = title
        titleLabel?.text = currentTitle
    }

    /// The words for a state.
    open func title(for state: UIControl.State) -> String? {
        titles[state.rawValue] ?? titles[UIControl.State.normal.rawValue]
    }

    /// The words now.
    open var currentTitle: String? { title(for: state) }

    /// Sets the colour of the words for a state.
    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {
        titleColors[state.rawValue] = color
    }

    /// The colour of the words for a state.
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
