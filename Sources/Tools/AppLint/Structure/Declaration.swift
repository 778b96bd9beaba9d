/// The declaration of a variable, a constant, a property or a parameter.
struct Declaration: Hashable, Sendable {
    let name: String
    /// The index of the name.
    let index: Int
    /// The tokens among which it is visible.
    let scope: Range<Int>
    /// The tokens of its type; empty when inferred.
    let type: Range<Int>
    /// The tokens of its initial value; empty when it has none.
    let value: Range<Int>
    /// Whether only this file can assign it.
    let isPrivate: Bool
    /// Whether it is a constant.
    let isConstant: Bool
    /// Whether a getter computes its value.
    var isComputed = false
}

/// An assignment to something that was declared before.
struct Assignment: Hashable, Sendable {
    /// The names on the left, such as `request` and `merchantIdentifier`.
    let path: [String]
    /// The index of the last of them.
    let index: Int
    /// The start of the left side.
    let start: Int
    /// `=`, `+=` and the like.
    let sign: String
    /// The tokens of the right side.
    let value: Range<Int>
}
