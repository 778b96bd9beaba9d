import Foundation
import TestSupport
import Testing
import World

@testable import Storage

@Suite("Opening a database")
struct StorageOpeningTests {
    let folder = ScratchFolder()

    @Test func `finds again what was written`() async throws {
        do {
            let database = try await Ledger.open(in: folder)
            try await database.write { transaction throws(StorageFailure) in
                try Ledger.add("a", 1, in: transaction)
            }
        }
        #expect(try await Ledger.names(try Ledger.open(in: folder)) == ["a"])
    }

    @Test func `makes the file readable only by its owner`() async throws {
        let database = try await Ledger.open(in: folder)
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: database.name + suffix
            )
            let permissions = try #require(attributes[.posixPermissions] as? NSNumber)
            #expect(permissions.int16Value == 0o600, "\(suffix)")
        }
    }

    @Test func `takes away the access of others to a file, and says so`() async throws {
        let path = folder.path("ledger.db")
        try await Ledger.open(in: folder).close()
        for (before, after) in [(0o644, 0o600), (0o660, 0o600), (0o604, 0o600)] {
            try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path)
            let database = try await Ledger.open(in: folder)
            #expect(
                database.remarks
                    == [.accessRestricted(path: path, permissions: UInt32(before))]
            )
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == after)
            await database.close()
        }
        #expect(try await Ledger.open(in: folder).remarks == [])
    }

    @Test(arguments: [false, true])
    func `refuses a file that is gone or empty while its log is there, and keeps the log`(
        isEmpty: Bool
    ) async throws {
        let database = try await Ledger.open(in: folder)
        try await database.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
        }
        // As a killed process leaves it.
        let path = folder.path("lost.db")
        let log = try Data(contentsOf: URL(filePath: database.name + "-wal"))
        try log.write(to: URL(filePath: path + "-wal"))
        if isEmpty { try Data().write(to: URL(filePath: path)) }
        await #expect(throws: DatabaseRefusal.fileLost(path: path)) {
            try await Database(path: path, migrations: [])
        }
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log && !log.isEmpty)
    }

    @Test func `refuses a folder that is not there`() async {
        let path = folder.path("missing/ledger.db")
        await #expect(throws: DatabaseRefusal.folderMissing(path: path)) {
            try await Database(path: path, migrations: [])
        }
    }

    @Test(arguments: [1, 100])
    func `refuses a file that is something else and leaves it alone`(lines: Int) async throws {
        let text = String(repeating: "not a database\n", count: lines)
        let path = folder.path("letter.txt")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        await #expect(throws: DatabaseRefusal.notADatabase(path: path)) {
            try await Database(path: path, migrations: [Ledger.migrations])
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test(.enabled(if: SQLiteTool.isHere, "the program sqlite3 is not installed"))
    func `refuses a database of another program`() async throws {
        let path = folder.path("other.db")
        let other = try SQLiteConnection(path: path, patience: .zero)
        try other.run("CREATE TABLE theirs (x)")
        await #expect(throws: DatabaseRefusal.ofAnotherProgram(path: path, applicationID: 0)) {
            try await Database(path: path, migrations: [Ledger.migrations])
        }
        try other.run("PRAGMA application_id = 7")
        await #expect(throws: DatabaseRefusal.ofAnotherProgram(path: path, applicationID: 7)) {
            try await Database(path: path, migrations: [Ledger.migrations])
        }
    }

    @Test func `refuses a file that another connection has locked`() async throws {
        let holder = try await Ledger.open(in: folder)
        let path = folder.path("ledger.db")
        let more = MigrationSeries(
            module: "more",
            [Migration("more", ["CREATE TABLE more (x TEXT) STRICT"])]
        )
        let opening = SQLiteOpening(
            path: path,
            series: [Ledger.migrations, more],
            patience: .zero
        )
        try await holder.write { transaction throws(StorageFailure) in
            try Ledger.add("a", 1, in: transaction)
            #expect(throws: DatabaseRefusal.locked(database: path)) {
                try opening.open(fault: LockedValue(nil))
            }
        }
    }

    @Test func `refuses a folder that cannot be written to`() throws {
        let locked = folder.path("locked")
        try FileManager.default.createDirectory(
            atPath: locked,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o555]
        )
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: folder.url.path
        )
        let path = locked + "/ledger.db"
        let opening = SQLiteOpening(path: path, series: [Ledger.migrations], patience: .zero)
        try asNobody {
            #expect(throws: DatabaseRefusal.readOnly(path: path)) {
                try opening.open(fault: LockedValue(nil))
            }
        }
    }

    @Test(arguments: [0o444, 0o600])
    func `refuses a file of another user that cannot be written to, or read`(
        permissions: Int
    ) async throws {
        let path = folder.path("ledger.db")
        try await Ledger.open(in: folder).close()
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777],
            ofItemAtPath: folder.url.path
        )
        let opening = SQLiteOpening(path: path, series: [Ledger.migrations], patience: .zero)
        try asNobody {
            #expect(throws: DatabaseRefusal.readOnly(path: path)) {
                try opening.open(fault: LockedValue(nil))
            }
        }
    }

    @Test(arguments: [":memory:", "file:ledger.db?mode=memory"])
    func `never interprets a path as an in-memory database`(name: String) async throws {
        let path = folder.path(name)
        _ = try await Database(path: path, migrations: [Ledger.migrations])
        #expect(FileManager.default.fileExists(atPath: path))
    }

    /// The superuser may write anywhere, so this thread stops being the superuser for a moment.
    func asNobody(_ body: () -> Void) throws {
        typealias SetUser = @convention(c) (UInt32) -> Int32
        let symbol = try unsafe #require(unsafe dlsym(nil, "setfsuid"))
        let setUser = unsafe unsafeBitCast(symbol, to: SetUser.self)
        let before = setUser(65_534)
        defer { _ = setUser(UInt32(before)) }
        body()
    }
}
