/// One word of a source: comments and white space are none.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A name or a keyword.
        case name
        /// A number, or a character of C.
        case number
        /// A string literal, whose `text` is what stands in it; a regular expression.
        case text
        /// An operator, or one sign of punctuation.
        case mark
        /// `#if`, `#else` or `#endif`.
        case directive
    }

    let kind: Kind
    let text: String
    let line: Int
    let column: Int
    /// Whether a string literal holds code. The code follows it, in parentheses.
    var isInterpolated = false

    func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

    func isName(_ name: String) -> Bool { kind == .name && text == name }

    var opens: Bool { kind == .mark && ["(", "[", "{"].contains(text) }
    var closes: Bool { kind == .mark && [")", "]", "}"].contains(text) }
}
