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
    /// The fault in one line.
    public var description: String {
        switch self {
        case .unknownType(let type): "messages of type \(type) are not used"
        case .missingField(let field): "field \(field) is missing"
        case .invalidField(let field): "the value of field \(field) is invalid"
        case .unexpectedField(let field): "field \(field) does not belong to this type of message"
        }
    }
}
