/// A token of a source. Comments and white space have none.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A name or a keyword.
        case name
        /// A number, or a character literal of C.
        case number
        /// A string literal, with its content as `text`, or a regular expression.
        case text
        /// An operator, or one punctuation character.
        case mark
        /// `#if`, `#else` or `#endif`.
        case directive
    }

    let kind: Kind
    let text: String
    let line: Int
    let column: Int
    /// Whether a string literal has interpolations, whose code follows it in parentheses.
    var isInterpolated = false

    func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

    func isName(_ name: String) -> Bool { kind == .name && text == name }

    var opens: Bool { kind == .mark && ["(", "[", "{"].contains(text) }
    var closes: Bool { kind == .mark && [")", "]", "}"].contains(text) }
}
