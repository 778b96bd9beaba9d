/// A view that lays others in a row; here, that keeps their order.
@preconcurrency @MainActor
open class UIStackView: UIView {
    /// How the views lie across the row.
    public enum Alignment: Int, Sendable {
        /// As large as the row.
        case fill = 0
        /// At the beginning.
        case leading = 1
        /// By the first lines of text.
        case firstBaseline = 2
        /// In the middle.
        case center = 3
        /// At the end.
        case trailing = 4
        /// By the last lines of text.
        case lastBaseline = 5

        /// At the top of a horizontal row.
        public static let top = Alignment.leading
        /// At the bottom of a horizontal row.
        public static let bottom = Alignment.trailing
    }

    /// How the views share the row.
    public enum Distribution: Int, Sendable {
        /// All of it.
        case fill = 0
        /// The same for each.
        case fillEqually = 1
        /// As each is large.
        case fillProportionally = 2
        /// With equal spaces.
        case equalSpacing = 3
        /// With equal distances of their middles.
        case equalCentering = 4
    }

    /// How the views lie across the row.
    open var alignment = Alignment.fill
    /// How the views share the row.
    open var distribution = Distribution.fill
    /// The direction.
    open var axis = NSLayoutConstraint.Axis.horizontal
    /// The distance between two views.
    open var spacing: CGFloat = 0
    /// Whether distances are taken from the margins; kept, and without effect here.
    open var isLayoutMarginsRelativeArrangement = false
    private var customSpacings: [ObjectIdentifier: CGFloat] = [:]
    /// The distance that says that ``spacing`` is meant.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    /// The views of the row, in order.
    open private(set) var arrangedSubviews: [UIView] = []

    /// A row of views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Puts a view at the end of the row.
    open func addArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.append(view)
        if view.superview !== self { addSubview(view) }
    }

    /// Puts a view into the row at a place, 0 for the first.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: min(max(stackIndex, 0), arrangedSubviews.count))
        if view.superview !== self { addSubview(view) }
    }

    /// Sets the distance after a view of the row.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacings[ObjectIdentifier(arrangedSubview)] = spacing
    }

    /// The distance after a view of the row, if one was set for it.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    /// Takes a view out of the row; it stays in the view.
    open func removeArrangedSubview(_ view: UIView) {
        customSpacings[ObjectIdentifier(view)] = nil
        arrangedSubviews.removeAll { $0 === view }
    }
}
