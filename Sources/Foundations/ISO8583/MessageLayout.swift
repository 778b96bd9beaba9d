/// How messages are written as bytes: the formats of the fields, and how digits, bytes and bitmaps
/// are represented.
///
/// - Source: ISO 8583:1987 § 4; the three representations are the common ones of its networks.
public struct MessageLayout: Hashable, Sendable {
    /// How decimal digits are written: those of the type, of numeric fields and of lengths.
    public enum Digits: Hashable, Sendable {
        /// A byte each.
        case ascii
        /// Two in a byte; an odd number of them after a zero.
        case bcd
    }

    /// How bytes are written, those of bitmaps or of binary fields.
    public enum Binary: Hashable, Sendable {
        /// As they are.
        case raw
        /// As hexadecimal digits in ASCII, capital ones.
        case hexadecimal
    }

    /// How digits are written.
    public let digits: Digits
    /// How bitmaps are written.
    public let bitmaps: Binary
    /// How binary fields are written; their lengths count what is written.
    public let binaryFields: Binary
    private let formats: [FieldFormat?]

    /// The layout of 1987 in ASCII, with raw bitmaps.
    public static let ascii = MessageLayout(
        digits: .ascii,
        bitmaps: .raw,
        binaryFields: .hexadecimal
    )
    /// The layout of 1987 in ASCII throughout.
    public static let asciiHexadecimal = MessageLayout(
        digits: .ascii,
        bitmaps: .hexadecimal,
        binaryFields: .hexadecimal
    )
    /// The layout of 1987 with digits in BCD, and bytes as they are.
    public static let bcd = MessageLayout(digits: .bcd, bitmaps: .raw, binaryFields: .raw)

    private init(digits: Digits, bitmaps: Binary, binaryFields: Binary) {
        self.digits = digits
        self.bitmaps = bitmaps
        self.binaryFields = binaryFields
        formats = FieldFormat.of1987
    }

    /// The format of a field; nil where a message has no such field.
    public func format(of field: Int) -> FieldFormat? {
        formats.indices.contains(field) ? formats[field] : nil
    }
}
