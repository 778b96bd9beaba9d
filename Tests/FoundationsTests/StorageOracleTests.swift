import Storage
import TestSupport
import Testing

/// Our files as the `sqlite3` program finds them, which shares none of our code.
@Suite(
    "A file that we wrote",
    .enabled(if: SQLiteTool.isHere, "the program sqlite3 is not installed")
)
struct StorageOracleTests {
    let folder = ScratchFolder()

    @Test func `reads the same to the sqlite3 program, even while it is open`() async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                "INSERT INTO entry (name, amount, note) VALUES ($1, $2, $3)",
                [.text("苹果6's"), .integer(.max), .bytes([0, 1, 0xfe])]
            )
        }
        let found = try SQLiteTool.run(
            "SELECT name, amount, hex(note) FROM entry",
            on: database.name
        )
        #expect(found == "苹果6's|9223372036854775807|0001FE\n")
    }

    @Test(arguments: [
        ("PRAGMA integrity_check", "ok\n"), ("PRAGMA journal_mode", "wal\n"),
        ("PRAGMA application_id", "1366188901\n"),
        (
            "SELECT module, position, name FROM schema_migration",
            "ledger|0|entries\nledger|1|entries-stay\n"
        ),
    ])
    func `is intact, uses write-ahead logging, and records its migrations`(
        query: String,
        answer: String
    ) async throws {
        let database = try await Ledger.open(in: folder)
        #expect(try SQLiteTool.run(query, on: database.name) == answer)
    }
}
