internal import Bytes
internal import CommandLineTool
internal import Files
internal import Foundation
internal import PaymentToken
internal import TestSupport
import Testing
internal import TokenMint
internal import World

@testable import quince

@Suite("quince token open --batch")
struct TokenBatchTests {
    let folder = ScratchFolder()

    /// Lines of a file, good and bad, with what is to be said of each by its number.
    struct Batch {
        let text: [UInt8]
        let expected: [(line: Int, step: String?)]
    }

    static func oneLine(_ run: CheckoutRun) throws -> [UInt8] {
        try Files.read(run.files.token, limit: 65_536).filter { $0 != 0x0a }
    }

    /// Good tokens with something wrong after every fifth, and lines that end as elsewhere.
    static func batch(_ run: CheckoutRun, count: Int) throws -> Batch {
        let good = try oneLine(run)
        let tampered = run.ending.token.map { token in
            var parts = TokenParts(of: token)
            parts.data[0] ^= 1
            return Array(parts.json.utf8)
        }
        let long = [UInt8](repeating: 0x20, count: SealedPaymentToken.sizeLimit + 1)
        let bad: [([UInt8], String?)] = [
            (Array("{".utf8), "format"), (long, "format"), (Array("{}".utf8), "format"),
            (Array(good.dropLast(40)), "format"), ([0xff, 0xfe], "format"),
            (try #require(tampered), "signature"),
        ]
        var (lines, expected): ([[UInt8]], [(Int, String?)]) = ([], [])
        for number in 0..<count {
            lines.append(good + (number.isMultiple(of: 7) ? [0x0d] : []))
            expected.append((lines.count, nil))
            guard number.isMultiple(of: 5) else { continue }
            let (line, step) = bad[number / 5 % bad.count]
            lines.append(line)
            expected.append((lines.count, step))
            lines.append([])
        }
        return Batch(text: Array(lines.joined(separator: [0x0a])), expected: expected)
    }

    @Test(arguments: [1, 2, 7])
    func `gives a line for each token in their order, and goes on after bad ones`(
        threads: Int
    ) async throws {
        let run = try await CheckoutRun.shared()
        let batch = try Self.batch(run, count: 400)
        let path = folder.path("tokens.ndjson")
        try Files.write(batch.text, to: path)
        let arguments = ["--batch", path, "--threads", "\(threads)"] + run.keys
        let opened = await CommandRun(["token", "open", "--json"] + arguments)
        #expect(opened.status == .refused)
        let lines = opened.results.split(separator: "\n")
        #expect(lines.count == batch.expected.count)
        for (line, expected) in zip(lines, batch.expected) {
            let read = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let object = try #require(read as? [String: Any])
            #expect(object["line"] as? Int == expected.line)
            #expect(object["step"] as? String == expected.step)
            #expect(object["verdict"] as? String == (expected.step == nil ? "accepted" : "refused"))
        }
        let refused = batch.expected.count { $0.step != nil }
        #expect(opened.remarks.contains("\(batch.expected.count) tokens: 400 opened"))
        let counted = opened.remarks.split(separator: "\n").dropFirst()
            .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        #expect(counted.reduce(0, +) == refused)
        let text = await CommandRun(["token", "open"] + arguments)
        let first = "1  accepted  \(try #require(run.ending.token).transactionID)  10.75 USD  ••••"
        #expect(text.results.hasPrefix(first))
        #expect(text.results.contains("\n2  refused at format: not JSON: it breaks off\n"))
        #expect(text.results.split(separator: "\n").count == batch.expected.count)
    }

    @Test func `succeeds if every token opens, and if there is none`() async throws {
        let run = try await CheckoutRun.shared()
        let good = try Self.oneLine(run)
        for (name, text, count) in [("one", good, 1), ("none", [], 0)] {
            let path = folder.path(name)
            try Files.write(text, to: path)
            let opened = await CommandRun(["token", "open", "--batch", path] + run.keys)
            #expect(opened.status == .success)
            #expect(opened.results.split(separator: "\n").count == count)
            #expect(opened.remarks.hasPrefix("\(count) tokens: \(count) opened"))
        }
    }

    @Test func `names the invalid option`() async throws {
        let run = try await CheckoutRun.shared()
        let cases: [([String], String)] = [
            (["--batch", folder.path("missing")], "no such file or folder"),
            (["--batch", folder.url.path], "is a folder"),
            (["--batch", run.files.token, "--threads", "0"], "not a whole number from 1 to 256"),
            (
                ["--batch", run.files.token, "--threads", "many"],
                "not a whole number from 1 to 256"
            ),
            (["--batch", run.files.token, run.files.token], "were both given"),
            ([run.files.token, "--threads", "2"], "--threads is for --batch"),
            ([], "FILE is missing"),
        ]
        for (arguments, words) in cases {
            let refused = await CommandRun(["token", "open"] + run.keys + arguments)
            #expect(refused.status == .misuse)
            #expect(refused.results.isEmpty)
            #expect(refused.remarks.contains(words), "\(words)")
        }
    }

    @Test func `shows a progress bar up to 100 %`() {
        let bars = [0, 1, 50, 99, 100, 101].map { ProgressBar.text(done: $0, of: 100, "x") }
        #expect(bars.allSatisfy { $0.count == bars[0].count })
        #expect(bars[0].hasPrefix("░") && bars[0].contains("   0 %"))
        #expect(bars[4] == bars[5] && !bars[4].contains("░") && bars[4].contains(" 100 %"))
        #expect(ProgressBar.text(done: 5, of: nil, "5 tokens") == "5 tokens")
        #expect(ProgressBar.text(done: 5, of: 0, "5 tokens") == "5 tokens")
    }
}

@Suite("A line reader")
struct LineReaderTests {
    let folder = ScratchFolder()

    func lines(of bytes: [UInt8], limit: Int = 10) throws -> [LineReader.Line] {
        let path = folder.path("lines")
        try Files.write(bytes, to: path)
        var reader = try LineReader(path, limit: limit)
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(reader.position == bytes.count)
        #expect(reader.length == bytes.count)
        return lines
    }

    @Test func `returns the text between line ends`() throws {
        func line(_ text: String) -> LineReader.Line { .bytes(Array(text.utf8)) }
        let cases: [(String, [LineReader.Line])] = [
            ("", []), ("a", [line("a")]), ("a\n", [line("a")]), ("a\nb", [line("a"), line("b")]),
            ("\n", [line("")]), ("\n\na", [line(""), line(""), line("a")]),
            ("a\r\nb\r", [line("a"), line("b")]), ("0123456789\n", [line("0123456789")]),
            ("01234567890\na\n", [.tooLong, line("a")]), ("a\n01234567890", [line("a"), .tooLong]),
        ]
        for (text, expected) in cases {
            #expect(try lines(of: Array(text.utf8)) == expected, "\(text)")
        }
    }

    /// Lines of every length around the length of its buffer.
    @Test func `gives the same result at any buffer boundary`() throws {
        let world = World.simulated(seed: 3, startingAt: UnixTime(seconds: 0))
        let texts = (0..<60).map { _ -> [UInt8] in
            let count = Int(world.randomness.number(below: 20_000))
            return [UInt8](
                repeating: UInt8(0x61 + world.randomness.number(below: 26)),
                count: count
            )
        }
        let read = try lines(of: Array(texts.joined(separator: [0x0a])), limit: 30_000)
        #expect(read == texts.map { .bytes($0) })
    }
}
