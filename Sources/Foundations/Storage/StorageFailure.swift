/// Why a statement or a transaction failed.
///
/// It may name tables and columns, but never contains a bound value.
public enum StorageFailure: Error, Hashable, Sendable {
    /// The row exists already. The rule is named as the database does: SQLite names the columns as
    /// `table.column`, separated by commas; PostgreSQL names the constraint.
    case uniquenessViolated(rule: String)
    /// The row breaks a rule of the schema.
    case constraintViolated(Constraint)
    /// Others kept what the transaction needs locked for longer than it waits, or interfered with it
    /// again and again. Nothing was done.
    case busy
    /// No server was reached, or the connection was not completed. Nothing was done.
    case unreachable
    /// The server refused the connection: a wrong password, no such database, too many connections,
    /// or a server that is starting. The code is PostgreSQL's SQLSTATE.
    case connectionRefused(code: String)
    /// The database server asks for a password, and the connection string has none.
    case passwordMissing
    /// The connection was lost before the transaction was complete. Nothing was done.
    case connectionLost
    /// The commit was asked for, and it is not known whether it was made, or whether it survives the
    /// loss of the machine: the disk failed, or the server's answer was lost.
    case commitUnknown
    /// As many callers wait as may. Nothing was done.
    case overloaded(waiting: Int)
    /// The task was cancelled while it waited. Nothing was done.
    case cancelled
    /// The database was closed. Nothing was done.
    case closed
    /// The database or its folder cannot be written to.
    case readOnly
    /// The disk is full.
    case full
    /// The disk failed; the code is SQLite's extended result code.
    case inputOutput(code: Int32)
    /// The file is damaged, or is no database.
    case corrupt
    /// The file was deleted, replaced or emptied while it was open. Nothing was done.
    case fileReplaced
    /// A value is larger than the database takes.
    case tooBig
    /// A text holds U+0000, which PostgreSQL does not take: see ``StoredValue/takes(_:)``.
    case zeroCharacter
    /// An earlier failure undid the transaction, so nothing more can be written in it.
    case transactionLost
    /// The statement is wrong, which is a mistake in the program, or the user lacks a permission. The
    /// code is SQLite's number or PostgreSQL's SQLSTATE.
    case statementRejected(code: String)
    /// A statement was given another number of values than it has parameters.
    case parameterCount(expected: Int, given: Int)
    /// A query returned more than one row where at most one was expected.
    case severalRows
    /// The result has no such column.
    case columnMissing(String)
    /// A column holds another kind of value.
    case columnMismatch(column: String, expected: StoredValue.Kind, found: StoredValue.Kind)
    /// A column holds a value that the program cannot read.
    case columnUnreadable(String)

    /// A rule of the schema other than uniqueness.
    public enum Constraint: String, Hashable, Sendable {
        /// A CHECK, or the column types of a STRICT table.
        case check
        /// A reference to a missing row, or the removal of a row that others refer to.
        case foreignKey
        /// A null where a value is needed.
        case notNull
        /// A trigger refused: the row may not be changed or removed.
        case trigger
        /// Another constraint of the database's.
        case other
    }
}

