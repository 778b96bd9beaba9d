internal import Foundation
internal import TestSupport
import Testing

/// A result that was lost must not look like one that was read: a caller may look at the status alone.
@Suite("A result that cannot be written")
struct LostResultsTests {
    let folder = ScratchFolder()

    static let lines = [
        "$QUINCE token open a/token.json --key a/merchant-key.pem --root a/certificates/root.pem "
            + "--certificate a/certificates/merchant.pem --at 2026-01-01T12:00:00Z",
        "$QUINCE token open --batch many.ndjson --threads 2 --key a/merchant-key.pem "
            + "--root a/certificates/root.pem --certificate a/certificates/merchant.pem "
            + "--at 2026-01-01T12:00:00Z",
        "$QUINCE key check --key a/merchant-key.pem --certificate a/certificates/merchant.pem",
        "$QUINCE mint --certificate a/certificates/merchant.pem --out -", "$QUINCE mint --help",
    ]

    @Test(arguments: lines)
    func `is a failure, and says so`(line: String) throws {
        let made = try ProcessRun(
            """
            $QUINCE checkout --seed 1 --out a >/dev/null
            for n in $(seq 500); do tr -d '\\n' <a/token.json; echo; done >many.ndjson
            """,
            in: folder.url
        )
        #expect(made.status == 0)
        let full = try ProcessRun("\(line) >/dev/full", in: folder.url)
        #expect(full.status == 2, "\(full.remarks)")
        let cause = "quince: standard output: No space left on device (system error 28)\nhint: "
        #expect(full.remarks.contains(cause), "\(full.remarks)")
        // A pipe whose reader has ended, and SIGPIPE ignored. Opening it waits for the reader, and the
        // command starts when that is gone.
        let unread = try ProcessRun(
            """
            trap '' PIPE; mkfifo pipe; : <pipe & exec 3>pipe; wait; \(line) >&3
            """,
            in: folder.url
        )
        #expect(unread.status == 2, "\(unread.remarks)")
        let broken = "quince: standard output: Broken pipe (system error 32)\nhint: "
        #expect(unread.remarks.contains(broken), "\(unread.remarks)")
    }

    @Test func `stops a batch at once when its output is closed`() throws {
        let made = try ProcessRun(
            """
            $QUINCE checkout --seed 1 --out a >/dev/null
            for n in $(seq 2000); do echo '{}'; done >many.ndjson
            """,
            in: folder.url
        )
        #expect(made.status == 0)
        let run = try ProcessRun(
            """
            trap '' PIPE; $QUINCE token open --batch many.ndjson --key a/merchant-key.pem \
            --certificate a/certificates/merchant.pem | head -1; exit ${PIPESTATUS[0]}
            """,
            in: folder.url
        )
        #expect(run.status == 2)
        #expect(run.remarks.hasPrefix("quince: standard output: Broken pipe"), "\(run.remarks)")
    }
}
