/// Why a statement or a transaction came to nothing.
///
/// Names of tables and columns are the program's own; no value a caller bound is ever repeated.
public enum StorageFailure: Error, Hashable, Sendable {
    /// Somebody else has the row already. This is how an atomic claim is lost.
    ///
    /// - Source: SQLite names the columns as `table.column`.
    case uniquenessViolated(columns: [String])
    /// The row breaks a rule of the schema.
    case constraintViolated(Constraint)
    /// Another process kept the database locked for longer than the database's patience.
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
    /// The transaction was undone by an earlier failure, so nothing more may be written in it.
    case transactionLost
    /// The statement is wrong, which is a mistake in this program; the code is SQLite's.
    case statementRejected(code: Int32)
    /// A statement was given another number of values than it has parameters.
    case parameterCount(expected: Int, given: Int)
    /// A query that should answer at most one row answered more.
    case severalRows
    /// An answer has no such column.
    case columnMissing(String)
    /// A column holds another kind of value.
    case columnMismatch(column: String, expected: StoredValue.Kind, found: StoredValue.Kind)
    /// A column holds a value that this program does not understand.
    case columnUnreadable(String)

    /// A rule of the schema other than uniqueness.
    public enum Constraint: String, Hashable, Sendable {
        /// A CHECK, or the column types of a STRICT table.
        case check
        /// A reference to a row that is not there, or to one that others refer to.
        case foreignKey
        /// A null where a value is needed.
        case notNull
        /// A trigger refused: the row may not be changed or removed.
        case trigger
        /// Another of SQLite's constraints.
        case other
    }
}

extension StorageFailure {
    /// Who has to do something about it.
    public enum Remedy: Hashable, Sendable {
        /// Nothing is wrong: somebody else was first.
        case readTheExistingRow
        /// Try the whole transaction again.
        case tryAgain
        /// Wake an operator: the disk, its space or its permissions need attention.
        case fixTheMachine
        /// Report it: this program is wrong about its own schema.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile until somebody decides its remedy.
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
            "taken already: \(columns.joined(separator: ", "))"
        case .constraintViolated(let constraint): "the schema refused: \(constraint.rawValue)"
        case .busy: "another process holds the database"
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
        case .columnMissing(let column): "no column \(column)"
        case .columnMismatch(let column, let expected, let found):
            "column \(column) holds \(found.rawValue), not \(expected.rawValue)"
        case .columnUnreadable(let column): "column \(column) holds an unknown value"
        }
    }
}

/// An error that can say that the database failed.
///
/// A transaction throws what its closure throws; when the database itself fails, to begin or to
/// commit, it says so in the same type.
public protocol CarriesStorageFailure: Error {
    /// The error that says that the database failed.
    init(storage failure: StorageFailure)
}

extension StorageFailure: CarriesStorageFailure {
    /// The failure itself.
    public init(storage failure: StorageFailure) { self = failure }
}
