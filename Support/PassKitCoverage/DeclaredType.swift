/// A Swift type in a form for comparison: without attributes, spaces and redundant words.
struct DeclaredType: Equatable {
    /// The text to compare.
    let text: String
    /// Whether the symbol can be read and not set.
    let isReadOnly: Bool

    /// The type of a property or of a function, such as `String { get }` or `(Int) async -> Bool`.
    init(_ written: String) {
        var rest = written[...]
        isReadOnly = rest.hasSuffix(" { get }")
        for accessors in [" { get }", " { get set }"] where rest.hasSuffix(accessors) {
            rest = rest.dropLast(accessors.count)
        }
        text = rest.split(separator: " ").map(Self.withoutAttribute).joined()
            .replacing("->()", with: "->Void")
    }

    /// Whether an app that was written for a symbol of another type can use this one.
    func serves(_ other: DeclaredType) -> Bool {
        text == other.text && (other.isReadOnly || !isReadOnly)
    }

    /// A word, or its part before an attribute, as in `(@Sendable`.
    private static func withoutAttribute(_ word: Substring) -> Substring {
        word.firstIndex(of: "@").map { word[..<$0] } ?? word
    }
}
