internal import Glibc
internal import World

/// A database in one file: SQLite, with a write-ahead log that is flushed at every commit.
///
/// One connection writes and one reads, each behind a lock, so an instance can be used from any
/// thread. A closure given to ``write(_:)`` or ``read(_:)`` must not call either: it would deadlock.
///
/// - Source: SQLite, *Write-Ahead Logging*, *PRAGMA synchronous* (FULL), *STRICT Tables*.
public final class Database: Sendable {
    /// The application ID in the files' headers: `Qnce` in ASCII.
    ///
    /// - Source: our own choice; SQLite, *PRAGMA application_id*.
    public static let applicationID: Int64 = 0x516e_6365

    /// The file.
    public let path: String

    let writer: LockedValue<Connection>
    private let reader: LockedValue<Connection>

    /// Opens a file and brings its tables up to date. A missing file is created, readable by its
    /// owner only.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - series: The migrations of every module that has tables in this file.
    ///   - patience: How long to wait for another process that locks the file; whole seconds.
    /// - Throws: ``DatabaseRefusal`` with the cause and the remedy.
    public init(
        path: String,
        migrations series: [MigrationSeries],
        patience: Duration = .seconds(5)
    ) throws(DatabaseRefusal) {
        // With a slash in front, SQLite's special names such as `:memory:` are plain files.
        let file = path.hasPrefix("/") ? path : "./" + path
        self.path = path
        try Self.makeFile(file)
        let connection = try Self.connect(file, patience: patience)
        guard !connection.isReadOnly else { throw .readOnly(path: path) }
        try Self.claim(connection, path: path)
        try Self.keepLog(connection, path: path)
        try Self.migrate(connection, path: path, through: series)
        let second = try Self.connect(file, patience: patience)
        do { try second.run("PRAGMA query_only = ON") } catch {
            throw DatabaseRefusal(error, path: path)
        }
        writer = LockedValue(connection)
        reader = LockedValue(second)
    }

    /// Runs a transaction: all of it is on the disk when this returns, or nothing is.
    ///
    /// - Throws: What the closure throws, or a ``StorageFailure`` in its error type.
    @discardableResult
    public func write<Result, Failure: CarriesStorageFailure>(
        _ body: (borrowing Transaction) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try writer.withLock { connection throws(Failure) in
            let transaction = Transaction(on: connection)
            return try connection.transact("BEGIN IMMEDIATE") { () throws(Failure) in
                try body(transaction)
            }
        }
    }

    /// Reads the database as it is at one moment, while others may write.
    ///
    /// - Throws: What the closure throws, or a ``StorageFailure`` in its error type.
    public func read<Result, Failure: CarriesStorageFailure>(
        _ body: (borrowing Snapshot) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try reader.withLock { connection throws(Failure) in
            let snapshot = Snapshot(on: connection)
            return try connection.transact("BEGIN DEFERRED") { () throws(Failure) in
                try body(snapshot)
            }
        }
    }

    // `mknod` creates the file without opening it: closing any descriptor of a file drops the
    // locks that SQLite holds on it in this process.
    private static func makeFile(_ path: String) throws(DatabaseRefusal) {
        guard unsafe mknod(path, S_IFREG | S_IRUSR | S_IWUSR, 0) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT, ENOTDIR: throw .folderMissing(path: path)
        case EACCES, EPERM, EROFS: throw .readOnly(path: path)
        case ENOSPC, EDQUOT: throw .unavailable(path: path, .full)
        case let other: throw .unavailable(path: path, .inputOutput(code: other))
        }
    }

    private static func connect(
        _ path: String,
        patience: Duration
    ) throws(DatabaseRefusal) -> Connection {
        do {
            let connection = try Connection(path: path, patience: patience)
            try connection.run("PRAGMA synchronous = FULL")
            try connection.run("PRAGMA foreign_keys = ON")
            try connection.run("PRAGMA trusted_schema = OFF")
            // Otherwise INSERT OR REPLACE deletes rows without running their DELETE triggers.
            try connection.run("PRAGMA recursive_triggers = ON")
            return connection
        } catch {
            throw DatabaseRefusal(error, path: path)
        }
    }

    static func keepLog(
        _ connection: Connection,
        path: String
    ) throws(DatabaseRefusal) {
        let mode: String?
        do {
            mode = try connection.run("PRAGMA journal_mode = WAL").first?.text("journal_mode")
        } catch {
            throw DatabaseRefusal(error, path: path)
        }
        guard mode == "wal" else { throw .writeAheadLogUnavailable(path: path) }
    }

    /// Marks an empty file as ours, and refuses one of another program.
    private static func claim(
        _ connection: Connection,
        path: String
    ) throws(DatabaseRefusal) {
        let found: Int64
        do {
            found = try mark(of: connection)
            if found == applicationID { return }
            let claimed = try connection.transact("BEGIN IMMEDIATE") {
                () throws(StorageFailure) -> Bool in
                let tables = try connection.run("SELECT count(*) AS tables FROM sqlite_schema")
                let mark = try Self.mark(of: connection)
                guard try tables.first?.integer("tables") == 0, mark == 0 else {
                    return mark == Self.applicationID
                }
                try connection.run("PRAGMA application_id = 0x516e6365")
                return true
            }
            if claimed { return }
        } catch {
            throw DatabaseRefusal(error, path: path)
        }
        throw .ofAnotherProgram(path: path, applicationID: found)
    }

    private static func mark(of connection: Connection) throws(StorageFailure) -> Int64 {
        try connection.run("PRAGMA application_id").first?.integer("application_id") ?? 0
    }
}

extension DatabaseRefusal {
    /// The refusal for a failure while a file is opened.
    init(_ failure: StorageFailure, path: String) {
        switch failure {
        case .corrupt: self = .notADatabase(path: path)
        case .busy: self = .locked(path: path)
        case .readOnly: self = .readOnly(path: path)
        default: self = .unavailable(path: path, failure)
        }
    }
}
