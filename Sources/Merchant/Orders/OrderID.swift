internal import World

/// Identifies an order in links and records. Unlike the order's number it cannot be guessed.
public struct OrderID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text: `order-` and 32 hexadecimal digits.
    public let text: String

    private static let prefix = "order-"
    private static let digits = Array("0123456789abcdef".utf8)

    /// Reads an identifier; nil if the text has another form.
    public init?(_ text: String) {
        let rest = text.dropFirst(Self.prefix.count).utf8
        guard text.hasPrefix(Self.prefix), rest.count == 32,
            rest.allSatisfy(Self.digits.contains)
        else { return nil }
        self.text = text
    }

    init(drawnFrom randomness: any Randomness) {
        let drawn = randomness.bytes(16).flatMap {
            [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]]
        }
        text = Self.prefix + String(decoding: drawn, as: UTF8.self)
    }

    /// The identifier as text.
    public var description: String { text }
}
