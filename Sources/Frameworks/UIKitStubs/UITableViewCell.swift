/// A cell of a table.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
    /// The style of a cell.
    public enum CellStyle: Int, Sendable {
        /// One label.
        case `default` = 0
        /// A label, and one at the trailing edge.
        case value1 = 1
        /// A label, and one next to it.
        case value2 = 2
        /// A label, and one below it.
        case subtitle = 3
    }

    /// The accessory at the end of a cell.
    public enum AccessoryType: Int, Sendable {
        /// Nothing.
        case none = 0
        /// A chevron, for a row that opens another screen.
        case disclosureIndicator = 1
        /// A chevron and a button.
        case detailDisclosureButton = 2
        /// A check mark.
        case checkmark = 3
        /// A button.
        case detailButton = 4
    }

    /// How a cell shows that it is selected.
    public enum SelectionStyle: Int, Sendable {
        /// Not at all.
        case none = 0
        /// In blue.
        case blue = 1
        /// In grey.
        case gray = 2
        /// The system's style.
        case `default` = 3
    }

    /// The reuse identifier.
    public let reuseIdentifier: String?
    /// The view for the app's content.
    open private(set) lazy var contentView = UIView()
    /// The first label.
    open private(set) lazy var textLabel: UILabel? = UILabel()
    /// The second label; nil if the style has none.
    open private(set) lazy var detailTextLabel: UILabel? = style == .default ? nil : UILabel()
    /// The accessory.
    open var accessoryType = AccessoryType.none
    /// The selection style.
    open var selectionStyle = SelectionStyle.default
    /// Whether it is selected.
    open private(set) var isSelected = false

    private let style: CellStyle

    /// Creates a cell of a style.
    public init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// Creates a cell of the default style; nothing is decoded.
    public required init?(coder: NSCoder) {
        style = .default
        reuseIdentifier = nil
        super.init(coder: coder)
    }

    /// A row of a registered class, made by `init(style:reuseIdentifier:)` of that class.
    ///
    /// It is `required` because Swift creates objects of an unknown class only by such an
    /// initializer. A subclass inherits it if it has both designated initializers.
    ///
    /// - Source: ours, not Apple's.
    public required convenience init(registeredAs reuseIdentifier: String) {
        self.init(style: .default, reuseIdentifier: reuseIdentifier)
    }

    /// Sets whether it is selected.
    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

    /// Called before the cell is reused, which does not happen here.
    open func prepareForReuse() {}
}
