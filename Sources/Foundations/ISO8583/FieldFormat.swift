/// How a field is written.
public struct FieldFormat: Hashable, Sendable {
    /// What a field may hold.
    public enum Content: Hashable, Sendable {
        /// Decimal digits, "n".
        case numeric
        /// C for a credit or D for a debit, and decimal digits, "x+n".
        case signedAmount
        /// Letters, digits and spaces, "an".
        case alphanumeric
        /// Every printable character of ASCII and the space, "ans".
        case text
        /// The characters of a magnetic stripe: digits and `:` to `?`, and D in the place of `=`, "z".
        case track
        /// Bytes, "b".
        case binary
    }

    /// How long a field is: in digits, characters or bytes, according to its content.
    public enum Length: Hashable, Sendable {
        /// Always as long.
        case fixed(Int)
        /// Two digits before it say how long: LLVAR.
        case upTo99(limit: Int)
        /// Three digits before it say how long: LLLVAR.
        case upTo999(limit: Int)
    }

    /// What the field may hold.
    public let content: Content
    /// How long it is.
    public let length: Length

    /// A format.
    public init(_ content: Content, _ length: Length) {
        self.content = content
        self.length = length
    }

    /// The digits of the length before the field; zero for a fixed length.
    var lengthDigits: Int {
        switch length {
        case .fixed: 0
        case .upTo99: 2
        case .upTo999: 3
        }
    }

    /// Whether a value may be as long.
    func admits(_ count: Int) -> Bool {
        switch length {
        case .fixed(let length): count == length
        case .upTo99(let limit), .upTo999(let limit): count <= limit
        }
    }
}

extension FieldFormat.Content {
    /// Whether these are characters of the content; true for all bytes where it is binary.
    func admits(_ value: some Sequence<UInt8>) -> Bool {
        switch self {
        case .binary: true
        case .numeric: value.allSatisfy(\.isDigit)
        case .alphanumeric: value.allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x20 }
        case .text: value.allSatisfy { (0x20...0x7e).contains($0) }
        case .track: value.allSatisfy { (0x30...0x3f).contains($0) || $0 == UInt8(ascii: "D") }
        case .signedAmount:
            value.enumerated().allSatisfy { index, byte in
                index > 0 ? byte.isDigit : [UInt8(ascii: "C"), UInt8(ascii: "D")].contains(byte)
            }
        }
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool { (0x41...0x5a).contains(self & 0xdf) }
}
