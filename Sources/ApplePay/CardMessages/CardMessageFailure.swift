public import ISO8583

/// Why a message is not one of card payments, or a request cannot be written.
///
/// No part of the message is repeated but for its type and numbers of fields.
public enum CardMessageFailure: Error, Hashable, Sendable {
    /// Messages of this type are not used here.
    case unknownType(MessageType)
    /// The message lacks a field that its type needs.
    case missingField(Int)
    /// The field's value has no meaning here, such as a currency that does not exist.
    case invalidField(Int)
    /// Requests of this type do not have the field.
    case unexpectedField(Int)
}

extension CardMessageFailure: CustomStringConvertible {
    /// The fault in at most 25 characters, which field 44 of an answer has space for.
    public var description: String {
        switch self {
        case .unknownType(let type): "type \(type) is not used"
        case .missingField(let field): "field \(field) is missing"
        case .invalidField(let field): "field \(field) is invalid"
        case .unexpectedField(let field): "field \(field) is unexpected"
        }
    }
}
