import Foundation
import TestSupport
import Testing
import World

@testable import Storage

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

    private func open() async throws -> Database {
        try await Database(path: folder.path("notes.db"), migrations: [Self.migrations])
    }

    @Test func `is copied into the file while the database is open, and begins again`() async throws
    {
        let database = try await open()
        for _ in 0..<40 { try await write(600, to: database) }
        // All of it is 40 times 600 rows of more than 400 bytes, which the log would keep.
        #expect(try size("notes.db-wal") < 25 * 600 * 400)
        #expect(try size("notes.db") > 30 * 600 * 400)
        await database.close()
        #expect(!FileManager.default.fileExists(atPath: folder.path("notes.db-wal")))
    }

    @Test func `is copied by no commit, whatever connection makes it`() throws {
        let connection = try SQLiteConnection(path: folder.path("notes.db"), patience: .zero)
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("CREATE TABLE note (text TEXT) STRICT")
        let before = try size("notes.db")
        for _ in 0..<2_000 { try connection.run("INSERT INTO note VALUES ('x')") }
        #expect(try size("notes.db") == before)
        #expect(connection.logPages > 2_000)
    }

    /// A connection that is closed holds such a lock while it copies the log.
    @Test func `is opened once another connection gives the file free`() async throws {
        await (try await open()).close()
        let path = folder.path("notes.db")
        let isLocked = AwaitableValue(false)
        Thread.detachNewThread {
            guard let other = try? SQLiteConnection(path: path, patience: .zero) else { return }
            _ = try? other.run("PRAGMA locking_mode = EXCLUSIVE")
            _ = try? other.run("INSERT INTO note VALUES ('x')")
            isLocked.change { $0 = true }
            Thread.sleep(forTimeInterval: 0.3)
        }
        try #require(await isLocked.wait(within: .seconds(60)) { $0 })
        #expect(throws: StorageFailure.busy) { _ = try Checkpointer(path, patience: .zero) }
        #expect(throws: Never.self) { _ = try Checkpointer(path, patience: .seconds(60)) }
    }

    /// Nothing was committed by this database, and what the other has written is not its business; the
    /// log is long all the same when it commits next.
    @Test func `is copied also where another connection has made it long`() async throws {
        let database = try await open()
        let other = try SQLiteConnection(path: folder.path("notes.db"), patience: .seconds(5))
        for _ in 0..<2_000 { try other.run("INSERT INTO note VALUES ('x')") }
        try await write(1, to: database)
        try await write(1, to: database)
        #expect(try size("notes.db-wal") < 2_100 * 4_120, "it has begun again")
        #expect(other.logPages > 2_000)
        try other.run("INSERT INTO note VALUES ('x')")
        #expect(other.logPages < 10)
        await database.close()
    }

    @Test func `waits for a reader that needs it, and is cut to its usual length after that`()
        async throws
    {
        let database = try await open()
        try await write(1, to: database)
        let reader = try SQLiteConnection(readingFrom: folder.path("notes.db"), patience: .zero)
        try reader.run("BEGIN")
        let count: StaticString = "SELECT count(*) AS notes FROM note"
        #expect(try reader.run(count).rows.first?.integer("notes") == 1)
        for _ in 0..<60 { try await write(600, to: database) }
        #expect(try size("notes.db-wal") > 60 * 600 * 400)
        #expect(try reader.run(count).rows.first?.integer("notes") == 1)
        try reader.run("COMMIT")
        for _ in 0..<25 { try await write(600, to: database) }
        #expect(try size("notes.db-wal") <= 8 << 20)
        #expect(try reader.run(count).rows.first?.integer("notes") == 85 * 600 + 1)
        await database.close()
    }
}
