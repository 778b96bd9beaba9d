internal import Glibc
internal import World

/// Opens a file and brings its tables up to date.
struct SQLiteOpening: Sendable {
    /// The path as it was given, or what messages call a database in memory.
    let name: String
    /// The path as SQLite gets it; nil for a database in memory.
    let file: String?
    let series: [MigrationSeries]
    let patience: Duration
    /// The file that the writing connection has opened.
    private let opened = LockedValue<FileIdentity?>(nil)

    /// The application ID in the files' headers: `Qnce` in ASCII.
    static let applicationID: Int64 = 0x516e_6365

    init(path: String?, series: [MigrationSeries], patience: Duration) {
        name = path ?? "the database in memory"
        // With a slash in front, SQLite's special names such as `:memory:` are plain files.
        file = path.map { $0.hasPrefix("/") ? $0 : "./" + $0 }
        self.series = series
        self.patience = patience
    }

    /// The connection that writes.
    func open(fault: LockedValue<StatementFault?>) throws(DatabaseRefusal) -> SQLiteConnection {
        if let file { try Self.makeFile(file, name: name) }
        let connection: SQLiteConnection
        do throws(StorageFailure) {
            connection = try SQLiteConnection(
                path: file ?? ":memory:",
                patience: patience,
                fault: fault
            )
            try connection.configure()
        } catch {
            throw DatabaseRefusal(error, database: name)
        }
        guard !connection.isReadOnly else { throw .readOnly(path: name) }
        try claim(connection)
        if file != nil { try keepLog(connection) }
        try migrate(connection)
        opened.withLock { $0 = file.flatMap { FileIdentity(of: $0) } }
        return connection
    }

    /// Refuses to go on with a file that is no longer there: what is written to it would be lost, and
    /// SQLite takes an empty one for new and removes its log.
    func checkFile() throws(StorageFailure) {
        guard let file, opened.withLock({ $0 }) != FileIdentity(of: file) else { return }
        throw .fileReplaced
    }

    /// Copies the log of the file, which is open; nil for a database in memory, which has none.
    func checkpointer() throws(DatabaseRefusal) -> Checkpointer? {
        do throws(StorageFailure) {
            return try file.map { file throws(StorageFailure) in
                try Checkpointer(file, patience: patience)
            }
        } catch {
            throw DatabaseRefusal(error, database: name)
        }
    }

    // `mknod` creates the file without opening it: closing any descriptor of a file drops the
    // locks that SQLite holds on it in this process.
    private static func makeFile(_ path: String, name: String) throws(DatabaseRefusal) {
        // SQLite would take it for new, and remove the log with what was committed.
        guard FileIdentity(of: path) != nil || FileIdentity(of: path + "-wal") == nil else {
            throw .fileLost(path: name)
        }
        guard unsafe mknod(path, S_IFREG | S_IRUSR | S_IWUSR, 0) != 0 else { return }
        switch errno {
        case EEXIST:
            // SQLite would say of a file of another user only that it cannot be opened.
            guard unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) != 0, errno == EACCES
            else { return }
            throw .readOnly(path: name)
        case ENOENT, ENOTDIR: throw .folderMissing(path: name)
        case EACCES, EPERM, EROFS: throw .readOnly(path: name)
        case ENOSPC, EDQUOT: throw .unavailable(database: name, .full)
        case let other: throw .unavailable(database: name, .inputOutput(code: other))
        }
    }

    /// Takes away the access of other users to a file that has existed before. The files beside it get
    /// its permissions when SQLite makes them.
    func restrictAccess() -> [DatabaseRemark] {
        guard let file else { return [] }
        var remarks: [DatabaseRemark] = []
        for suffix in ["", "-wal", "-shm"] {
            var status = stat()
            guard unsafe stat(file + suffix, &status) == 0, status.st_mode & 0o077 != 0,
                unsafe chmod(file + suffix, status.st_mode & 0o700) == 0
            else { continue }
            remarks.append(
                .accessRestricted(path: name + suffix, permissions: status.st_mode & 0o777)
            )
        }
        return remarks
    }

    func keepLog(_ connection: SQLiteConnection) throws(DatabaseRefusal) {
        let mode: String?
        do throws(StorageFailure) {
            mode = try connection.run("PRAGMA journal_mode = WAL").rows.first?.text("journal_mode")
            // A log that a reader kept from beginning again is cut to this when it does. Units: bytes.
            try connection.run("PRAGMA journal_size_limit = 8388608")
        } catch {
            throw DatabaseRefusal(error, database: name)
        }
        guard mode == "wal" else { throw .writeAheadLogUnavailable(path: name) }
    }

    /// Marks an empty file as ours, and refuses one of another program.
    private func claim(_ connection: SQLiteConnection) throws(DatabaseRefusal) {
        let found: Int64
        do throws(StorageFailure) {
            found = try Self.mark(of: connection)
            if found == Self.applicationID { return }
            try connection.run("BEGIN IMMEDIATE")
            defer { connection.rollBack() }
            let tables = try connection.run("SELECT count(*) AS tables FROM sqlite_schema").rows
            let mark = try Self.mark(of: connection)
            // Another process may have claimed the file since.
            if mark == Self.applicationID { return }
            if try tables.first?.integer("tables") == 0, mark == 0 {
                try connection.run("PRAGMA application_id = 0x516e6365")
                try connection.run("COMMIT")
                return
            }
        } catch {
            throw DatabaseRefusal(error, database: name)
        }
        throw .ofAnotherProgram(path: name, applicationID: found)
    }

    private static func mark(of connection: SQLiteConnection) throws(StorageFailure) -> Int64 {
        let rows = try connection.run("PRAGMA application_id").rows
        return try rows.first?.integer("application_id") ?? 0
    }

    private func migrate(_ connection: SQLiteConnection) throws(DatabaseRefusal) {
        do throws(StorageFailure) {
            // Inside a transaction it would have no effect.
            try connection.run("PRAGMA foreign_keys = OFF")
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            throw DatabaseRefusal(error, database: name)
        }
        defer { connection.rollBack() }
        let migrator = Migrator(series, in: .sqlite, database: name)
        let count = try migrator.migrate(on: connection)
        if count > 0 { try checkTables(connection) }
        do throws(StorageFailure) {
            try connection.run("COMMIT")
            try connection.run("PRAGMA foreign_keys = ON")
        } catch {
            throw DatabaseRefusal(error, database: name)
        }
    }

    /// Every table is STRICT, and every reference has its row.
    private func checkTables(_ connection: SQLiteConnection) throws(DatabaseRefusal) {
        let (loose, broken): (String?, String?)
        do throws(StorageFailure) {
            loose = try connection.run(
                """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND strict = 0
                  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                ORDER BY name LIMIT 1
                """
            ).rows.first?.text("name")
            broken = try connection.run(
                "SELECT \"table\" AS name FROM pragma_foreign_key_check LIMIT 1"
            ).rows.first?.text("name")
        } catch {
            throw DatabaseRefusal(error, database: name)
        }
        if let loose { throw .tableNotStrict(database: name, table: loose) }
        if let broken { throw .referenceBroken(database: name, table: broken) }
    }
}
