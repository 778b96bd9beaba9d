/// A view that lays out others in a row or column; here only their order is kept.
@preconcurrency @MainActor
open class UIStackView: UIView {
    /// The alignment across the axis.
    public enum Alignment: Int, Sendable {
        /// Fills the stack view.
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

    /// The distribution along the axis.
    public enum Distribution: Int, Sendable {
        /// Fills the stack view.
        case fill = 0
        /// The same size for each view.
        case fillEqually = 1
        /// In proportion to each view's size.
        case fillProportionally = 2
        /// With equal gaps.
        case equalSpacing = 3
        /// With equal distances between centres.
        case equalCentering = 4
    }

    /// The alignment across the axis.
    open var alignment = Alignment.fill
    /// The distribution along the axis.
    open var distribution = Distribution.fill
    /// The axis.
    open var axis = NSLayoutConstraint.Axis.horizontal
    /// The gap between two views.
    open var spacing: CGFloat = 0
    /// Whether the layout uses the margins; it is stored and has no effect.
    open var isLayoutMarginsRelativeArrangement = false
    private var customSpacings: [ObjectIdentifier: CGFloat] = [:]
    /// The value that stands for ``spacing``.
    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    /// The arranged views, in order.
    open private(set) var arrangedSubviews: [UIView] = []

    /// Creates a stack view.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    /// Adds a view at the end.
    open func addArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.append(view)
        if view.superview !== self { addSubview(view) }
    }

    /// Inserts a view at an index, 0 for the first.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: min(max(stackIndex, 0), arrangedSubviews.count))
        if view.superview !== self { addSubview(view) }
    }

    /// Sets the gap after a view.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacings[ObjectIdentifier(arrangedSubview)] = spacing
    }

    /// The gap that was set after a view, if any.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    /// Removes a view from the arranged views; it stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        customSpacings[ObjectIdentifier(view)] = nil
        arrangedSubviews.removeAll { $0 === view }
    }
}
