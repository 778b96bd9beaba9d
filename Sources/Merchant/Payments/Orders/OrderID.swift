internal import Bytes

/// Identifies an order in links and records. Unlike the order's number it cannot be guessed.
public struct OrderID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text: `order-` and 32 hexadecimal digits.
    public let text: String

    private static let prefix = "order-"
    private static let digits = Array("0123456789abcdef".utf8)

    /// Reads an identifier; nil if the text has another form.
    public init?(_ text: String) {
        let rest = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard text.hasPrefix(Self.prefix), rest.count == 32,
            rest.allSatisfy(Self.digits.contains)
        else { return nil }
        self.text = text
    }

    /// An identifier made of a key of 16 bytes: see ``RowKeys``.
    init(key: [UInt8]) {
        text = Self.prefix + Hexadecimal.encode(key)
    }

    /// The identifier as text.
    public var description: String { text }
}
