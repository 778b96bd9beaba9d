/// One row of a table.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
    /// Which labels a row has.
    public enum CellStyle: Int, Sendable {
        /// One label.
        case `default` = 0
        /// A label, and one at the other end.
        case value1 = 1
        /// A label, and one beside it.
        case value2 = 2
        /// A label, and one under it.
        case subtitle = 3
    }

    /// What stands at the end of a row.
    public enum AccessoryType: Int, Sendable {
        /// Nothing.
        case none = 0
        /// An arrow that leads on.
        case disclosureIndicator = 1
        /// An arrow and a button.
        case detailDisclosureButton = 2
        /// A check mark.
        case checkmark = 3
        /// A button.
        case detailButton = 4
    }

    /// How a row shows that it is selected.
    public enum SelectionStyle: Int, Sendable {
        /// Not at all.
        case none = 0
        /// In blue.
        case blue = 1
        /// In grey.
        case gray = 2
        /// As the system has it.
        case `default` = 3
    }

    /// The name for rows of its kind.
    public let reuseIdentifier: String?
    /// The view for what the app adds.
    open private(set) lazy var contentView = UIView()
    /// The label.
    open private(set) lazy var textLabel: UILabel? = UILabel()
    /// The second label; nil where the style has none.
    open private(set) lazy var detailTextLabel: UILabel? = style == .default ? nil : UILabel()
    /// What stands at its end.
    open var accessoryType = AccessoryType.none
    /// How it shows that it is selected.
    open var selectionStyle = SelectionStyle.default
    /// Whether it is selected.
    open private(set) var isSelected = false

    private let style: CellStyle

    /// A row of a style.
    public init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
    }

    /// A row as an archive has it; here, one of the default style.
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

    /// Shows that it is selected, or no more.
    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

    /// Told before it is used again; here, no row is.
    open func prepareForReuse() {}
}
