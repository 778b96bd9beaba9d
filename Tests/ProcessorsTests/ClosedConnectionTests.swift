import Bytes
import CardNetwork
import ISO8583
import Sockets
import Testing
import World

/// A network on a port of this machine, to which bytes are sent that were written by hand.
@Suite("What a card network cannot read")
struct ClosedConnectionTests {
    /// An echo with fields 7, 11 and 70 in ASCII with binary bitmaps: 39 bytes.
    private static let echo =
        "30383030" + "8220000000000000" + "0400000000000000"
        + "31313232303933303030" + "303030303031" + "333031"
    private static let closed = "card network: a connection was closed: "
    private static let noLength =
        "the length before the message is none, or not from 1 to 4096 bytes"

    /// The answer, in hexadecimal, and the lines that the network tells.
    private func exchange(
        _ pieces: [String],
        settings: NetworkServer.Settings = NetworkServer.Settings()
    ) async throws -> (answer: String, told: [String]) {
        let network = try CardNetwork(world: .system)
        let told = LockedValue<[String]>([])
        network.observe { notice in told.withLock { $0.append("\(notice)") } }
        let server = NetworkServer(network, at: try TCPListener(), settings: settings)
        let serving = Task { await server.run() }
        let stream = try await TCPDialer().connect(to: server.address, within: .seconds(10))
        for piece in pieces { try await stream.send(try Hexadecimal.decode(piece)) }
        let answer = try await stream.receive(upTo: 4_096)
        stream.close()
        server.stop()
        serving.cancel()
        await serving.value
        return (Hexadecimal.encode(answer), told.withLock(\.self))
    }

    private static let hexadecimalText = ("0027" + echo).ascii
    private static let unread: [([String], String)] = [
        (
            ["002c" + "6001230000" + echo],
            "the message type is not four digits; what came is read with --tpdu"
        ),
        (
            ["0029" + echo],
            "41 bytes are no whole message; what came is read with --framing binary-inclusive"
        ),
        (["30303339" + echo], "\(noLength); what came is read with --framing ascii"),
        (["3030", "3339", echo], "\(noLength); what came is read with --framing ascii"),
        ([echo], "\(noLength); what came is read with --framing none"),
        (
            ["30303434" + "6001230000" + echo],
            "\(noLength); what came is read with --framing ascii and --tpdu"
        ),
        (
            [hexadecimalText],
            "\(noLength); what came are hexadecimal digits: send the bytes that they stand for"
        ),
        (["474554202f20485454502f312e310d0a0d0a"], noLength),
        (
            ["0027" + echo.replacing("31313232", with: "31313a32")],
            "0800: the value of field 7 has invalid characters; right is: 10 digits"
        ),
    ]

    @Test(arguments: unread)
    func `is told with the option that reads it`(pieces: [String], line: String) async throws {
        let (answer, told) = try await exchange(pieces)
        #expect(answer.isEmpty)
        #expect(told == [Self.closed + line])
    }

    @Test func `is read with that option, and answered alike`() async throws {
        let answer =
            "30383130" + "8220000002000000" + "0400000000000000"
            + "31313232303933303030" + "303030303031" + "3030" + "333031"
        let forms: [(MessageForm, String, String)] = [
            (MessageForm(hasTransportHeader: true), "002c6001230456", "002e6004560123"),
            (MessageForm(framing: .binaryInclusive), "0029", "002b"),
            (MessageForm(framing: .asciiInclusive), "30303433", "30303435"),
            (MessageForm(framing: .unframed), "", ""),
        ]
        for (form, before, expected) in forms {
            var settings = NetworkServer.Settings()
            settings.form = form
            let (found, told) = try await exchange([before + Self.echo], settings: settings)
            #expect(found == expected + answer && told.isEmpty, "\(form.framing) \(told)")
        }
    }

    @Test func `is nothing in a field without use, where such fields are ignored`() async throws {
        // The same with field 49.
        let message =
            "0800".ascii + "8220000000008000" + "0400000000000000"
            + "1122093000".ascii + "000001".ascii + "840".ascii + "301".ascii
        var settings = NetworkServer.Settings()
        let refused = try await exchange(["002a" + message], settings: settings)
        #expect(refused.answer.contains("field 49 is unexpected".ascii) && refused.told.count == 1)
        settings.ignoresUnexpected = true
        let ignored = try await exchange(["002a" + message], settings: settings)
        #expect(ignored.answer.hasSuffix("00".ascii + "301".ascii) && ignored.told.isEmpty)
    }
}

extension String {
    /// The characters' bytes in hexadecimal.
    fileprivate var ascii: String { Hexadecimal.encode(Array(utf8)) }
}
