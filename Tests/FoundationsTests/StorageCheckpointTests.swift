import Foundation
import SQLite
import Storage
import TestSupport
import Testing
import World

@Suite("The log of a database")
struct StorageCheckpointTests {
    let folder = ScratchFolder()

    private static let migrations = MigrationSeries(
        module: "test",
        [Migration("note", ["CREATE TABLE note (text TEXT) STRICT"])]
    )

    private func size(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
        return try #require(attributes[.size] as? Int)
    }

    private func write(_ rows: Int, to database: Database) async throws {
        let text = String(repeating: "x", count: 400)
        try await database.write { transaction throws(StorageFailure) in
            for _ in 0..<rows {
                try transaction.execute("INSERT INTO note VALUES ($1)", [.text(text)])
            }
        }
    }

    /// The log stays below the 1,000 pages at which SQLite's own setting would copy it.
    @Test(.timeLimit(.minutes(10)))
    func `is copied into the file after some changes, while the database is open`() async throws {
        let database = try await Database(
            path: folder.path("notes.db"),
            migrations: [Self.migrations]
        )
        try await write(100, to: database)
        let before = try size("notes.db")
        try await write(900, to: database)
        while try size("notes.db") < before + 900 * 400 { await RealTime.pass(.milliseconds(10)) }
        #expect(try size("notes.db-wal") < 1_000 * 4_096)
        await database.close()
        #expect(!FileManager.default.fileExists(atPath: folder.path("notes.db-wal")))
    }

    @Test func `is copied by no commit`() async throws {
        let database = try await Database(
            path: folder.path("notes.db"),
            migrations: [Self.migrations]
        )
        let pages = try await database.write { transaction throws(StorageFailure) in
            try transaction.row("PRAGMA wal_autocheckpoint")?.integer("wal_autocheckpoint")
        }
        #expect(pages == 2_000, "pages, after which a commit does it all the same")
        await database.close()
    }

    @Test(.timeLimit(.minutes(10))) func `begins again after it was copied`() async throws {
        let database = try await Database(
            path: folder.path("notes.db"),
            migrations: [Self.migrations]
        )
        for _ in 0..<40 {
            let before = try size("notes.db")
            try await write(600, to: database)
            while try size("notes.db") < before + 600 * 400 {
                await RealTime.pass(.milliseconds(5))
            }
        }
        // All of it would be 40 times 600 rows of more than 400 bytes.
        #expect(try size("notes.db-wal") < 20 * 600 * 400)
        await database.close()
    }
}
