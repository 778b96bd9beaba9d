import Bytes
import ISO8583
import Testing

@Suite("A message in Visa's layout")
struct VisaLayoutTests {
    /// Written by hand after the fields that starkbank-iso8583 has.
    static let example = ISO8583Message(
        .authorizationRequest,
        fields: [
            2: Array("4111111111111".utf8), 3: Array("000000".utf8), 22: Array("010".utf8),
            28: Array("D00000075".utf8), 35: Array("4111111111111=28".utf8),
            39: Array("1A".utf8), 44: Array("5  M".utf8), 49: Array("978".utf8),
            52: [0, 1, 2, 3, 0xfc, 0xfd, 0xfe, 0xff], 55: [0x9f, 0x36, 2, 0, 1],
            60: Array("0000000007".utf8), 62: Array("4000000000000000123456789012345".utf8),
            63: Array("2000002503".utf8),
        ]
    )
    static let body =
        "0100" + "6000041022109216" + "0d" + "04111111111111" + "000000" + "0100"
        + "c4f0f0f0f0f0f0f7f5" + "10" + "4111111111111d28" + "f1c1" + "04" + "f54040d4" + "0978"
        + "00010203fcfdfeff" + "08" + "010005" + "9f36020001" + "05" + "0000000007"
        + "10" + "40000000000000000123456789012345" + "05" + "2000002503"

    /// Bytes after a header that counts them.
    static func message(_ body: String, header rest: String = "") throws -> [UInt8] {
        let bytes = try Hexadecimal.decode(body)
        let stations = rest.isEmpty ? String(repeating: "0", count: 34) : rest
        let total = UInt8(22 + bytes.count)
        return try [0x16, 1, 2, 0, total] + Hexadecimal.decode(stations) + bytes
    }

