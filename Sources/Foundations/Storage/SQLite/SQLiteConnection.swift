internal import CSQLite
internal import World

/// One connection to a file, used by one thread at a time.
@safe
final class SQLiteConnection: SchemaRunner {
    private let handle: OpaquePointer
    /// By the address of the literal, which is cheaper to look up than its text.
    private var prepared: [UInt: PreparedStatement] = [:]
    /// The values of the statement that runs.
    let bound = BoundBytes()
    private let fault: LockedValue<StatementFault?>
    private let pages: UnsafeMutablePointer<Int32>

    /// Opens a file, and creates it if it is missing. Its commits never copy the log: see ``Checkpointer``.
    init(
        path: String,
        patience: Duration,
        fault: LockedValue<StatementFault?> = LockedValue(nil)
    ) throws(StorageFailure) {
        self.fault = fault
        unsafe pages = .allocate(capacity: 1)
        unsafe pages.initialize(to: 0)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = unsafe sqlite3_open_v2(
            path,
            &opened,
            flags | SQLITE_OPEN_EXRESCODE,
            nil
        )
        guard let opened = unsafe opened else { throw .inputOutput(code: code) }
        unsafe handle = opened
        guard code == SQLITE_OK else {
            unsafe sqlite3_close_v2(opened)
            throw StorageFailure(code: code, message: "")
        }
        let milliseconds = Int32(clamping: Int64(patience / .milliseconds(1)))
        unsafe sqlite3_busy_timeout(handle, milliseconds)
        // It takes the place of SQLite's own, which copies the log after a commit.
        unsafe sqlite3_wal_hook(
            handle,
            { pages, _, _, count in
                unsafe pages?.storeBytes(of: count, as: Int32.self)
                return SQLITE_OK
            },
            pages
        )
    }

    /// Opens a file that was prepared, to read it only.
    convenience init(readingFrom path: String, patience: Duration) throws(StorageFailure) {
        try self.init(path: path, patience: patience)
        try configure()
        try run("PRAGMA query_only = ON")
    }

    /// Sets what every connection of ours has.
    func configure() throws(StorageFailure) {
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA foreign_keys = ON")
        // 16 MiB. With the default, 2 MiB, a transaction of random keys reads pages again.
        try run("PRAGMA cache_size = -16384")
        // What a savepoint undoes is kept in memory. In a file it is a write for each page of a group.
        try run("PRAGMA temp_store = MEMORY")
        try run("PRAGMA trusted_schema = OFF")
        // Otherwise INSERT OR REPLACE deletes rows without running their DELETE triggers.
        try run("PRAGMA recursive_triggers = ON")
    }

    deinit {
        for statement in prepared.values { statement.finalize() }
        unsafe sqlite3_close_v2(handle)
        unsafe pages.deallocate()
    }

    /// Whether a transaction is open. A failure may have undone it.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// How many pages the log had after the last commit of this connection, all processes' pages counted.
    var logPages: Int { Int(unsafe pages.pointee) }

    /// Whether the file can only be read.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

    /// Runs one statement to its end.
    @discardableResult
    func run(
        _ text: StaticString,
        _ values: [StoredValue] = []
    ) throws(StorageFailure) -> StatementResult {
        try fault.withLock { fault throws(StorageFailure) in try fault?.strike() }
        let statement = try statement(text)
        defer {
            statement.reset()
            bound.clear()
        }
        try check(statement.bind(values, in: bound))
        var rows: [Row] = []
        while true {
            let code = statement.step()
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw failure(code) }
                break
            }
            rows.append(try statement.row())
        }
        let changed = statement.isReadOnly ? 0 : Int(unsafe sqlite3_changes(handle))
        return StatementResult(rows: rows, changedRows: changed)
    }

    /// Runs one statement without values or result, and does not keep it prepared.
    func define(_ text: String) throws(StorageFailure) {
        try fault.withLock { fault throws(StorageFailure) in try fault?.strike() }
        let statement = try prepare(text)
        defer { statement.finalize() }
        let code = statement.step()
        guard code == SQLITE_DONE else { throw failure(code) }
    }

    /// Undoes an open transaction.
    ///
    /// SQLite refuses it where the transaction is undone already. Where it fails otherwise, the
    /// transaction stays open and the next BEGIN is refused.
    func rollBack() {
        unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
    }

    private func statement(_ text: StaticString) throws(StorageFailure) -> PreparedStatement {
        let key = unsafe UInt(bitPattern: text.utf8Start)
        if let known = prepared[key] { return known }
        let statement = try prepare(text.description)
        prepared[key] = statement
        return statement
    }

    private func prepare(_ text: String) throws(StorageFailure) -> PreparedStatement {
        var code = SQLITE_OK
        let made: OpaquePointer? = unsafe text.withCString { start in
            var pointer: OpaquePointer?
            var rest: UnsafePointer<CChar>?
            let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
            code = unsafe sqlite3_prepare_v3(handle, start, -1, persistent, &pointer, &rest)
            let isWhole = unsafe rest.map { unsafe $0.pointee == 0 } ?? true
            if code == SQLITE_OK, !isWhole {
                unsafe sqlite3_finalize(pointer)
                code = SQLITE_MISUSE
                return nil
            }
            return unsafe pointer
        }
        guard code == SQLITE_OK, let made = unsafe made else {
            throw code == SQLITE_OK ? .misuse : failure(code)
        }
        guard let statement = unsafe PreparedStatement(made) else {
            unsafe sqlite3_finalize(made)
            throw .misuse
        }
        return statement
    }

    private func check(_ outcome: PreparedStatement.Binding) throws(StorageFailure) {
        switch outcome {
        case .bound: return
        case .wrongCount(let expected, let given):
            throw .parameterCount(expected: expected, given: given)
        case .refused(let code): throw failure(code)
        }
    }

    private func failure(_ code: Int32) -> StorageFailure {
        let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } ?? ""
        return StorageFailure(code: code, message: message)
    }
}

extension StorageFailure {
    /// Reads SQLite's result code. Only the columns of a unique index are taken from the message.
    init(code: Int32, message: String) {
        switch code & 0xff {
        case SQLITE_CONSTRAINT: self = Self.constraint(code, message)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
        case SQLITE_FULL: self = .full
        case SQLITE_NOTADB, SQLITE_CORRUPT: self = .corrupt
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOMEM: self = .inputOutput(code: code)
        case SQLITE_TOOBIG: self = .tooBig
        default: self = .statementRejected(code: "SQLite \(code)")
        }
    }

    /// The text is several statements, or its parameters are not `$1`, `$2` and so on.
    fileprivate static var misuse: StorageFailure { .statementRejected(code: "SQLite 21") }

    private static func constraint(_ code: Int32, _ message: String) -> StorageFailure {
        let (reason, kind) = (code & 0xff, code >> 8)
        assert(reason == SQLITE_CONSTRAINT)
        switch kind {
        case 6, 8, 10:  // PRIMARYKEY, UNIQUE, ROWID: their macros do not import.
            let list = message.split(separator: ": ", maxSplits: 1).last ?? ""
            return .uniquenessViolated(rule: String(list))
        case 1, 12: return .constraintViolated(.check)
        case 3: return .constraintViolated(.foreignKey)
        case 5: return .constraintViolated(.notNull)
        case 7: return .constraintViolated(.trigger)
        default: return .constraintViolated(.other)
        }
    }
}
