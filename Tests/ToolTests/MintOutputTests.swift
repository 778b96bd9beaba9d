internal import CommandLineTool
internal import Files
internal import Foundation
internal import TestSupport
import Testing
internal import World

@testable import quince

/// The output of a mint takes the place of nothing unless it is told to, and never mixes with another's.
@Suite("The output of quince mint")
struct MintOutputTests {
    let folder = ScratchFolder()

    static let open = """
        $QUINCE token open --key a/merchant-key.pem --certificate a/certificates/merchant.pem
        """

    init() throws {
        let made = try ProcessRun("$QUINCE checkout --out a >/dev/null", in: folder.url)
        try #require(made.status == 0)
    }

    func mint(_ options: String) throws -> ProcessRun {
        try ProcessRun(
            "$QUINCE mint --certificate a/certificates/merchant.pem \(options)",
            in: folder.url
        )
    }

    func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(path)).sorted()
    }

    @Test(arguments: ["x", "x/", "./x", "x.ndjson"])
    func `is not overwritten unless forced`(out: String) throws {
        #expect(try mint("--out \(out) --count 12").status == 0)
        let before = try names(".")
        let refused = try mint("--out \(out)")
        #expect(refused.status == 2)
        #expect(refused.remarks.contains("quince: \(out): is there already\nhint: "))
        #expect(try names(".") == before)
        let forced = try mint("--out \(out) --force")
        #expect(forced.status == 0, "\(forced.remarks)")
        let tokens = out == "x.ndjson" ? "--batch x.ndjson" : "x/token.json"
        let root = out == "x.ndjson" ? "x.root.pem" : "x/root.pem"
        let opened = try ProcessRun("\(Self.open) \(tokens) --root \(root)", in: folder.url)
        #expect(opened.status == 0, "\(opened.results)\(opened.remarks)")
        if out != "x.ndjson" { #expect(try names("x") == ["root.pem", "token.json"]) }
    }

    /// Only what the mint itself wrote is removed.
    @Test func `leaves other files in a folder alone`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("x"),
            withIntermediateDirectories: false
        )
        let others = ["notes.json", "token-a.json", "tokens.json", "token-1.json.bak"]
        for name in others + ["stale.json", "token-7.json"] {
            try Data("{}".utf8).write(to: folder.url.appending(path: "x/\(name)"))
        }
        #expect(try mint("--out x").status == 2)
        #expect(try mint("--out x --force").status == 0)
        #expect(try names("x") == (others + ["root.pem", "token.json"]).sorted())
    }

    @Test func `of each fault leaves nothing to the next mint in its folder`() throws {
        #expect(try mint("--fault all --out x").status == 0)
        #expect(try names("x").contains("manifest.json"))
        #expect(try mint("--out x --force").status == 0)
        #expect(try names("x") == ["root.pem", "token.json"])
    }

    @Test func `of several at once is a folder each`() throws {
        let run = try ProcessRun(
            """
            for n in 1 2 3 4 5 6; do
                $QUINCE mint --certificate a/certificates/merchant.pem --count 5 >$n.txt 2>&1 &
            done
            wait
            """,
            in: folder.url
        )
        #expect(run.status == 0)
        let folders = try names(".").filter { $0.hasPrefix("quince-mint") }
        #expect(folders == ["quince-mint"] + (2...6).map { "quince-mint-\($0)" })
        for name in folders {
            #expect(try names(name) == ["root.pem"] + (1...5).map { "token-\($0).json" })
            for number in 1...5 {
                let line = "\(Self.open) \(name)/token-\(number).json --root \(name)/root.pem"
                #expect(try ProcessRun(line, in: folder.url).status == 0)
            }
        }
    }

    /// Each waits for the other, and the later one's tokens and root are all there is.
    @Test(arguments: ["x", "x.ndjson"])
    func `of several at once to one place is that of one`(out: String) throws {
        let run = try ProcessRun(
            """
            for n in 1 2 3 4; do
                $QUINCE mint --certificate a/certificates/merchant.pem --count $((n * 3)) \
                    --force --out \(out) >/dev/null 2>&1 &
            done
            wait
            if [ -d x ]; then for f in x/token-*; do tr -d '\\n' <$f; echo; done >all; else
                cp x.ndjson all; cp x.root.pem root.pem; fi
            \(Self.open) --batch all --root $(ls x/root.pem root.pem 2>/dev/null) | tail -n 1
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.results)\(run.remarks)")
        let count = try #require(run.results.split(separator: " ").first.flatMap { Int($0) })
        #expect([3, 6, 9, 12].contains(count) && !run.results.contains("refused"))
    }

    /// A short run shows nothing; after more than a second there is a bar, updated once a second.
    @Test func `is counted on a terminal after a second`() {
        let clock = SimulatedClock(startingAt: UnixTime(seconds: 1_000))
        let shown = LockedValue<[String]>([])
        let output = Output(
            results: { _ in },
            remarks: { _ in },
            status: { line in shown.withLock { $0.append(line) } }
        )
        let progress = MintProgress(output, clock: clock)
        progress.show(1, of: 10)
        clock.advance(bySeconds: 1)
        progress.show(2, of: 10)
        #expect(shown.withLock { $0 }.isEmpty)
        clock.advance(bySeconds: 1)
        progress.show(5, of: 10)
        progress.show(6, of: 10)
        progress.end()
        let lines = shown.withLock { $0 }
        #expect(lines.count == 2 && lines[0].hasSuffix(" 50 %  5 of 10 tokens"))
        #expect(lines[1] == "")
    }
}
