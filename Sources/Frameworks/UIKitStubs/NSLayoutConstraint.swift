/// A constraint between two attributes of views; it is stored and not solved.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    /// An attribute of a view.
    public enum Attribute: Int, Sendable {
        /// The left edge.
        case left = 1
        /// The right edge.
        case right = 2
        /// The upper edge.
        case top = 3
        /// The lower edge.
        case bottom = 4
        /// The leading edge.
        case leading = 5
        /// The trailing edge.
        case trailing = 6
        /// The width.
        case width = 7
        /// The height.
        case height = 8
        /// The horizontal centre.
        case centerX = 9
        /// The vertical centre.
        case centerY = 10
        /// The baseline of the last line.
        case lastBaseline = 11
        /// The baseline of the first line.
        case firstBaseline = 12
        /// The left margin.
        case leftMargin = 13
        /// The right margin.
        case rightMargin = 14
        /// The upper margin.
        case topMargin = 15
        /// The lower margin.
        case bottomMargin = 16
        /// The leading margin.
        case leadingMargin = 17
        /// The trailing margin.
        case trailingMargin = 18
        /// The horizontal centre between the margins.
        case centerXWithinMargins = 19
        /// The vertical centre between the margins.
        case centerYWithinMargins = 20
        /// No attribute: the constraint is a constant.
        case notAnAttribute = 0
    }

    /// A direction.
    public enum Axis: Int, Sendable {
        /// From left to right.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }

    /// The relation between two attributes.
    public enum Relation: Int, Sendable {
        /// At most.
        case lessThanOrEqual = -1
        /// Exactly.
        case equal = 0
        /// At least.
        case greaterThanOrEqual = 1
    }

    /// The first view.
    open private(set) weak var firstItem: AnyObject?
    /// Its attribute.
    public let firstAttribute: Attribute
    /// The relation.
    public let relation: Relation
    /// The second view.
    open private(set) weak var secondItem: AnyObject?
    /// Its attribute.
    public let secondAttribute: Attribute
    /// The factor of the second attribute.
    public let multiplier: CGFloat
    /// The constant that is added to it.
    open var constant: CGFloat
    /// The app's identifier of the constraint.
    open var identifier: String?
    /// The priority.
    open var priority = UILayoutPriority.required
    /// Whether the constraint is active.
    open var isActive = false

    /// Creates a constraint between two attributes.
    public init(
        item: Any,
        attribute firstAttribute: Attribute,
        relatedBy relation: Relation,
        toItem: Any?,
        attribute secondAttribute: Attribute,
        multiplier: CGFloat,
        constant: CGFloat
    ) {
        firstItem = item as AnyObject
        self.firstAttribute = firstAttribute
        self.relation = relation
        secondItem = toItem as AnyObject?
        self.secondAttribute = secondAttribute
        self.multiplier = multiplier
        self.constant = constant
        super.init()
    }

    /// Activates constraints.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Deactivates constraints.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }
}

/// The priority of a constraint; it is stored and has no effect.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// 1 to 1,000.
    public let rawValue: Float

    /// Creates a priority.
    public init(rawValue: Float) { self.rawValue = rawValue }

    /// Creates a priority.
    public init(_ rawValue: Float) { self.rawValue = rawValue }

    /// A required constraint.
    public static let required = UILayoutPriority(1_000)
    /// A high priority.
    public static let defaultHigh = UILayoutPriority(750)
    /// A low priority.
    public static let defaultLow = UILayoutPriority(250)
}
