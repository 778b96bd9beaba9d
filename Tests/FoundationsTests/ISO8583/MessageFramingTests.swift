import Bytes
import ISO8583
import Testing

@Suite("Messages on a connection")
struct MessageFramingTests {
    static let headers: [(MessageFraming, Int, String)] = [
        (.binary, 258, "0102"), (.ascii, 1_075, "31303735"), (.bcd, 1_075, "1075"),
        (.visa, 258, "01020000"), (.binary, 1, "0001"), (.bcd, 7, "0007"),
    ]

    @Test(arguments: headers)
    func `come after their length`(framing: MessageFraming, count: Int, header: String) throws {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let framed = try framing.frame(message)
        #expect(framed == (try Hexadecimal.decode(header)) + message)
        var frames = MessageFrames(framing)
        frames.append(framed)
        #expect(try frames.next() == message)
        #expect(try frames.next() == nil)
    }

    @Test(arguments: MessageFraming.allCases)
    func `are found in whatever pieces they come`(framing: MessageFraming) throws {
        let messages: [[UInt8]] = [[1], [2, 3], Array(repeating: 4, count: 300), [5]]
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
        (.bcd, "000a"), (.bcd, "0101"), (.visa, "00010001"),
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
