/// A function or method with a body.
package struct FunctionText: Hashable, Sendable {
    /// The name in Swift, or the first part of the selector.
    package let name: String
    package let parameters: [ParameterText]
    /// The index of its name.
    package let header: Int
    /// The tokens between its braces.
    let body: Range<Int>

    /// The name and the labels, as in a selector.
    var labels: [String] { [name] + parameters.map(\.label) }
}

/// A parameter of a function.
package struct ParameterText: Hashable, Sendable {
    /// The argument label.
    package let label: String
    /// The name inside the function.
    let name: String
    /// The index of that name.
    let index: Int
    /// The tokens of its type.
    let type: Range<Int>
}
