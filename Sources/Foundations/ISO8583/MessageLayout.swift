/// How messages are written as bytes: the formats of the fields, and how digits, bytes and bitmaps
/// are represented.
///
/// - Source: ISO 8583:1987 § 4; the representations are the common ones of its networks.
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

    /// How characters are written.
    public enum Characters: Hashable, Sendable {
        /// In ASCII.
        case ascii
        /// In EBCDIC, code page 500.
        case ebcdic
    }

    /// How lengths before fields are written.
    public enum Lengths: Hashable, Sendable {
        /// As decimal digits.
        case digits
        /// As a binary number of one byte, or of two where the field's limit needs them.
        case binary
    }

    /// How the characters of a magnetic stripe are written.
    public enum Tracks: Hashable, Sendable {
        /// As characters.
        case characters
        /// Two in a byte, of which each has four bits; an odd number of them after a zero. A
        /// separator is read as `=`, whether it was `=` or D.
        case packed
    }

    /// How digits are written.
    public let digits: Digits
    /// How characters are written.
    public let characters: Characters
    /// How lengths are written.
    public let lengths: Lengths
    /// How the characters of a magnetic stripe are written.
    public let tracks: Tracks
    /// How bitmaps are written.
    public let bitmaps: Binary
    /// How binary fields are written; their lengths count what is written.
    public let binaryFields: Binary
    /// The header that is written before each message. On reading, there must be one, and only its
    /// length is compared with the message. Nil where messages have none.
    public let header: VisaHeader?
    /// The header of a packet network before all else. On reading, there must be one. Nil where messages have none.
    public var transport: TransportHeader?
    private let formats: [FieldFormat?]
    private let subfields: [Int: BitmapSubfields]

    /// The layouts by the names that configurations and command lines give them.
    public static let named: [(name: String, layout: MessageLayout)] = [
        ("ascii", .ascii), ("ascii-hex", .asciiHexadecimal), ("bcd", .bcd),
        ("bcd-ebcdic", .bcdWithEBCDIC), ("visa", .visa),
    ]

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
    /// The same with characters in EBCDIC.
    public static let bcdWithEBCDIC = MessageLayout(
        digits: .bcd,
        characters: .ebcdic,
        bitmaps: .raw,
        binaryFields: .raw
    )
    /// Visa's layout with a header without stations: digits in BCD, characters in EBCDIC, binary
    /// lengths, and bytes as they are.
    ///
    /// - Source: the package starkbank-iso8583; Documentation/ChargingByISO8583.md says what is our choice.
    public static let visa = MessageLayout.visa(VisaHeader())

    /// Visa's layout with this header, which rejects no message.
    public static func visa(_ header: VisaHeader) -> MessageLayout {
        var header = header
        header.rejectCode = nil
        return MessageLayout(
            digits: .bcd,
            characters: .ebcdic,
            lengths: .binary,
            tracks: .packed,
            bitmaps: .raw,
            binaryFields: .raw,
            header: header,
            formats: FieldFormat.ofVisa,
            subfields: BitmapSubfields.ofVisa
        )
    }

    private init(
        digits: Digits,
        characters: Characters = .ascii,
        lengths: Lengths = .digits,
        tracks: Tracks = .characters,
        bitmaps: Binary,
        binaryFields: Binary,
        header: VisaHeader? = nil,
        formats: [FieldFormat?] = FieldFormat.of1987,
        subfields: [Int: BitmapSubfields] = [:]
    ) {
        self.digits = digits
        self.characters = characters
        self.lengths = lengths
        self.tracks = tracks
        self.bitmaps = bitmaps
        self.binaryFields = binaryFields
        self.header = header
        self.formats = formats
        self.subfields = subfields
    }

    /// The format of a field; nil where a message has no such field.
    public func format(of field: Int) -> FieldFormat? {
        formats.indices.contains(field) ? formats[field] : nil
    }

    /// The sub-fields of a field whose content are sub-fields.
    func subfields(of field: Int) -> BitmapSubfields? { subfields[field] }

    /// The layout in which to answer a message: where messages have a header, that of the answer is
    /// made from the message's.
    public func answering(_ message: [UInt8]) -> MessageLayout {
        var answer = self
        var rest = message[...]
        if transport != nil {
            answer.transport = (try? TransportHeader(rest))?.answer
            rest = rest.dropFirst(TransportHeader.count)
        }
        guard header != nil, let header = try? VisaHeader(rest) else { return answer }
        let transport = answer.transport
        answer = .visa(header.answer)
        answer.transport = transport
        return answer
    }
}
