/// A variable, a constant, a property or a parameter, where it is declared.
struct Declaration: Hashable, Sendable {
    let name: String
    /// Where the name stands.
    let index: Int
    /// The words among which it can be used.
    let scope: Range<Int>
    /// The words of its type; none where they are not written.
    let type: Range<Int>
    /// The words of its first value; none where it has none.
    let value: Range<Int>
    /// Whether only this file can give it another value.
    let isPrivate: Bool
    /// Whether nothing can.
    let isConstant: Bool
    /// Whether a getter of its own makes its value.
    var isComputed = false
}

/// A value given to something that is declared elsewhere.
struct Assignment: Hashable, Sendable {
    /// The names on the left, such as `request` and `merchantIdentifier`.
    let path: [String]
    /// Where the last of them stands.
    let index: Int
    /// Where the left side begins.
    let start: Int
    /// `=`, `+=` and the like.
    let sign: String
    /// The words on the right.
    let value: Range<Int>
}
