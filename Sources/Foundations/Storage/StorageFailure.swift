/// Why a statement or a transaction failed.
///
/// It may name tables and columns, but never contains a bound value.
public enum StorageFailure: Error, Hashable, Sendable {
    /// The row exists already. This is how an atomic claim is lost.
    ///
    /// - Source: SQLite names the columns as `table.column`.
    case uniquenessViolated(columns: [String])
    /// The row breaks a rule of the schema.
    case constraintViolated(Constraint)
    /// Another process kept the database locked for longer than the database waits.
    case busy
    /// The database or its folder cannot be written to.
    case readOnly
    /// The disk is full.
    case full
    /// The disk failed; the code is SQLite's extended result code.
    case inputOutput(code: Int32)
    /// The file is damaged, or is no database.
    case corrupt
    /// A value is larger than the database takes.
    case tooBig
    /// An earlier failure undid the transaction, so nothing more can be written in it.
    case transactionLost
    /// The statement is wrong, which is a mistake in the program; the code is SQLite's.
    case statementRejected(code: Int32)
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
        /// Another constraint of SQLite's.
        case other
    }
}

extension StorageFailure {
    /// What to do about it.
    public enum Remedy: Hashable, Sendable {
        /// Another writer was first: read the existing row.
        case readTheExistingRow
        /// Try the whole transaction again.
        case tryAgain
        /// Alert an operator: check the disk, its free space and the permissions.
        case fixTheMachine
        /// Report it: the program and its schema contradict each other.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .uniquenessViolated: .readTheExistingRow
        case .busy, .transactionLost: .tryAgain
        case .readOnly, .full, .inputOutput, .corrupt: .fixTheMachine
        case .constraintViolated, .tooBig, .statementRejected, .parameterCount, .severalRows,
            .columnMissing, .columnMismatch, .columnUnreadable:
            .fixTheProgram
        }
    }
}

extension StorageFailure: CustomStringConvertible {
    /// One line for a log, without any stored value.
    public var description: String {
        switch self {
        case .uniquenessViolated(let columns):
            "a row with the same value exists: \(columns.joined(separator: ", "))"
        case .constraintViolated(let constraint): "the schema refused: \(constraint.rawValue)"
        case .busy: "another process has locked the database"
        case .readOnly: "the database cannot be written to"
        case .full: "the disk is full"
        case .inputOutput(let code): "the disk failed (SQLite \(code))"
        case .corrupt: "the file is damaged or is no database"
        case .tooBig: "a value is too large to store"
        case .transactionLost: "an earlier failure undid the transaction"
        case .statementRejected(let code): "a statement is wrong (SQLite \(code))"
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

extension StorageFailure: CarriesStorageFailure {
    /// The failure itself.
    public init(storage failure: StorageFailure) { self = failure }
}
