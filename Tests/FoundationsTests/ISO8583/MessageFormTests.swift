import Bytes
import ISO8583
import Testing

/// The messages are written by hand: an echo with fields 7, 11 and 70, and what is before it.
@Suite("The form of messages")
struct MessageFormTests {
    private static let ascii =
        "30383030" + "8220000000000000" + "0400000000000000"
        + "31313232303933303030" + "303030303031" + "333031"
    private static let hexadecimal =
        "30383030" + "38323230303030303030303030303030" + "30343030303030303030303030303030"
        + "31313232303933303030" + "303030303031" + "333031"
    private static let bcd =
        "0800" + "8220000000000000" + "0400000000000000" + "1122093000" + "000001" + "0301"

    private static let forms: [(String, MessageFraming, String, Bool)] = [
        ("0027" + ascii, .binary, "ascii", false),
        ("0029" + ascii, .binaryInclusive, "ascii", false),
        ("30303339" + ascii, .ascii, "ascii", false),
        ("30303433" + ascii, .asciiInclusive, "ascii", false),
        ("0039" + ascii, .bcd, "ascii", false),
        ("00270000" + ascii, .visa, "ascii", false), (ascii, .unframed, "ascii", false),
        ("002c6000010002" + ascii, .binary, "ascii", true),
        ("0037" + hexadecimal, .binary, "ascii-hex", false),
        ("001c" + bcd, .binary, "bcd", false), ("00216001230000" + bcd, .binary, "bcd", true),
        ("30303535" + hexadecimal, .ascii, "ascii-hex", false),
    ]

    @Test(arguments: forms)
    func `is told by the bytes of a first message`(
        hexadecimal: String,
        framing: MessageFraming,
        layout: String,
        hasTransportHeader: Bool
    ) throws {
        let bytes = try Hexadecimal.decode(hexadecimal)
        let usual = MessageForm()
        let found = usual.other(reading: bytes)
        guard framing != .binary || layout != "ascii" || hasTransportHeader else {
            #expect(found == nil)
            return
        }
        #expect(found?.framing == framing && found?.layoutName == layout)
        #expect(found?.hasTransportHeader == hasTransportHeader)
        #expect(usual.other(reading: bytes.dropLast()) == nil)
        #expect(usual.other(reading: bytes + [0x30]) == nil)
    }

    @Test func `is none where bytes are no request`() throws {
        for text in ["", "0027", "00", "474554202f20485454502f312e310d0a0d0a", "16030100"] {
            #expect(MessageForm().other(reading: try Hexadecimal.decode(text)) == nil)
        }
    }

    @Test func `a TPDU is read before a message, and exchanged before the answer`() throws {
        let form = MessageForm(hasTransportHeader: true)
        let bytes = try Hexadecimal.decode("6000010002" + Self.ascii)
        let message = try ISO8583Message(bytes, in: form.layout)
        #expect(message.text(70) == "301")
        let answer = try message.encoded(in: form.layout.answering(bytes))
        #expect(Hexadecimal.encode(answer) == "6000020001" + Self.ascii)
        for (text, failure) in [
            ("60000100", ISO8583Failure.truncated), ("6100010002" + Self.ascii, .invalidHeader),
        ] {
            #expect(throws: failure) {
                try ISO8583Message(try Hexadecimal.decode(text), in: form.layout)
            }
        }
    }

    @Test func `digits in BCD and characters in EBCDIC are a layout`() throws {
        let text =
            "0810" + "8220000002000000" + "0400000000000000" + "1231235959" + "000777" + "f9f6"
            + "0301"
        let bytes = try Hexadecimal.decode(text)
        let message = try ISO8583Message(bytes, in: .bcdWithEBCDIC)
        #expect(message.text(39) == "96" && message.text(70) == "301")
        #expect(try message.encoded(in: .bcdWithEBCDIC) == bytes)
    }
}
