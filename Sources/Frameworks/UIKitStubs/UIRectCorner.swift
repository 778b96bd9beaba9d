/// The corners of a rectangle.
public struct UIRectCorner: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates corners from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// At the top and left.
    public static let topLeft = UIRectCorner(rawValue: 1 << 0)
    /// At the top and right.
    public static let topRight = UIRectCorner(rawValue: 1 << 1)
    /// At the bottom and left.
    public static let bottomLeft = UIRectCorner(rawValue: 1 << 2)
    /// At the bottom and right.
    public static let bottomRight = UIRectCorner(rawValue: 1 << 3)
    /// All four.
    public static let allCorners = UIRectCorner(rawValue: .max)
}
