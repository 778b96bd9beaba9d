internal import Foundation
internal import TestSupport
import Testing

/// A signal that comes while tokens are made: the line waits for a file of theirs, and for nothing else.
@Suite("A mint that is interrupted", .timeLimit(.minutes(30)))
struct MintInterruptionTests {
    let folder = ScratchFolder()

    init() throws {
        let made = try ProcessRun("$QUINCE checkout --out a >/dev/null", in: folder.url)
        try #require(made.status == 0)
    }

    /// Begins a mint in the background, where bash would have it ignore interrupts, and sends the signal as
    /// soon as a condition holds.
    private func interrupted(
        _ options: String,
        once condition: String,
        by signal: String = "INT"
    ) throws -> ProcessRun {
        try ProcessRun(
            """
            env --default-signal $QUINCE mint --certificate a/certificates/merchant.pem --seed 1 \(options) &
            until \(condition) || ! kill -0 $! 2>/dev/null; do :; done
            kill -\(signal) $!; wait $!; echo "status $?"
            """,
            in: folder.url
        )
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func `leaves nothing of a new folder, and can be run again`(signal: String, status: Int) throws
    {
        let line = "--count 200000 --out x"
        let run = try interrupted(line, once: "[ -e x/token-000010.json ]", by: signal)
        #expect(run.results.hasSuffix("status \(status)\n"), "\(run.results)\(run.remarks)")
        #expect(try names() == ["a"])
        let again = try ProcessRun(
            "$QUINCE mint --certificate a/certificates/merchant.pem --seed 1 --out x >/dev/null",
            in: folder.url
        )
        #expect(again.status == 0)
        #expect(try names() == ["a", "x"])
    }

    static let places: [(String, String)] = [
        ("--count 200000", "[ -e quince-mint/token-000010.json ]"),
        ("--count 200000 --out new/deep", "[ -e new/deep/token-000010.json ]"),
        ("--count 200000 --out x --root r.pem", "[ -e x/token-000010.json ]"),
        ("--count 200000 --out x.ndjson", "compgen -G '.quince-new-*' >/dev/null"),
        ("--count 200000 --out x.ndjson --root r.pem", "compgen -G '.quince-new-*' >/dev/null"),
    ]

    @Test(arguments: places)
    func `leaves nothing, wherever it writes`(options: String, condition: String) throws {
        let run = try interrupted(options, once: condition)
        #expect(run.results.hasSuffix("status 130\n"), "\(run.results)\(run.remarks)")
        #expect(try names().filter { $0 != "new" } == ["a"])
        let left = FileManager.default.subpaths(atPath: folder.path("new")) ?? []
        #expect(left == [])
    }

    /// These tokens are few, so that a mint can end before the signal comes: then another one is begun.
    @Test func `leaves nothing of the tokens with faults`() throws {
        let first = "[ -e quince-mint/root.pem ]"
        var run = try interrupted("--fault all", once: first)
        for _ in 0..<50 where run.results.hasSuffix("status 0\n") {
            try FileManager.default.removeItem(at: folder.url.appending(path: "quince-mint"))
            run = try interrupted("--fault all", once: first)
        }
        #expect(run.results.hasSuffix("status 130\n"), "\(run.results)\(run.remarks)")
        #expect(try names() == ["a"])
    }

    /// The earlier tokens were removed before the first new one was written.
    @Test func `says that the tokens of a folder that was replaced are gone`() throws {
        let mint = "$QUINCE mint --certificate a/certificates/merchant.pem --seed 2"
        let made = try ProcessRun("\(mint) --out x >/dev/null; echo >x/notes", in: folder.url)
        #expect(made.status == 0)
        let line = "--count 200000 --out x --force"
        let run = try interrupted(line, once: "[ -e x/token-000010.json ]")
        #expect(run.remarks.hasSuffix("quince: stopped: the tokens in x were removed\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("x")) == ["notes"])
    }

    @Test func `leaves an earlier file of lines and its root as they were`() throws {
        let mint = "$QUINCE mint --certificate a/certificates/merchant.pem --seed 2"
        let made = try ProcessRun(
            "\(mint) --out x.ndjson >/dev/null; sha256sum x.* >sums",
            in: folder.url
        )
        #expect(made.status == 0)
        let line = "--count 200000 --out x.ndjson --force"
        let run = try interrupted(line, once: "compgen -G '.quince-new-*' >/dev/null")
        #expect(run.results.hasSuffix("status 130\n"))
        #expect(try ProcessRun("sha256sum --check --quiet sums", in: folder.url).status == 0)
        #expect(try names() == ["a", "sums", "x.ndjson", "x.root.pem"])
    }
}
