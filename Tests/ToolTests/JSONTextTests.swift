internal import Foundation
internal import JSON
internal import TestSupport
import Testing

/// The output of `--json`, read by Python's JSON reader.
@Suite(
    "The JSON that is printed",
    .enabled(
        if: !Shell.output(of: "command -v python3", in: Repository.root).isEmpty,
        "the program python3 is not installed"
    )
)
struct JSONTextTests {
    let folder = ScratchFolder()

    /// The characters that command a terminal or change the direction or the end of a line: by the tables of Unicode
    /// 17,
    /// General_Category=Cc, Bidi_Control and the two separators.
    static let commanding: [UInt32] =
        Array(0..<0x20) + Array(0x7f...0x9f) + [0x61c, 0x200e, 0x200f]
        + Array(0x202a...0x202e) + Array(0x2066...0x2069) + [0x2028, 0x2029]

    /// Reads JSON with Python and prints the numbers of a string's characters.
    private static let reader = """
        import json, sys
        text = sys.stdin.buffer.read().decode('utf-8')
        print(json.dumps([[ord(c) for c in "".join(s)] for s in json.loads(text)]))
        """

    private func readBack(_ json: String) throws -> [[UInt32]] {
        try Data(Self.reader.utf8).write(to: folder.url.appending(path: "reader.py"))
        try Data(json.utf8).write(to: folder.url.appending(path: "json"))
        let run = try ProcessRun("python3 reader.py <json", in: folder.url)
        try #require(run.status == 0, "\(run.remarks)")
        return try JSONDecoder().decode([[UInt32]].self, from: Data(run.results.utf8))
    }

    @Test func `has no character that commands a terminal, and loses none`() throws {
        let strings = Self.commanding.compactMap(Unicode.Scalar.init).map { "a\($0)b\($0)\($0)" }
        let output = JSONOutput.array(strings.map(JSONOutput.string))
        for json in [output.compact, output.indented] {
            let commands = Set(Self.commanding).subtracting([0x0a])
            #expect(!json.unicodeScalars.contains { commands.contains($0.value) })
            #expect(json == output.indented || !json.contains("\n"))
            let read = try readBack(json)
            #expect(read == strings.map { $0.unicodeScalars.map(\.value) })
        }
        // The names of members, too.
        let object = JSONOutput.object(strings.map { JSONMember(name: $0, value: .null) })
        let names = try readBack(JSONOutput.array([object]).compact)
        #expect(names == [strings.joined().unicodeScalars.map(\.value)])
    }

    /// Every character is read back, in the order of Unicode.
    @Test func `gives every character of Unicode back`() throws {
        let scalars = (0...0x10_ffff as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        let strings = stride(from: 0, to: scalars.count, by: 4_096).map { start in
            var text = ""
            text.unicodeScalars.append(
                contentsOf: scalars[start..<min(start + 4_096, scalars.count)]
            )
            return text
        }
        let read = try readBack(JSONOutput.array(strings.map(JSONOutput.string)).compact)
        #expect(read.flatMap(\.self) == scalars.map(\.value))
    }

    /// Bytes that UTF-8 cannot have: alone, the halves of a surrogate pair, and forms that are too long.
    static let names = [
        #"\x80"#, #"\xbf"#, #"\xc0\xaf"#, #"\xe9"#, #"\xed\xa0\x80"#, #"\xed\xb0\x80"#,
        #"\xed\xa0\x80\xed\xb0\x80"#, #"\xf4\x90\x80\x80"#, #"\xf5"#, #"\xff\xfe"#, #"\x01\x1b[2J"#,
        #"\x7f"#, #"\xc2\x9b31m"#, #"\xe2\x80\xaegpj"#, #"\xe2\x81\xa6"#, #"\xd8\x9c"#, #"\n\r\t"#,
        #"\xe2\x80\xa8"#, #"\xe2\x80\xa9"#, #"\\\""#, #"\xf0\x9f\x98\x80\xf0\x9f"#,
        #"\xe2\x80\x8f"#,
    ]

    /// A file's name goes through the tool and its JSON and comes back as the same bytes. A byte that is not
    /// UTF-8 is the character U+10FF00 plus the byte.
    @Test func `keeps the bytes of every path`() throws {
        let reader = """
            import json, os, unicodedata
            files = [f["file"] for f in json.load(open("json", encoding="utf-8"))["findings"]]
            def bytes_of(path):
                return b"".join(
                    bytes([ord(c) - 0x10ff00]) if 0x10ff00 <= ord(c) < 0x110000 else c.encode("utf-8")
                    for c in path)
            found = sorted(bytes_of(f) for f in files)
            there = sorted(os.path.join(b"s", n) for n in os.listdir(b"s"))
            assert found == there, (found, there)
            raw = open("json", encoding="utf-8").read().rstrip("\\n")
            commands = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
            for c in raw:
                assert unicodedata.category(c) not in {"Cc", "Zl", "Zp"}, ord(c)
                assert unicodedata.bidirectional(c) not in commands, ord(c)
                assert c not in "\\u061c\\u200e\\u200f", ord(c)
            print(len(found))
            """
        try Data(reader.utf8).write(to: folder.url.appending(path: "reader.py"))
        let source = """
            import PassKit
            let item = PKPaymentSummaryItem(label: "x", amount: NSDecimalNumber(value: 12.1))
            """
        try Data(source.utf8).write(to: folder.url.appending(path: "source"))
        let made = Self.names.map { "cp source s/$'\($0).swift'" }.joined(separator: " && ")
        let run = try ProcessRun(
            "mkdir s && \(made) && $QUINCE lint --json s >json; python3 reader.py",
            in: folder.url
        )
        #expect(run.remarks == "")
        #expect(run.results == "\(Self.names.count)\n")
    }

    /// The text for a person, on the other hand, shows a mark in the place of each.
    @Test func `is not the text, which has a mark for each`() throws {
        let made = Self.names.map { "$QUINCE token inspect $'\($0)' 2>>said" }.joined(
            separator: "; "
        )
        _ = try ProcessRun("\(made); true", in: folder.url)
        let said = try Data(contentsOf: folder.url.appending(path: "said"))
        let controls = said.filter { $0 < 0x20 && $0 != 0x0a || $0 == 0x7f }
        #expect(controls.isEmpty)
        let text = String(decoding: said, as: UTF8.self)
        let commands = Set(Self.commanding).subtracting([0x0a])
        #expect(!text.unicodeScalars.contains { commands.contains($0.value) })
        #expect(text.contains("quince: \u{fffd}\u{fffd}[2J: no such file"))
    }
}
