/// Why a database was not opened. Nothing was changed.
public enum DatabaseRefusal: Error, Hashable, Sendable {
    /// The connection string of a server cannot be read.
    case addressMalformed
    /// The library that speaks to servers is not installed, or is too old.
    case libraryMissing(file: String)
    /// The folder that should hold the file does not exist.
    case folderMissing(path: String)
    /// The file or its folder cannot be written to.
    case readOnly(path: String)
    /// The file is something else, or is damaged.
    case notADatabase(path: String)
    /// The file is missing or empty, and its log is not.
    case fileLost(path: String)
    /// The file is a SQLite database of another program.
    case ofAnotherProgram(path: String, applicationID: Int64)
    /// Another connection, of this process or another, kept the database locked.
    case locked(database: String)
    /// The file system cannot hold a write-ahead log.
    case writeAheadLogUnavailable(path: String)
    /// The database was migrated by a newer program: this one does not know a migration it records.
    case newerSchema(database: String, module: String, migration: String)
    /// A migration that the database records is missing here, though later ones are not.
    case migrationMissing(module: String, migration: String)
    /// A migration that the database records reads differently in this program.
    case migrationChanged(module: String, migration: String)
    /// A migration failed and was undone.
    case migrationFailed(module: String, migration: String, StorageFailure)
    /// A migration makes a table that is not STRICT; it was undone.
    case tableNotStrict(database: String, table: String)
    /// A migration left a row of this table that refers to a missing row; it was undone.
    case referenceBroken(database: String, table: String)
    /// The database has another encoding than UTF-8, so that not every text can be stored.
    case encodingNotUTF8(database: String, encoding: String)
    /// The server does not answer later whether a commit was made, so that a lost answer could not be
    /// resolved.
    case commitsNotFound(database: String)
    /// The database failed in another way, or its server was not reached.
    case unavailable(database: String, StorageFailure)
}

extension DatabaseRefusal {
    /// The remedy for an operator.
    ///
    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: String {
        switch self {
        case .addressMalformed: "write it as libpq reads it, such as \"host=HOST dbname=NAME\""
        case .libraryMissing: "install it, such as Debian's package libpq5, or use SQLite"
        case .folderMissing: "make the folder, or name another"
        case .readOnly: "give this user write permission to the file and its folder"
        case .notADatabase: "name another file, or restore this one from a backup"
        case .fileLost:
            "restore it from a backup; to begin anew, move the file that ends in -wal away"
        case .ofAnotherProgram: "name another file; this one is not ours"
        case .locked: "end the other program that uses the database, then try again"
        case .writeAheadLogUnavailable: "keep the file on a local disk, not on a network share"
        case .newerSchema: "run the program that last used the database, or a newer version of it"
        case .migrationMissing, .migrationChanged:
            "run an unaltered program: migrations that were applied may not change"
        case .migrationFailed(_, _, let failure), .unavailable(_, let failure):
            switch failure.remedy {
            case .fixTheConfiguration:
                "correct the connection string, the password or the permissions"
            case .tryAgain, .findOut: "check that the database can be reached, then try again"
            case .fixTheMachine:
                "check the disk, then restore the database from a backup if need be"
            case .readTheExistingRow, .fixTheProgram: "restore a backup and report the failure"
            }
        case .tableNotStrict: "declare the table STRICT"
        case .referenceBroken: "restore a backup and report the failure"
        case .encodingNotUTF8: "make a database with ENCODING 'UTF8', and move the data into it"
        case .commitsNotFound:
            "use a server that keeps the table storage_commit as PostgreSQL does, without rules or triggers on it"
        }
    }
}

extension DatabaseRefusal: CustomStringConvertible {
    /// The cause in one line; ``remedy`` says what to do.
    public var description: String {
        switch self {
        case .addressMalformed: "the connection string of the database server cannot be read"
        case .libraryMissing(let file): "\(file), which PostgreSQL needs, cannot be loaded"
        case .folderMissing(let path): "no folder for \(path)"
        case .readOnly(let path): "\(path) cannot be written to"
        case .notADatabase(let path): "\(path) is not a database, or is damaged"
        case .fileLost(let path):
            "\(path) is missing or empty, and its log \(path)-wal holds what was committed"
        case .ofAnotherProgram(let path, let applicationID):
            "\(path) belongs to another program (application id \(applicationID))"
        case .locked(let database): "\(database) is locked by another connection"
        case .writeAheadLogUnavailable(let path): "\(path) cannot have a write-ahead log"
        case .newerSchema(let database, let module, let migration):
            "\(database) records the schema \(module)/\(migration), which this program does not have"
        case .migrationMissing(let module, let migration):
            "migration \(module)/\(migration) was applied but is missing here"
        case .migrationChanged(let module, let migration):
            "migration \(module)/\(migration) was applied but reads differently here"
        case .migrationFailed(let module, let migration, let failure):
            "migration \(module)/\(migration) failed: \(failure)"
        case .tableNotStrict(let database, let table):
            "a migration of \(database) makes table \(table), which is not STRICT"
        case .referenceBroken(let database, let table):
            "a migration of \(database) left a row of table \(table) that refers to a missing row"
        case .encodingNotUTF8(let database, let encoding):
            "\(database) has the encoding \(encoding), not UTF8"
        case .commitsNotFound(let database):
            "\(database) does not answer whether a commit was made, which was tried with one"
        case .unavailable(let database, let failure): "\(database): \(failure)"
        }
    }
}

extension DatabaseRefusal {
    /// The refusal for a failure while a database is opened.
    package init(_ failure: StorageFailure, database: String) {
        switch failure {
        case .corrupt: self = .notADatabase(path: database)
        case .busy: self = .locked(database: database)
        case .readOnly: self = .readOnly(path: database)
        default: self = .unavailable(database: database, failure)
        }
    }
}
