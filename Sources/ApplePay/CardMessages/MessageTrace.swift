internal import Bytes
public import ISO8583

/// A message field by field, for people: without account numbers, cryptograms, PINs and chip data, unless
/// they are those of TEST cards and are to be seen.
public struct MessageTrace: Hashable, Sendable {
    /// A field.
    public struct Field: Hashable, Sendable {
        /// Its number.
        public let number: Int
        /// The name of the field or part.
        public let name: String
        /// Its value; of an account number only the last four digits, and of what is secret only its
        /// length. What is revealed and no text is in hexadecimal digits.
        public let value: String
    }

    /// The message type.
    public let type: MessageType
    /// The fields in the order of their numbers.
    public let fields: [Field]

    /// Describes a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - revealing: Whether what is secret is shown, except PINs: for a network of TEST cards only.
    public init(_ message: ISO8583Message, revealing: Bool = false) {
        type = message.type
        fields = message.fields.map { number, value in
            Field(
                number: number,
                name: Self.name(of: number),
                value: revealing && number != Self.pinBlock
                    ? Self.revealed(Array(value)) : Self.shown(number, Array(value))
            )
        }
    }

    private static let pinBlock = 52

    private static func isText(_ value: [UInt8]) -> Bool {
        value.allSatisfy { (0x20...0x7e).contains($0) }
    }

    private static func revealed(_ value: [UInt8]) -> String {
        guard isText(value) else { return Hexadecimal.encode(value) }
        return FieldText.trimmed(String(decoding: value, as: UTF8.self))
    }

    static func name(of field: Int) -> String { names[field] ?? "field \(field)" }

    static func length(of value: [UInt8]) -> String {
        value.count == 1 ? "(1 byte)" : "(\(value.count) bytes)"
    }

    static func shown(_ number: Int, _ value: [UInt8]) -> String {
        if number == 2 { return Secret(copying: value).masked(keepingLast: 4) }
        let limit = longestDigits[number] ?? 10
        let digits = value.split { !(0x30...0x39).contains($0) }.map(\.count)
        guard readable.contains(number), isText(value), digits.allSatisfy({ $0 <= limit }) else {
            return length(of: value)
        }
        return revealed(value)
    }

    /// The most digits in a row that a readable field has, where it is more than ten. A message whose fields are
    /// shifted may have an account number anywhere.
    private static let longestDigits = [
        4: 12, 5: 12, 6: 12, 32: 11, 33: 11, 37: 12, 54: 12, 62: 15, 90: 42, 95: 42,
    ]

    /// The fields that are shown. Of all others only the length is: what is not known to be harmless
    /// is withheld.
    private static let readable: Set<Int> = [
        3, 4, 5, 6, 7, 11, 12, 13, 18, 22, 25, 32, 33, 37, 38, 39, 41, 42, 43, 44, 49, 50, 51, 54,
        60, 61, 62, 63, 70, 90, 95, 123,
    ]

    private static let names: [Int: String] = [
        2: "account number", 3: "processing code", 4: "amount", 7: "transmission time",
        11: "trace number", 12: "local time", 13: "local date", 14: "expiry",
        18: "merchant category", 22: "entry mode", 23: "card sequence number", 25: "condition",
        32: "acquirer", 33: "forwarder", 35: "track 2", 37: "retrieval reference",
        38: "authorization code", 39: "response code", 41: "terminal", 42: "merchant",
        43: "merchant name and place", 44: "additional response data", 45: "track 1",
        48: "additional data", 49: "currency", 52: "PIN block",
        54: "additional amounts", 55: "chip data", 60: "Visa's point-of-service data",
        61: "Discover's point-of-service data", 62: "transaction identifier",
        63: "network data", 70: "network management code", 90: "original data elements",
        95: "replacement amounts", 104: "Mastercard's cryptogram", 120: "cardholder's address",
        123: "token data", 126: "cryptogram",
    ]
}

extension MessageTrace: CustomStringConvertible {
    /// The type, and a line for each field.
    public var description: String {
        ([type.description] + fields.map { "  \($0.number)  \($0.name): \($0.value)" })
            .joined(separator: "\n")
    }
}
