import TestSupport
import World

@testable import Storage

/// A small database for the tests of Storage: entries that are claimed once.
enum Ledger {
    static let migrations = MigrationSeries(
        module: "ledger",
        [
            Migration(
                "entries",
                [
                    """
                    CREATE TABLE entry (
                        name TEXT PRIMARY KEY,
                        amount INTEGER NOT NULL CHECK (amount >= 0),
                        note BLOB
                    ) STRICT
                    """,
                    """
                    CREATE TABLE line (
                        entry TEXT NOT NULL REFERENCES entry (name),
                        text TEXT NOT NULL
                    ) STRICT
                    """,
                ]
            ),
            Migration(
                "entries-stay",
                [
                    """
                    CREATE TRIGGER entry_stays BEFORE DELETE ON entry
                    BEGIN SELECT raise(ABORT, 'entries stay'); END
                    """
                ]
            ),
        ]
    )

    static func open(in folder: ScratchFolder) async throws(DatabaseRefusal) -> Database {
        try await Database(path: folder.path("ledger.db"), migrations: [migrations])
    }

    /// A connection of its own, as the writer of a database has.
    static func connection(
        in folder: ScratchFolder,
        _ fault: LockedValue<StatementFault?>
    ) throws -> SQLiteConnection {
        try SQLiteOpening(
            path: folder.path("ledger.db"),
            series: [migrations],
            patience: .zero
        ).open(fault: fault)
    }

    static func add<Failure>(
        _ name: String,
        _ amount: Int64,
        in transaction: borrowing Transaction<Failure>
    ) throws(Failure) {
        try transaction.execute(
            "INSERT INTO entry (name, amount) VALUES ($1, $2)",
            [.text(name), .integer(amount)]
        )
    }

    static func names(_ database: Database) async throws(StorageFailure) -> [String] {
        try await database.read { snapshot throws(StorageFailure) in
            var names: [String] = []
            for row in try snapshot.rows("SELECT name FROM entry ORDER BY name") {
                names.append(try row.text("name"))
            }
            return names
        }
    }
}
