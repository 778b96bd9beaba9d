import Bytes
import ISO8583
import Testing

@Suite("The header before Visa's messages")
struct VisaHeaderTests {
    private typealias Layout = VisaLayoutTests

    /// A sign-on without fields: header without lengths, type and an empty bitmap.
    private static let body = "0800" + "0000000000000000"
    private static let control = "ff1000410400160106767f"
    private static let total = "0020"

    @Test func `is these bytes`() throws {
        var header = VisaHeader(
            from: try #require(VisaHeader.Station("568920")),
            to: try #require(VisaHeader.Station("129128")),
            control: try #require(VisaHeader.Control(Hexadecimal.decode(Self.control)))
        )
        let expected = "16" + "01" + "02" + Self.total + "129128" + "568920" + Self.control
        #expect(Hexadecimal.encode(try header.encoded(before: 10)) == expected)
        let message = try Hexadecimal.decode(expected + Self.body)
        #expect(try VisaHeader(message[...]) == header)
        let read = try ISO8583Message(message, in: .visa)
        #expect(try read.encoded(in: .visa(header)) == message)
        #expect(header.source.digits == "568920" && header.destination.digits == "129128")
        #expect(Hexadecimal.encode(header.control.bytes) == Self.control)
        header.format = 0
        #expect(try header.encoded(before: 0)[1] == 0)
    }

    @Test func `of an answer goes back, and repeats the rest`() throws {
        let start = "16" + "01" + "02" + Self.total
        let request = start + "129128" + "568920" + Self.control + Self.body
        let answer = start + "568920" + "129128" + Self.control + Self.body
        let message = try ISO8583Message(Hexadecimal.decode(request), in: .visa)
        let layout = try MessageLayout.visa.answering(Hexadecimal.decode(request))
        #expect(Hexadecimal.encode(try message.encoded(in: layout)) == answer)
        // Another layout has no header, and one that cannot be read is not repeated.
        #expect(try MessageLayout.bcd.answering(Hexadecimal.decode(request)) == .bcd)
        #expect(MessageLayout.visa.answering([0x16]) == .visa)
    }

    @Test func `before a rejected message says why`() throws {
        let inner = "16" + "01" + "02" + Self.total + "000000129128" + Self.control + Self.body
        let start = "1a" + "01" + "02" + "003a" + "129128000000" + Self.control
        let bytes = try Hexadecimal.decode(start + "8000" + "12c4" + inner)
        #expect(try VisaHeader(bytes[...]).rejectCode == 0x12c4)
        #expect(throws: ISO8583Failure.rejected(code: 0x12c4)) {
            try ISO8583Message(bytes, in: .visa)
        }
        var header = try VisaHeader(bytes[...])
        #expect(try header.encoded(before: 32) == Array(bytes.prefix(26)))
        // What is written in a layout is no rejection.
        let message = ISO8583Message(.networkManagementRequest)
        let written = try message.encoded(in: .visa(header))
        header.rejectCode = nil
        #expect(try written == message.encoded(in: .visa(header)) && written[0] == 22)
        let other = try Hexadecimal.decode(start + "4000" + "12c4" + inner)
        #expect(throws: ISO8583Failure.invalidHeader) { try VisaHeader(other[...]) }
    }

    static let malformed: [(String, ISO8583Failure)] = [
        ("", .truncated), ("16", .truncated), ("1601020016", .truncated),
        ("1601020016" + String(repeating: "00", count: 16), .truncated),
        ("1a0102001a" + String(repeating: "00", count: 20), .truncated),
        ("1501020020" + String(repeating: "00", count: 17) + body, .invalidHeader),
        ("1701020020" + String(repeating: "00", count: 17) + body, .invalidHeader),
        ("0001020020" + String(repeating: "00", count: 17) + body, .invalidHeader),
        // The length is of another message.
        ("160102001f" + String(repeating: "00", count: 17) + body, .invalidHeader),
        ("1601020021" + String(repeating: "00", count: 17) + body, .invalidHeader),
        ("160102000a" + String(repeating: "00", count: 17) + body, .invalidHeader),
        ("1601022000" + String(repeating: "00", count: 17) + body, .invalidHeader),
        // Another text than of ISO 8583; stations that are no digits.
        ("1601010020" + String(repeating: "00", count: 17) + body, .invalidHeader),
        ("1601020020" + "0a0000" + String(repeating: "00", count: 14) + body, .invalidHeader),
        ("1601020020" + "000000f0" + String(repeating: "00", count: 13) + body, .invalidHeader),
        // A header and no message.
        ("1601020016" + String(repeating: "00", count: 17), .truncated),
        (body, .invalidHeader),
    ]

    @Test(arguments: malformed)
    func `is refused for what is wrong with it`(
        hexadecimal: String,
        failure: ISO8583Failure
    ) throws {
        let bytes = try Hexadecimal.decode(hexadecimal)
        #expect(throws: failure) { try ISO8583Message(bytes, in: .visa) }
    }

    @Test func `has parts of fixed lengths, and counts up to 65,535 bytes`() throws {
        for text in ["", "12345", "1234567", "12345x", "１23456"] {
            #expect(VisaHeader.Station(text) == nil, "\(text)")
        }
        for count in [0, 10, 12] {
            #expect(VisaHeader.Control([UInt8](repeating: 0, count: count)) == nil)
        }
        let header = VisaHeader()
        #expect(try header.encoded(before: 65_513).prefix(5) == [22, 1, 2, 0xff, 0xff])
        for count in [65_514, -1] {
            #expect(throws: ISO8583Failure.invalidFrameLength(limit: 65_535)) {
                try header.encoded(before: count)
            }
        }
    }
}