extension StorageFailure {
    /// The remedy for a failure.
    public enum Remedy: Hashable, Sendable {
        /// Another writer was first: read the existing row.
        case readTheExistingRow
        /// Try the whole transaction again, now or when the database is back.
        case tryAgain
        /// Find out what was done before anything else is tried.
        case findOut
        /// Correct the connection string, the password or the permissions.
        case fixTheConfiguration
        /// Alert an operator: check the disk, its free space and the permissions.
        case fixTheMachine
        /// Report it: the program and its schema contradict each other.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .uniquenessViolated: .readTheExistingRow
        case .busy, .transactionLost, .unreachable, .connectionLost, .overloaded, .cancelled:
            .tryAgain
        case .commitUnknown: .findOut
        case .connectionRefused(let code):
            // Too many connections (53), or a server that is starting, stopping or recovering (57).
            code.hasPrefix("53") || code.hasPrefix("57") ? .tryAgain : .fixTheConfiguration
        case .passwordMissing: .fixTheConfiguration
        case .statementRejected(let code):
            // PostgreSQL's class 53: a resource is exhausted; 58 and XX: the server failed.
            switch code.prefix(2) {
            case "53", "58", "XX": .fixTheMachine
            default: code == "42501" ? .fixTheConfiguration : .fixTheProgram
            }
        case .readOnly, .full, .inputOutput, .corrupt, .fileReplaced: .fixTheMachine
        case .constraintViolated, .tooBig, .zeroCharacter, .parameterCount, .severalRows,
            .columnMissing, .columnMismatch, .columnUnreadable, .closed:
            .fixTheProgram
        }
    }

    /// The effect of a failure on the transaction.
    public enum Effect: Hashable, Sendable {
        /// Nothing was done, which is certain.
        case nothing
        /// All of it or nothing was done.
        case unknown
    }

    /// Nothing was done, unless the commit's outcome is unknown.
    public var effect: Effect { self == .commitUnknown ? .unknown : .nothing }
}

extension StorageFailure: CustomStringConvertible {
    /// - Source: PostgreSQL, *PostgreSQL Error Codes*.
    private static func meaning(of code: String) -> String {
        switch code {
        case "28P01": ": wrong user or password"
        case "28000": ": this user may not connect in this way"
        case "3D000": ": no such database"
        case "42501": ": this user may not use the database"
        case "53300": ": too many connections"
        default: ""
        }
    }

    /// One line for a log, without any stored value.
    public var description: String {
        switch self {
        case .uniquenessViolated(let rule): "a row with the same value exists: \(rule)"
        case .constraintViolated(let constraint): "the schema refused: \(constraint.rawValue)"
        case .busy: "others use what the transaction needs"
        case .unreachable: "no connection to the database server was made"
        case .connectionRefused(let code):
            "the database server refused the connection (SQLSTATE \(code)\(Self.meaning(of: code)))"
        case .passwordMissing: "the database server asks for a password, and none was given"
        case .connectionLost: "the connection was lost before anything was done"
        case .commitUnknown: "the commit was asked for, and its outcome is unknown"
        case .overloaded(let waiting): "\(waiting) callers wait for the database already"
        case .cancelled: "the task was cancelled before the database was asked"
        case .closed: "the database was closed"
        case .readOnly: "the database cannot be written to"
        case .full: "the disk is full"
        case .inputOutput(let code): "the disk failed (SQLite \(code))"
        case .corrupt: "the file is damaged or is no database"
        case .fileReplaced: "the file was deleted, replaced or emptied while it was open"
        case .tooBig: "a value is too large to store"
        case .zeroCharacter: "a text holds U+0000"
        case .transactionLost: "an earlier failure undid the transaction"
        case .statementRejected(let code): "a statement was refused (\(code))"
        case .parameterCount(let expected, let given):
            "a statement with \(expected) parameters was given \(given) values"
        case .severalRows: "more than one row where at most one was expected"
        case .columnMissing(let column): "the result has no column \(column)"
        case .columnMismatch(let column, let expected, let found):
            "column \(column) holds \(found.rawValue), not \(expected.rawValue)"
        case .columnUnreadable(let column): "column \(column) holds a value that cannot be read"
        }
    }
}

/// An error type that can carry a ``StorageFailure``.
///
/// A transaction throws what its closure throws. Where the database itself fails, at the beginning or
/// at the commit, it throws an error of the same type.
public protocol CarriesStorageFailure: Error {
    /// The error for a database that failed.
    init(storage failure: StorageFailure)
}

extension CarriesStorageFailure {
    /// The result of a closure, whose failure is thrown as an error of this type.
    package static func carrying<Result>(
        _ body: () throws(StorageFailure) -> Result
    ) throws(Self) -> Result {
        do throws(StorageFailure) { return try body() } catch { throw Self(storage: error) }
    }
}

extension StorageFailure: CarriesStorageFailure {
    /// The failure itself.
    public init(storage failure: StorageFailure) { self = failure }
}
