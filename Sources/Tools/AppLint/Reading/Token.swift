/// A token of a source. Comments and white space have none.
package struct Token: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A name or a keyword.
        case name
        /// A number, or a character literal of C.
        case number
        /// A string literal, with its content as `text`, or a regular expression.
        case text
        /// An operator, or one punctuation character.
        case mark
        /// `#if`, `#else` or `#endif`; `#elseif` is an `#else`.
        case directive
    }

    package let kind: Kind
    package let text: String
    /// The bytes of the source. A directive has those of its condition, and a literal with
    /// interpolations those of the tokens that follow it.
    package let range: Range<Int>
    package let line: Int
    let column: Int
    /// Whether a string literal has interpolations, whose code follows it in parentheses.
    var isInterpolated = false

    package func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

    package func isName(_ name: String) -> Bool { kind == .name && text == name }

    var opens: Bool { kind == .mark && ["(", "[", "{"].contains(text) }
    var closes: Bool { kind == .mark && [")", "]", "}"].contains(text) }
}
