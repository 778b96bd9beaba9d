/// A function or method with a body, where it stands in a source.
struct FunctionText: Hashable, Sendable {
    /// The name in Swift, or the first part of the selector.
    let name: String
    let parameters: [ParameterText]
    /// The word at which it begins.
    let header: Int
    /// The words between its braces.
    let body: Range<Int>

    /// The name with the labels, as a selector is written.
    var labels: [String] { [name] + parameters.map(\.label) }
}

/// A parameter of a function.
struct ParameterText: Hashable, Sendable {
    /// What a caller writes before it.
    let label: String
    /// What the function calls it.
    let name: String
    /// Where that name stands.
    let index: Int
    /// The words of its type.
    let type: Range<Int>
}
