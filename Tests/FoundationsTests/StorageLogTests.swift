import Foundation
import TestSupport
import Testing
import World

@testable import Storage

@Suite("The pages of a log")
struct StorageLogTests {
    let folder = ScratchFolder()

    private static let makeNotes: StaticString =
        "CREATE TABLE note (key INTEGER PRIMARY KEY, value BLOB NOT NULL) STRICT"
    private static let setNote: StaticString = "INSERT OR REPLACE INTO note VALUES ($1, $2)"
    private static let notes: StaticString = "SELECT key, value FROM note ORDER BY key"

    private func open(_ name: String) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: folder.path(name), patience: .seconds(5))
        try connection.configure()
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run(Self.makeNotes)
        return connection
    }

    private static func isIntact(_ connection: SQLiteConnection) throws -> Bool {
        let row = try connection.run("PRAGMA integrity_check").rows.first
        return try row?.text("integrity_check") == "ok"
    }

    /// With a cache of five pages SQLite writes to the log in the middle of a transaction, and reads and
    /// overwrites there what it wrote. Beside it the same statements run in memory, without a log.
    @Test(arguments: UInt64(1)...12)
    func `hold what a database in memory holds, whatever is undone`(seed: UInt64) throws {
        let randomness = SeededRandomness(seed: seed)
        func number(below bound: UInt64) -> Int { Int(randomness.number(below: bound)) }
        let filed = try open("notes.db")
        try filed.run("PRAGMA cache_size = 5")
        let reader = try SQLiteConnection(
            readingFrom: folder.path("notes.db"),
            patience: .seconds(5)
        )
        let model = try SQLiteConnection(path: ":memory:", patience: .zero)
        try model.run(Self.makeNotes)
        func run(_ statement: StaticString, _ values: [StoredValue] = []) throws {
            try model.run(statement, values)
            try filed.run(statement, values)
        }
        for _ in 0..<20 {
            let committed = try model.run(Self.notes).rows
            try run("BEGIN IMMEDIATE")
            for _ in 0..<number(below: 6) {
                try run("SAVEPOINT part")
                for _ in 0..<number(below: 60) {
                    let key = StoredValue.integer(Int64(number(below: 300)))
                    switch number(below: 4) {
                    case 0: try run("DELETE FROM note WHERE key = $1", [key])
                    default:
                        let value = randomness.bytes(number(below: 3_000))
                        try run(Self.setNote, [key, .bytes(value)])
                    }
                }
                if number(below: 3) == 0 { try run("ROLLBACK TO part") }
                try run("RELEASE part")
                #expect(try filed.run(Self.notes).rows == model.run(Self.notes).rows)
            }
            #expect(try reader.run(Self.notes).rows == committed)
            try run(number(below: 4) == 0 ? "ROLLBACK" : "COMMIT")
            #expect(try reader.run(Self.notes).rows == model.run(Self.notes).rows)
            if number(below: 3) == 0 { try filed.run("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        #expect(try Self.isIntact(reader))
    }

    /// In a process of its own, since the limit on a file's size holds for all threads.
    @Test func `that cannot be written undo their transaction, and the next one is kept`() throws {
        let path = folder.path("ledger.db")
        let process = Process.test(
            "StorageLimitedTests",
            [StorageLimitedTests.pathVariable: path]
        )
        try process.start()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        let reader = try SQLiteConnection(readingFrom: path, patience: .seconds(5))
        let names = try reader.run("SELECT name FROM entry").rows.map { try $0.text("name") }
        #expect(names == ["before", "later"])
        #expect(try Self.isIntact(reader))
    }
}

/// Runs only as the child of the test above.
@Suite("A program whose files may not grow")
struct StorageLimitedTests {
    static let pathVariable = "QUINCE_TEST_LIMITED_DATABASE"

    /// Limits the size of files that this process writes. Units: bytes.
    private static func limitFiles(to size: UInt) -> Bool {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
            return false
        }
        limit.rlim_cur = min(limit.rlim_max, size)
        return unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment[Self.pathVariable] != nil,
            "only as the child of another test"
        )
    )
    func `is told that a commit failed`() async throws {
        let path = try #require(ProcessInfo.processInfo.environment[Self.pathVariable])
        signal(SIGXFSZ, SIG_IGN)
        let database = try await Database(path: path, migrations: [Ledger.migrations])
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("before", 1, in: transaction)
        }
        let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")
        let size = try #require(log[.size] as? UInt)
        try #require(Self.limitFiles(to: size + 40_000))
        await #expect(throws: StorageFailure.commitUnknown) {
            try await database.write { transaction throws(StorageFailure) in
                for number in 0..<100 {
                    try transaction.execute(
                        "INSERT INTO entry (name, amount, note) VALUES ($1, 1, zeroblob(1000))",
                        [.text("lost \(number)")]
                    )
                }
            }
        }
        #expect(try await Ledger.names(database) == ["before"])
        try #require(Self.limitFiles(to: .max))
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("later", 1, in: transaction)
        }
        #expect(try await Ledger.names(database) == ["before", "later"])
        await database.close()
    }
}
