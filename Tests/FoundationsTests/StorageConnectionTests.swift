import TestSupport
import Testing

@testable import Storage

/// SQLite's own report on a connection of ours.
@Suite("A connection to a database")
struct StorageConnectionTests {
    let folder = ScratchFolder()

    /// `synchronous` is 2 for FULL: a commit is flushed to the disk before it returns.
    @Test(arguments: [
        ("PRAGMA synchronous", "synchronous", 2), ("PRAGMA foreign_keys", "foreign_keys", 1),
        ("PRAGMA trusted_schema", "trusted_schema", 0),
        ("PRAGMA recursive_triggers", "recursive_triggers", 1),
    ])
    func `has its settings, for writing and for reading`(
        query: String,
        column: String,
        setting: Int64
    ) async throws {
        let database = try await Ledger.open(in: folder)
        let literal = try #require(Self.settings.first { $0.description == query })
        let written = try await database.write { transaction throws(StorageFailure) in
            try transaction.row(literal)?.integer(column)
        }
        let read = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(literal)?.integer(column)
        }
        #expect(written == setting)
        #expect(read == setting)
    }

    static let settings: [StaticString] = [
        "PRAGMA synchronous", "PRAGMA foreign_keys", "PRAGMA trusted_schema",
        "PRAGMA recursive_triggers",
    ]

    @Test func `writes ahead into a log`() async throws {
        let database = try await Ledger.open(in: folder)
        let mode = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row("PRAGMA journal_mode")?.text("journal_mode")
        }
        #expect(mode == "wal")
    }

    /// A database in memory has no log, whatever is asked.
    @Test func `is refused where the file cannot have a log`() throws {
        let connection = try SQLiteConnection(path: ":memory:", patience: .zero)
        let opening = SQLiteOpening(path: "ledger.db", series: [], patience: .zero)
        #expect(throws: DatabaseRefusal.writeAheadLogUnavailable(path: "ledger.db")) {
            try opening.keepLog(connection)
        }
    }

    @Test func `keeps no value that was bound, once a statement has ended`() throws {
        let connection = try SQLiteConnection(path: folder.path("a.db"), patience: .zero)
        let text = String(repeating: "x", count: 1_000_000)
        let row = try connection.run("SELECT length($1) AS length", [.text(text)]).rows.first
        #expect(try row?.integer("length") == 1_000_000)
        #expect(connection.bound.used == 0 && connection.bound.capacity < 100_000)
    }

    @Test func `clears the values of a failed statement too`() throws {
        let connection = try SQLiteConnection(path: folder.path("a.db"), patience: .zero)
        try connection.run("CREATE TABLE t (x TEXT UNIQUE CHECK (x = '')) STRICT")
        let text = String(repeating: "x", count: 1_000_000)
        #expect(throws: StorageFailure.constraintViolated(.check)) {
            try connection.run("INSERT INTO t VALUES ($1)", [.text(text)])
        }
        #expect(connection.bound.used == 0 && connection.bound.capacity < 100_000)
    }

    /// Where the bytes of a value were, there are zeros once its statement has ended.
    @Test func `overwrites what was bound`() throws {
        let bound = BoundBytes()
        let values = [[UInt8]("first".utf8), [], Array("second".utf8)]
        bound.reserve(for: values.map(StoredValue.bytes))
        var places = unsafe [UnsafeRawBufferPointer]()
        for value in values {
            let start = unsafe bound.add(value.span)
            // SQLite takes no place for null.
            let isNull = unsafe start == nil
            #expect(!isNull)
            let place = unsafe UnsafeRawBufferPointer(start: start, count: value.count)
            unsafe places.append(place)
        }
        let before = unsafe places.map { unsafe Array($0) }
        bound.clear()
        let after = unsafe places.map { unsafe Array($0) }
        #expect(before == values && after == values.map { $0.map { _ in 0 } })
        let long = unsafe bound.add([UInt8](repeating: 1, count: bound.capacity + 1).span)
        let isRefused = unsafe long == nil
        #expect(isRefused)
    }

    /// Every parameter is bound again in each run: none keeps the value of the run before.
    @Test func `takes no value of an earlier run`() throws {
        let connection = try SQLiteConnection(path: folder.path("a.db"), patience: .zero)
        for text in ["a", "b"] {
            let rows = try connection.run("SELECT $1 AS value", [.text(text)]).rows
            #expect(try rows.first?.text("value") == text)
        }
        #expect(throws: StorageFailure.parameterCount(expected: 1, given: 0)) {
            try connection.run("SELECT $1 AS value")
        }
    }

    @Test func `waits the configured time for another process that holds the file`() throws {
        let holder = try SQLiteConnection(path: folder.path("a.db"), patience: .zero)
        try holder.run("CREATE TABLE t (x TEXT) STRICT")
        let waiting = try SQLiteConnection(path: folder.path("a.db"), patience: .seconds(2))
        let row = try waiting.run("PRAGMA busy_timeout").rows.first
        #expect(try row?.integer("timeout") == 2_000)
        let hasty = try SQLiteConnection(path: folder.path("a.db"), patience: .zero)
        try holder.run("BEGIN IMMEDIATE")
        #expect(throws: StorageFailure.busy) { try hasty.run("BEGIN IMMEDIATE") }
    }

    /// More writes wait than Swift has threads, and other tasks go on. The patience only ends a hang:
    /// beside other tests each change of tasks can take seconds.
    @Test func `blocks no thread of Swift's while it waits`() async throws {
        let holder = try SQLiteConnection(path: folder.path("ledger.db"), patience: .zero)
        let database = try await Database(
            path: folder.path("ledger.db"),
            migrations: [Ledger.migrations],
            patience: .seconds(1_800)
        )
        try holder.run("BEGIN IMMEDIATE")
        let names = (0..<16).map { "entry \($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                group.addTask {
                    try await database.write { transaction throws(StorageFailure) in
                        try Ledger.add(name, 1, in: transaction)
                    }
                }
            }
            for _ in 0..<100 { await Task.detached { await Task.yield() }.value }
            #expect(try await Ledger.names(database) == [])
            holder.rollBack()
            try await group.waitForAll()
        }
        #expect(try await Ledger.names(database) == names.sorted())
    }

    @Test func `is refused where SQLite cannot open the file`() {
        // 14 is SQLITE_CANTOPEN.
        #expect(throws: StorageFailure.inputOutput(code: 14)) {
            try SQLiteConnection(path: folder.path("missing/a.db"), patience: .zero)
        }
    }
}
