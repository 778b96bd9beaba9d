/// A relation between two places of views, kept and not solved.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    /// A place of a view.
    public enum Attribute: Int, Sendable {
        /// The left edge.
        case left = 1
        /// The right edge.
        case right = 2
        /// The upper edge.
        case top = 3
        /// The lower edge.
        case bottom = 4
        /// Where lines begin.
        case leading = 5
        /// Where lines end.
        case trailing = 6
        /// The width.
        case width = 7
        /// The height.
        case height = 8
        /// The middle from left to right.
        case centerX = 9
        /// The middle from top to bottom.
        case centerY = 10
        /// No place: the constant alone.
        case notAnAttribute = 0
    }

    /// A direction.
    public enum Axis: Int, Sendable {
        /// From left to right.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }

    /// How two places relate.
    public enum Relation: Int, Sendable {
        /// At most.
        case lessThanOrEqual = -1
        /// Exactly.
        case equal = 0
        /// At least.
        case greaterThanOrEqual = 1
    }

    /// One view.
    open private(set) weak var firstItem: AnyObject?
    /// Its place.
    public let firstAttribute: Attribute
    /// How the places relate.
    public let relation: Relation
    /// The other view.
    open private(set) weak var secondItem: AnyObject?
    /// Its place.
    public let secondAttribute: Attribute
    /// What the other place is multiplied by.
    public let multiplier: CGFloat
    /// What is added to it.
    open var constant: CGFloat
    /// The app's name for it.
    open var identifier: String?
    /// How much it matters beside others.
    open var priority = UILayoutPriority.required
    /// Whether it counts.
    open var isActive = false

    /// A relation between two places.
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

    /// Makes constraints count.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Makes constraints count no more.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }
}

/// How much a constraint matters beside others; kept, and without effect here.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    /// 1 to 1,000.
    public let rawValue: Float

    /// A priority.
    public init(rawValue: Float) { self.rawValue = rawValue }

    /// A priority.
    public init(_ rawValue: Float) { self.rawValue = rawValue }

    /// It must be so.
    public static let required = UILayoutPriority(1_000)
    /// It should be so.
    public static let defaultHigh = UILayoutPriority(750)
    /// It may be so.
    public static let defaultLow = UILayoutPriority(250)
}
