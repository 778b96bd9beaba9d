/// A colour as Core Graphics has it.
public final class CGColor: Hashable, Sendable {
    /// Red, green, blue and alpha, each 0 to 1.
    public let components: [CGFloat]?

    init(_ components: [CGFloat]) { self.components = components }

    /// How opaque it is, 0 to 1.
    public var alpha: CGFloat { components?.last ?? 1 }

    /// Whether two are the same colour.
    public static func == (one: CGColor, other: CGColor) -> Bool {
        one.components == other.components
    }

    /// Equal for equal colours.
    public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

/// What a view is drawn with; kept, and nothing is drawn here.
@preconcurrency @MainActor
open class CALayer: NSObject {
    /// How round the corners are, in points.
    open var cornerRadius: CGFloat = 0
    /// How wide the border is, in points.
    open var borderWidth: CGFloat = 0
    /// The border's colour.
    open var borderColor: CGColor?
    /// The colour behind everything in it.
    open var backgroundColor: CGColor?
    /// Whether nothing is drawn beyond its edges.
    open var masksToBounds = false
    /// The shadow's colour.
    open var shadowColor: CGColor?
    /// How opaque the shadow is, 0 to 1.
    open var shadowOpacity: Float = 0
    /// How soft the shadow is, in points.
    open var shadowRadius: CGFloat = 3
    /// Where the shadow falls, in points.
    open var shadowOffset = CGSize(width: 0, height: -3)

    /// A layer.
    public override init() { super.init() }
}
