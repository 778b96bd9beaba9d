/// Why the value of a field is not made of its sub-fields, or they cannot be written.
///
/// No part of the value is repeated but for numbers of sub-fields.
public enum SubfieldFailure: Error, Hashable, Sendable {
    /// The value ends in a sub-field, or in what precedes it.
    case truncated
    /// Characters follow the last sub-field.
    case trailingCharacters
    /// The number of a sub-field is not digits, or there is no such sub-field.
    case invalidNumber
    /// A sub-field has a length that is not digits, or another than its format demands.
    case invalidLength
    /// A sub-field is there twice.
    case duplicate(Int)
    /// A sub-field has characters that its format does not admit.
    case invalidContent(Int)
}

extension SubfieldFailure: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .truncated: "the field ends in a sub-field"
        case .trailingCharacters: "characters follow the last sub-field"
        case .invalidNumber: "the number of a sub-field is invalid"
        case .invalidLength: "the length of a sub-field is invalid"
        case .duplicate(let number): "sub-field \(number) is there twice"
        case .invalidContent(let number): "sub-field \(number) has invalid characters"
        }
    }
}
