/// A Core Graphics colour.
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

/// A view's layer; the values are stored, and nothing is drawn.
@preconcurrency @MainActor
open class CALayer: NSObject {
    /// The corner radius, in points.
    open var cornerRadius: CGFloat = 0
    /// The border width, in points.
    open var borderWidth: CGFloat = 0
    /// The border's colour.
    open var borderColor: CGColor?
    /// The background colour.
    open var backgroundColor: CGColor?
    /// Whether content is clipped to the layer's bounds.
    open var masksToBounds = false
    /// The shadow's colour.
    open var shadowColor: CGColor?
    /// The opacity of the shadow, 0 to 1.
    open var shadowOpacity: Float = 0
    /// The blur radius of the shadow, in points.
    open var shadowRadius: CGFloat = 3
    /// The offset of the shadow, in points.
    open var shadowOffset = CGSize(width: 0, height: -3)

    /// Creates a layer.
    public override init() { super.init() }
}
