/// A part of a page of HTML. Values that are put into a literal are escaped, so that none of them can be markup.
///
/// - Source: HTML, § 13.3, *Serializing HTML fragments*.
public struct HTMLText: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The markup.
    public let markup: String

    /// Markup of the program's own.
    public init(stringLiteral markup: StaticString) { self.markup = markup.description }

    /// Markup of the program's own with values in it.
    public init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

    /// Parts one after the other.
    public init(_ parts: [HTMLText]) { markup = parts.map(\.markup).joined() }

    /// The interpolation of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        /// An empty part.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a part of the literal.
        public mutating func appendLiteral(_ literal: StaticString) {
            markup += literal.description
        }

        /// Appends another part; nothing for nil.
        public mutating func appendInterpolation(_ part: HTMLText?) { markup += part?.markup ?? "" }

        /// Appends a text, which may stand in an element or in the quoted value of an attribute.
        public mutating func appendInterpolation(_ text: String) {
            for character in text.unicodeScalars {
                switch character {
                case "&": markup += "&amp;"
                case "<": markup += "&lt;"
                case ">": markup += "&gt;"
                case "\"": markup += "&quot;"
                case "'": markup += "&#39;"
                default: markup.unicodeScalars.append(character)
                }
            }
        }
    }
}
