/// How words are drawn; here, a name and a size, and nothing is drawn.
public final class UIFont: NSObject, Sendable {
    /// How strong the strokes are.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// -1 to 1; 0 is regular.
        public let rawValue: CGFloat

        /// A weight.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// Thin strokes.
        public static let light = Weight(rawValue: -0.4)
        /// As in running text.
        public static let regular = Weight(rawValue: 0)
        /// A little stronger.
        public static let medium = Weight(rawValue: 0.23)
        /// Stronger still.
        public static let semibold = Weight(rawValue: 0.3)
        /// Strong strokes.
        public static let bold = Weight(rawValue: 0.4)
    }

    /// What words are for.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A title.
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        /// A heading.
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        /// Running text.
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        /// A note.
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    }

    /// The height, in points.
    public let pointSize: CGFloat
    /// How strong the strokes are.
    let weight: Weight

    private init(size: CGFloat, weight: Weight) {
        pointSize = size
        self.weight = weight
        super.init()
    }

    /// The system's font.
    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> UIFont {
        UIFont(size: fontSize, weight: weight)
    }

    /// The system's font, strong.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        systemFont(ofSize: fontSize, weight: .bold)
    }

    /// The font for what words are for; here, all are of one size.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        systemFont(ofSize: 17, weight: style == .headline ? .semibold : .regular)
    }

    /// Whether another object is the same font.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return (pointSize, weight) == (other.pointSize, other.weight)
    }

    /// Equal for equal fonts.
    public override var hash: Int { pointSize.hashValue }
}
