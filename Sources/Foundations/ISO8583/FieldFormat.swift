/// How a field is written.
public struct FieldFormat: Hashable, Sendable {
    /// The permitted content of a field.
    public enum Content: Hashable, Sendable {
        /// Decimal digits, "n".
        case numeric
        /// An even number of decimal digits; lengths count the pairs.
        case digitPairs
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
        /// Bytes, written as the content of one data set: after its identifier, which is a byte, and
        /// their number in two bytes. Lengths count all of it.
        case dataset(identifier: UInt8)
        /// A bitmap and sub-fields, as ``BitmapSubfields`` has them in a field of text. The layout says
        /// which sub-fields there are, and lengths count the bytes of what it writes.
        case subfields
    }

    /// How long a field is: in digits, characters or bytes, according to its content.
    public enum Length: Hashable, Sendable {
        /// Always as long.
        case fixed(Int)
        /// Two digits before it say how long: LLVAR.
        case upTo99(limit: Int)
        /// Three digits before it say how long: LLLVAR.
        case upTo999(limit: Int)
        /// Four digits before it say how long: LLLLVAR.
        case upTo9999(limit: Int)
    }

    /// How the digits of a field are written.
    public enum DigitForm: Hashable, Sendable {
        /// As the layout writes digits; in BCD an odd number of them after a zero.
        case usual
        /// The same, but in BCD an odd number of them before a zero.
        case zeroAfter
        /// As characters, whatever the layout's digits are.
        case characters
    }

    /// The permitted content.
    public let content: Content
    /// How long it is.
    public let length: Length
    /// How its digits are written.
    public let digits: DigitForm

    /// A format.
    public init(_ content: Content, _ length: Length, digits: DigitForm = .usual) {
        self.content = content
        self.length = length
        self.digits = digits
    }

    /// The digits of the length before the field; zero for a fixed length.
    var lengthDigits: Int {
        switch length {
        case .fixed: 0
        case .upTo99: 2
        case .upTo999: 3
        case .upTo9999: 4
        }
    }

    /// The bytes of a length before the field that is a binary number: as few as its limit needs.
    var lengthBytes: Int {
        switch length {
        case .fixed: 0
        case .upTo99(let limit), .upTo999(let limit), .upTo9999(let limit): limit > 255 ? 2 : 1
        }
    }

    /// Whether a length is admitted.
    func admits(_ count: Int) -> Bool {
        switch length {
        case .fixed(let length): count == length
        case .upTo99(let limit), .upTo999(let limit), .upTo9999(let limit): count <= limit
        }
    }

    /// The length of a value, as it is counted; nil where no length says how long it is. That of
    /// sub-fields is not known before they are written.
    func length(of value: ArraySlice<UInt8>) -> Int? {
        switch content {
        case .digitPairs: value.count.isMultiple(of: 2) ? value.count / 2 : nil
        case .dataset: value.count + Self.datasetHeaderCount
        default: value.count
        }
    }

    /// The bytes before the content of a data set.
    static let datasetHeaderCount = 3
}

extension FieldFormat.Content {
    /// Whether these are characters of the content; true for all bytes where it is binary.
    func admits(_ value: some Sequence<UInt8>) -> Bool {
        switch self {
        case .binary, .dataset: true
        case .numeric, .digitPairs: value.allSatisfy(\.isDigit)
        case .alphanumeric: value.allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x20 }
        case .text, .subfields: value.allSatisfy { (0x20...0x7e).contains($0) }
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
