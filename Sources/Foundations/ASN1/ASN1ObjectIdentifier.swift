/// An object identifier, kept as its DER content.
///
/// - Source: ITU-T X.690 § 8.19.
public struct ASN1ObjectIdentifier: Hashable, Sendable {
    /// The content of the DER encoding.
    public let content: [UInt8]

    /// An identifier by its numbers.
    ///
    /// - Precondition: There are two numbers or more, as X.660 has it.
    public init(_ first: UInt, _ second: UInt, _ rest: UInt...) {
        precondition(first <= 2 && (first == 2 || second < 40), "no such arc")
        content = ([first * 40 + second] + rest).flatMap(Self.base128)
    }

    /// An identifier by the content of its DER encoding.
    public init(content: [UInt8]) { self.content = content }

    private static func base128(_ number: UInt) -> [UInt8] {
        var digits = [UInt8(number & 0x7f)]
        var rest = number >> 7
        while rest > 0 {
            digits.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
            rest >>= 7
        }
        return digits
    }
}

extension ASN1ObjectIdentifier: CustomStringConvertible {
    /// The numbers with dots between.
    public var description: String {
        var numbers: [UInt] = []
        var number: UInt = 0
        for byte in content {
            number = number << 7 | UInt(byte & 0x7f)
            if byte & 0x80 == 0 {
                numbers.append(number)
                number = 0
            }
        }
        guard let head = numbers.first else { return "" }
        let first = min(head / 40, 2)
        return ([first, head - first * 40] + numbers.dropFirst()).map(String.init)
            .joined(separator: ".")
    }
}
