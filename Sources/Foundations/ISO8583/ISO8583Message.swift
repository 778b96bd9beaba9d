internal import Bytes

/// A message between a merchant's bank, a card network and a card's bank.
///
/// It may hold a card number, a cryptogram and an encrypted PIN, so its descriptions name the fields
/// that it has and show none.
///
/// - Source: ISO 8583:1987.
public struct ISO8583Message: Hashable, Sendable {
    /// The type of the message.
    public var type: MessageType
    /// The values, by the numbers of their fields: characters in ASCII, or bytes where the field is
    /// binary.
    public var fields: MessageFields

    /// A message.
    public init(_ type: MessageType, fields: MessageFields = MessageFields()) {
        self.type = type
        self.fields = fields
    }

    /// A message of which all fields are texts.
    public init(_ type: MessageType, texts: [Int: String]) {
        self.init(type, fields: MessageFields(texts.mapValues { Array($0.utf8) }))
    }

    /// The characters of a field; nil where the message has no such field, or it has other bytes
    /// than ASCII.
    public func text(_ field: Int) -> String? {
        guard let value = fields.value(field), value.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: value, as: UTF8.self)
    }
}

extension ISO8583Message: CustomStringConvertible, CustomReflectable {
    /// The type and the numbers of the fields.
    public var description: String {
        "\(type) with fields " + fields.numbers.map(String.init).joined(separator: " ")
    }

    /// Shows no field.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
