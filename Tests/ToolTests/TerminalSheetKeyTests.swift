import Testing
import World

@testable import TerminalSheet

@Suite("Keys at a terminal")
struct TerminalSheetKeyTests {
    private static let sequences: [(bytes: String, keys: [Key])] = [
        ("p", [.character("p")]), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
        ("\u{7f}\u{8}", [.backspace, .backspace]), ("\u{4}", [.endOfInput]),
        ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.up, .down, .right, .left]),
        ("\u{1b}OA\u{1b}OB", [.up, .down]), ("\u{1b}OM", [.enter]), ("\u{1b}[1;5A", [.up]),
        ("\u{1b}[1;2Bx", [.down, .character("x")]), ("\u{1b}\u{1b}[A", [.escape, .up]),
        ("\u{1b}[H\u{1b}[F\u{1b}OH\u{1b}OF", [.home, .end, .home, .end]),
        ("\u{1b}[1~\u{1b}[4~\u{1b}[7~\u{1b}[8~", [.home, .end, .home, .end]),
        ("\u{1}\u{5}\u{15}\u{1b}[3~\u{1b}[Z", [.home, .end, .clear, .delete, .backTab]),
        // Keys of no meaning here are passed over whole: F5, page up, a mouse, Alt.
        ("\u{1b}[15~p", [.character("p")]), ("\u{1b}[5~p", [.character("p")]),
        ("\u{1b}[<0;12;5Mp", [.character("p")]),
        ("\u{1b}pc", [.character("c")]), ("\u{0}\u{2}\u{1c}p", [.character("p")]),
        // What is pasted comes as it is, whatever is in it.
        ("\u{1b}[200~pp\rя\u{1b}[A码\u{1b}[201~p", [.paste("pp\rя\u{1b}[A码"), .character("p")]),
        ("\u{1b}[200~\u{1b}[201~", [.paste("")]), ("\u{1b}[201~p", [.character("p")]),
        ("\u{1b}[1\u{1b}[A", [.up]), ("\u{1b}[2A", []),
        ("з", [.character("з")]), ("码", [.character("码")]), ("😀", [.character("😀")]),
        ("é中я", [.character("é"), .character("中"), .character("я")]),
        ("\u{9b}A", [.character("A")]),
    ]

    @Test(arguments: sequences)
    func `are read from bytes, however the bytes are split`(bytes: String, keys: [Key]) {
        let bytes = Array(bytes.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let read = decoder.take(Array(bytes[..<cut])) + decoder.take(Array(bytes[cut...]))
            #expect(read == keys)
            #expect(!decoder.isWaiting)
        }
        var decoder = KeyDecoder()
        #expect(bytes.flatMap { decoder.take([$0]) } == keys)
    }

    @Test func `are an escape where nothing follows one`() {
        var decoder = KeyDecoder()
        #expect(decoder.take([0x1b]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isWaiting)
        #expect(decoder.take(Array("[A".utf8)) == [.character("["), .character("A")])
    }

    @Test func `are not commands in pasted text that arrives late or never ends`() {
        var decoder = KeyDecoder()
        #expect(decoder.take(Array("\u{1b}[200~p".utf8)) == [])
        #expect(!decoder.isWaiting && decoder.flush() == [])
        #expect(decoder.take(Array("p\u{1b}".utf8)) == [] && decoder.flush() == [])
        #expect(decoder.take(Array("[201~p".utf8)) == [.paste("pp"), .character("p")])
        let long = Array(String(repeating: "码", count: 100_000).utf8)
        _ = decoder.take(Array("\u{1b}[200~".utf8) + long)
        guard case .paste(let text) = decoder.take(Array("\u{1b}[201~".utf8)).first else {
            Issue.record("nothing was pasted")
            return
        }
        #expect(text.utf8.count <= KeyDecoder.longestPaste + 2 && text.hasPrefix("码码"))
    }

    private static let broken: [([UInt8], [Key])] = [
        ([0xff, 0x70], [.character("p")]), ([0x80, 0x70], [.character("p")]),
        ([0xc0, 0x80, 0x70], [.character("p")]), ([0xe4, 0x70], [.character("p")]),
        ([0xe4, 0xb8, 0x70], [.character("p")]), ([0xed, 0xa0, 0x80, 0x70], [.character("p")]),
        ([0xf4, 0x90, 0x80, 0x80, 0x70], [.character("p")]), ([0xc3], []),
    ]

    @Test(arguments: broken)
    func `omit values that are not text`(bytes: [UInt8], keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.take(bytes) == keys)
    }

    /// The part that is held back stays small, and does not depend on how the bytes came.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `are the same for any bytes that come at once or one by one`(seed: UInt64) {
        let chance = SeededRandomness(seed: seed)
        let likely: [UInt8] = [
            0x1b, 0x5b, 0x4f, 0x31, 0x3b, 0x41, 0x7e, 0x0d, 0xe4, 0xb8, 0xad, 0x32, 0x30,
        ]
        let bytes = chance.bytes(300)
            .map { $0 < 180 ? likely[Int($0) % likely.count] : $0 }
        var (whole, single) = (KeyDecoder(), KeyDecoder())
        let keys = whole.take(bytes)
        #expect(bytes.flatMap { single.take([$0]) } == keys)
        #expect(whole == single)
        let before = whole.isWaiting
        #expect((whole.flush() != []) ? before : true)
        #expect(!whole.isWaiting)
    }

    @Test func `command on Russian and Chinese keyboards too`() {
        #expect(["p", "P", "з", "З", "ｐ"].allSatisfy { Key.character($0).command == .pay })
        #expect(["c", "C", "с", "С", "ｃ"].allSatisfy { Key.character($0).command == .cancel })
        #expect(["e", "E", "у", "У", "ｅ"].allSatisfy { Key.character($0).command == .edit })
        #expect(Key.character("3").digit == 3 && Key.character("３").digit == 3)
        #expect(Key.character("万").digit == nil && Key.enter.digit == nil)
    }
}