    @Test func `is these bytes after its header`() throws {
        let bytes = try Self.message(Self.body)
        #expect(
            Hexadecimal.encode(try Self.example.encoded(in: .visa)) == Hexadecimal.encode(bytes)
        )
        #expect(try ISO8583Message(bytes, in: .visa) == Self.example)
        try Self.example.check(in: .visa)
    }

    @Test func `that ends early is refused, wherever it ends`() throws {
        let bytes = try Self.message(Self.body)
        for count in 0..<bytes.count {
            #expect(throws: ISO8583Failure.self) {
                try ISO8583Message(Array(bytes.prefix(count)), in: .visa)
            }
        }
        for count in stride(from: 0, to: Self.body.count, by: 2) {
            let part = try Self.message(String(Self.body.prefix(count)))
            #expect {
                try ISO8583Message(part, in: .visa)
            } throws: { error in
                switch error as? ISO8583Failure {
                case .truncated, .truncatedField: true
                default: false
                }
            }
        }
        #expect(throws: ISO8583Failure.trailingBytes(1)) {
            try ISO8583Message(Self.message(Self.body + "00"), in: .visa)
        }
    }

    static let bitmap = [
        2: "4000000000000000", 22: "0000040000000000", 28: "0000001000000000",
        34: "0000000040000000", 35: "0000000020000000", 39: "0000000002000000",
        40: "0000000001000000", 44: "0000000000100000", 55: "0000000000000200",
        60: "0000000000000010", 62: "0000000000000004", 63: "0000000000000002",
        64: "0000000000000001", 65: "80000000000000008000000000000000",
        93: "80000000000000000000000800000000", 105: "80000000000000000000000000800000",
        126: "80000000000000000000000000000004",
    ]
    private static let zeros = String(repeating: "0", count: 12)

    static let malformed: [(Int, String, ISO8583Failure)] = [
        // Lengths count digits, pairs of digits, characters or bytes.
        (2, "14" + String(repeating: "11", count: 10), .invalidLength(field: 2)),
        (44, "1a" + String(repeating: "f0", count: 26), .invalidLength(field: 44)),
        (60, "0d" + String(repeating: "00", count: 13), .invalidLength(field: 60)),
        (34, "0600" + "00", .invalidLength(field: 34)), (34, "05ff" + "00", .truncatedField(34)),
        (34, "01", .truncatedField(34)), (2, "0d" + "041111111111", .truncatedField(2)),
        (60, "03" + "0011", .truncatedField(60)), (105, zeros, .truncatedField(105)),
        // An odd number of digits beside something else than a zero; no digits.
        (2, "01" + "11", .invalidContent(field: 2)), (2, "02" + "1a", .invalidContent(field: 2)),
        (22, "0101", .invalidContent(field: 22)), (35, "03" + "1123", .invalidContent(field: 35)),
        (60, "01" + "4a", .invalidContent(field: 60)),
        (60, "01" + "a4", .invalidContent(field: 60)),
        // No characters that ASCII can print, or not those of the field.
        (39, "f13f", .invalidContent(field: 39)), (39, "3141", .invalidContent(field: 39)),
        (39, "f14b", .invalidContent(field: 39)), (44, "01" + "42", .invalidContent(field: 44)),
        (44, "01" + "00", .invalidContent(field: 44)),
        (44, "01" + "ff", .invalidContent(field: 44)),
        (28, "c5f0f0f0f0f0f0f7f5", .invalidContent(field: 28)),
        (28, "c4f0f0f0f0f0f0f7c1", .invalidContent(field: 28)),
        // Another data set than 01, another length, or no whole one.
        (55, "04" + "02" + "0001" + "aa", .invalidContent(field: 55)),
        (55, "04" + "01" + "0002" + "aa", .invalidContent(field: 55)),
        (55, "04" + "01" + "0101" + "aa", .invalidContent(field: 55)),
        (55, "02" + "0100", .invalidContent(field: 55)), (55, "00", .invalidContent(field: 55)),
        // A cut bitmap, no such sub-field, a cut one, bytes after the last, and no digits.
        (62, "07" + "40000000000000", .invalidContent(field: 62)),
        (62, "08" + "0000002000000000", .invalidContent(field: 62)),
        (62, "0f" + "4000000000000000" + "01234567890123", .invalidContent(field: 62)),
        (62, "09" + "0000000000000000" + "00", .invalidContent(field: 62)),
        (62, "10" + "4000000000000000" + "1123456789012345", .invalidContent(field: 62)),
        (62, "09" + "8000000000000000" + "42", .invalidContent(field: 62)),
        (63, "05" + "0800002503", .invalidContent(field: 63)),
        (63, "05" + "200000250a", .invalidContent(field: 63)),
        (126, "0a" + "0001000000000000" + "21" + "f1", .invalidContent(field: 126)),
        (40, "f0f0f0", .unknownField(40)), (64, zeros, .unknownField(64)),
        (65, "", .unknownField(65)), (93, "f0f0f0f0f0", .unknownField(93)),
    ]

    @Test(arguments: malformed)
    func `is refused for what is wrong with it`(
        field: Int,
        value: String,
        failure: ISO8583Failure
    ) throws {
        let body = try "0100" + #require(Self.bitmap[field]) + value
        #expect(throws: failure) { try ISO8583Message(Self.message(body), in: .visa) }
    }

    static let readable: [(Int, String, String)] = [
        (2, "00", ""), (35, "00", ""), (44, "00", ""), (62, "08" + zeros + "0000", zeros + "0000"),
        (55, "03" + "010000", ""), (34, "0000", ""),
        (
            126, "0b" + "0001000000000000" + "02" + "c17e",
            "0001000000000000" + "02" + "A="
        ),
        (126, "0b" + "0010000000000000" + "abcdef", "0010000000000000" + "ABCDEF"),
    ]

    @Test(arguments: readable)
    func `may have an empty field, and sub-fields of bytes and of any length`(
        field: Int,
        value: String,
        expected: String
    ) throws {
        let bytes = try Self.message("0100" + #require(Self.bitmap[field]) + value)
        let message = try ISO8583Message(bytes, in: .visa)
        #expect(message.text(field) == expected)
        #expect(try message.encoded(in: .visa) == bytes)
    }

    static let unwritable: [(Int, String, ISO8583Failure)] = [
        (22, "0100", .wrongLength(field: 22)), (60, "000000007", .wrongLength(field: 60)),
        (60, String(repeating: "0", count: 26), .wrongLength(field: 60)),
        (55, String(repeating: "0", count: 253), .wrongLength(field: 55)),
        (54, String(repeating: "0", count: 121), .wrongLength(field: 54)),
        (60, "0000000000000x", .invalidContent(field: 60)), (40, "000", .unknownField(40)),
        (62, "", .invalidContent(field: 62)),
        (62, "4000000000000000" + "12345678901234", .invalidContent(field: 62)),
        (62, "4000000000000000" + "1234567890123456", .invalidContent(field: 62)),
        (62, "4000000000000000" + "12345678901234x", .invalidContent(field: 62)),
        (62, "0000002000000000", .invalidContent(field: 62)),
        (63, "200000\u{e9}", .invalidContent(field: 63)),
        (126, "0010000000000000" + "ABCDEX", .invalidContent(field: 126)),
    ]

    @Test(arguments: unwritable)
    func `is not written where a value does not fit`(
        field: Int,
        value: String,
        failure: ISO8583Failure
    ) {
        let message = ISO8583Message(.authorizationRequest, texts: [field: value])
        #expect(throws: failure) { try message.encoded(in: .visa) }
        #expect(throws: failure) { try message.check(in: .visa) }
    }

    @Test func `has one separator of a track, whichever was written`() throws {
        let message = ISO8583Message(.authorizationRequest, texts: [35: "4111D28"])
        let bytes = try message.encoded(in: .visa)
        #expect(Hexadecimal.encode(bytes.suffix(5)) == "0704111d28")
        #expect(try ISO8583Message(bytes, in: .visa).text(35) == "4111=28")
    }

    /// Each field has the same value in both layouts.
    @Test func `holds what it holds in another layout`() throws {
        let ascii = try Self.example.encoded(in: .ascii)
        let message = try ISO8583Message(ascii, in: .ascii)
        #expect(try message.encoded(in: .visa) == Self.message(Self.body))
    }
}
