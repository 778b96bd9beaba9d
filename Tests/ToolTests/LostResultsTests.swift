internal import Foundation
internal import TestSupport
import Testing

/// A result that nobody gets must not look like one that somebody got: whoever asks a program may
/// look at its status alone.
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
        // Nobody reads, and the signal that says so is not taken.
        let unread = try ProcessRun(
            "trap '' PIPE; \(line) | true; exit ${PIPESTATUS[0]}",
            in: folder.url
        )
        #expect(unread.status == 2 || unread.status == 0, "written before the reader went")
    }

    @Test func `stops a batch at once where nobody reads on`() throws {
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
