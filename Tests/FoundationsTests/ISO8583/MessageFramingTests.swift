import Bytes
import ISO8583
import Testing

@Suite("Messages on a connection")
struct MessageFramingTests {
    static let headers: [(MessageFraming, Int, String)] = [
        (.binary, 258, "0102"), (.ascii, 1_075, "31303735"), (.bcd, 1_075, "1075"),
        (.visa, 258, "01020000"), (.binary, 1, "0001"), (.bcd, 7, "0007"),
        (.binaryInclusive, 258, "0104"), (.asciiInclusive, 1_075, "31303739"), (.unframed, 9, ""),
    ]

    @Test(arguments: headers)
    func `come after their length`(framing: MessageFraming, count: Int, header: String) throws {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let framed = try framing.frame(message)
        #expect(framed == (try Hexadecimal.decode(header)) + message)
        // Where no length is, the fields say how long a message is.
        guard framing != .unframed else { return }
        var frames = MessageFrames(framing)
        frames.append(framed)
        #expect(try frames.next() == message)
        #expect(try frames.next() == nil)
    }

    private static func message(_ acquirer: String) throws -> [UInt8] {
        let texts = [7: "1122093000", 11: "000001", 32: acquirer, 70: "301"]
        return try ISO8583Message(.networkManagementRequest, texts: texts).encoded(in: .ascii)
    }

    @Test(arguments: MessageFraming.allCases)
    func `are found in whatever pieces they come`(framing: MessageFraming) throws {
        let messages = try ["1", "12345678901", "", "123"].map { try Self.message($0) }
        let stream = try messages.flatMap { try framing.frame($0) }
        for size in [1, 2, 3, 5, 301, 1_000] {
            var frames = MessageFrames(framing)
            var found: [[UInt8]] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                frames.append(stream[start..<min(start + size, stream.count)])
                while let message = try frames.next() { found.append(message) }
            }
            #expect(found == messages)
        }
    }

    static let invalid: [(MessageFraming, String)] = [
        (.binary, "0000"), (.binary, "0065"), (.ascii, "30303a31"), (.ascii, "30303030"),
        (.bcd, "000a"), (.bcd, "0101"), (.visa, "00010001"), (.binaryInclusive, "0002"),
        (.asciiInclusive, "30303034"),
    ]

    @Test(arguments: invalid)
    func `are given up where no length or too great a one comes`(
        framing: MessageFraming,
        header: String
    ) throws {
        var frames = MessageFrames(framing, limit: 100)
        frames.append(try Hexadecimal.decode(header))
        #expect(throws: ISO8583Failure.invalidFrameLength(limit: 100)) { try frames.next() }
    }

    @Test func `end with their last field where no length is, or are given up`() throws {
        let message = try Self.message("123456")
        var frames = MessageFrames(.unframed)
        frames.append(message.dropLast())
        #expect(try frames.next() == nil)
        #expect(throws: ISO8583Failure.incompleteFrame(message.count - 1)) { try frames.finish() }
        frames.append(message.suffix(1) + [0x30])
        #expect(try frames.next() == message)
        frames.append([0x30, 0x38, 0x3a])
        #expect(throws: ISO8583Failure.invalidType) { try frames.next() }
        var endless = MessageFrames(.unframed, limit: 30)
        endless.append(message.prefix(30))
        #expect(throws: ISO8583Failure.invalidFrameLength(limit: 30)) { try endless.next() }
    }

    @Test func `are not sent empty or longer than their length can say`() {
        for framing in MessageFraming.allCases {
            for count in [0, framing.limit + 1] {
                #expect(throws: ISO8583Failure.invalidFrameLength(limit: framing.limit)) {
                    try framing.frame([UInt8](repeating: 1, count: count))
                }
            }
        }
    }
}
