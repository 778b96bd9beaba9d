/// A Swift type as it is compared: without attributes, spaces, and what readers add for clarity.
struct DeclaredType: Equatable {
    /// What is left to compare.
    let text: String
    /// Whether the symbol can be read and not set.
    let isReadOnly: Bool

    /// The type of a property or of a function, as `String { get }` or `(Int) async -> Bool`.
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

    /// A word, or what stands before an attribute in it, as in `(@Sendable`.
    private static func withoutAttribute(_ word: Substring) -> Substring {
        word.firstIndex(of: "@").map { word[..<$0] } ?? word
    }
}
