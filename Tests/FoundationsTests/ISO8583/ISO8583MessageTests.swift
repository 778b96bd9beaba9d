import Bytes
import ISO8583
import Testing

@Suite("An ISO 8583 message")
struct ISO8583MessageTests {
    /// Written by hand after the standard: type, bitmap of 2, 3, 4, 39 and 52, fields.
    static let example = ISO8583Message(
        .authorizationRequest,
        fields: [
            2: Array("4111111111111".utf8), 3: Array("000000".utf8),
            4: Array("000000001075".utf8), 39: Array("1A".utf8),
            52: [0, 1, 2, 3, 0xfc, 0xfd, 0xfe, 0xff],
        ]
    )
    static let ascii =
        "30313030" + "7000000002001000" + "3133" + "34313131313131313131313131" + "303030303030"
        + "303030303030303031303735" + "3141" + "30303031303230334643464446454646"
    static let bcd =
        "0100" + "7000000002001000" + "13" + "04111111111111" + "000000" + "000000001075" + "3141"
        + "00010203fcfdfeff"

    @Test(arguments: [(MessageLayout.ascii, ascii), (.bcd, bcd)])
    func `is these bytes`(layout: MessageLayout, hexadecimal: String) throws {
        #expect(Hexadecimal.encode(try Self.example.encoded(in: layout)) == hexadecimal)
        let bytes = try Hexadecimal.decode(hexadecimal)
        #expect(try ISO8583Message(bytes, in: layout) == Self.example)
    }

    @Test(arguments: [MessageLayout.ascii, .asciiHexadecimal, .bcd])
    func `that ends early is refused, wherever it ends`(layout: MessageLayout) throws {
        let bytes = try Self.example.encoded(in: layout)
        for count in 0..<bytes.count {
            #expect {
                try ISO8583Message(Array(bytes.prefix(count)), in: layout)
            } throws: { error in
                switch error as? ISO8583Failure {
                case .truncated, .truncatedField: true
                default: false
                }
            }
        }
        #expect(throws: ISO8583Failure.trailingBytes(1)) {
            try ISO8583Message(bytes + [0], in: layout)
        }
    }

    static let malformed: [(String, MessageLayout, ISO8583Failure)] = [
        ("3031303a" + "0000000000000000", .ascii, .invalidType),
        ("0a00" + "0000000000000000", .bcd, .invalidType),
        ("0100" + "8000000000000000" + "8000000000000000", .bcd, .unknownField(65)),
        ("0100" + "4000000000000000" + "1a" + "00", .bcd, .invalidLength(field: 2)),
        ("0100" + "4000000000000000" + "20" + "11", .bcd, .invalidLength(field: 2)),
        // An odd number of digits after something else than a zero.
        ("0100" + "4000000000000000" + "01" + "11", .bcd, .invalidContent(field: 2)),
        ("0100" + "2000000000000000" + "00000a", .bcd, .invalidContent(field: 3)),
        ("0100" + "0000000000200000" + "07" + "31", .bcd, .truncatedField(43)),
        ("0100" + "0000000000080000" + "3233", .bcd, .truncatedField(45)),
        ("0100" + "0000000002000000" + "310a", .bcd, .invalidContent(field: 39)),
        ("0100" + "0000001000000000" + "45" + "00000001", .bcd, .invalidContent(field: 28)),
        // A length in hexadecimal digits is even.
        (
            "30313030" + "0000000000000200" + "303033" + "616263", .ascii,
            .invalidLength(field: 55)
        ),
    ]

    @Test(arguments: malformed)
    func `is refused for what is wrong with it`(
        hexadecimal: String,
        layout: MessageLayout,
        failure: ISO8583Failure
    ) throws {
        let bytes = try Hexadecimal.decode(hexadecimal)
        #expect(throws: failure) { try ISO8583Message(bytes, in: layout) }
    }

    static let unwritable: [(Int, String, ISO8583Failure)] = [
        (1, "0", .unknownField(1)), (65, "0", .unknownField(65)), (0, "0", .unknownField(0)),
        (129, "0", .unknownField(129)), (-1, "0", .unknownField(-1)),
        (2, "41111111111111111111", .wrongLength(field: 2)), (3, "00000", .wrongLength(field: 3)),
        (3, "00000x", .invalidContent(field: 3)), (28, "E00000001", .invalidContent(field: 28)),
        (43, String(repeating: "é", count: 20), .invalidContent(field: 43)),
    ]

    @Test(arguments: unwritable)
    func `is not written where a value does not fit`(
        field: Int,
        value: String,
        failure: ISO8583Failure
    ) {
        let message = ISO8583Message(.authorizationRequest, texts: [field: value])
        #expect(throws: failure) { try message.encoded(in: .ascii) }
        #expect(throws: failure) { try message.check(in: .ascii) }
    }

    @Test func `may have a secondary bitmap without fields`() throws {
        let bytes = try Hexadecimal.decode("0800" + "8000000000000000" + "0000000000000000")
        #expect(
            try ISO8583Message(bytes, in: .bcd) == ISO8583Message(.networkManagementRequest)
        )
    }

    @Test(arguments: [(100, 110), (120, 130), (400, 410), (420, 430), (421, 430), (800, 810)])
    func `has a type, and its answer another`(request: UInt16, response: UInt16) throws {
        let type = try #require(MessageType(request))
        #expect(type.response == MessageType(response))
        #expect(type.description == "0\(request)")
        #expect(MessageType(response)?.response == nil)
        #expect(MessageType(10_000) == nil)
    }

    @Test func `shows no value, however it is shown`() {
        var dumped = ""
        dump(Self.example, to: &dumped)
        for text in ["\(Self.example)", String(reflecting: Self.example), dumped] {
            #expect(!text.contains("4111111111111") && !text.contains("1075"), "\(text)")
        }
        #expect("\(Self.example)" == "0100 with fields 2 3 4 39 52")
    }
}
