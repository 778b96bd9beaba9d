/// Why a statement or a transaction failed, or has no answer.
///
/// It contains the server's error code and the name of a constraint, but never the server's
/// message, which may quote a value or a password.
public enum PostgreSQLFailure: Error, Hashable, Sendable {
    /// The connection string cannot be parsed.
    case addressMalformed
    /// No server was reached, or the connection was not completed.
    case unreachable
    /// The server refused the connection: a wrong password, no such database, too many
    /// connections, or a server that is starting.
    case refused(SQLState)
    /// The connection was lost, or the server did not answer in time.
    case connectionLost(Effect)
    /// A concurrent transaction interfered and this one was undone: it can be tried again as a whole.
    case serialization(SQLState)
    /// The row exists already. The constraint is its name in the schema.
    case uniquenessViolated(constraint: String)
    /// The statement exceeded its time limit or was cancelled; it was undone.
    case timedOut
    /// The server refused the statement; it was undone.
    case statementRefused(SQLState)
    /// The statement is of a kind that is not supported, such as COPY.
    case statementUnsupported
    /// An earlier failure inside the transaction had undone it already.
    case transactionLost
    /// The limit of waiting callers is reached.
    case overloaded(waiting: Int)
    /// The task was cancelled while it waited for a connection.
    case cancelled
    /// The pool was closed.
    case closed
    /// A value is larger than the protocol takes.
    case tooBig
    /// A query returned more than one row where at most one was expected.
    case severalRows
    /// The result has no such column.
    case columnMissing(String)
    /// A column holds another kind of value.
    case columnMismatch(String)

    /// What a failure means for the statement.
    public enum Effect: Hashable, Sendable {
        /// Nothing was done, which is certain.
        case nothing
        /// All of it or nothing was done: the server did not answer.
        case unknown
    }

    /// What the failure means: nothing was done, unless an answer was lost.
    public var effect: Effect {
        guard case .connectionLost(let effect) = self else { return .nothing }
        return effect
    }
}

extension PostgreSQLFailure {
    /// What to do about it.
    public enum Remedy: Hashable, Sendable {
        /// Another writer was first: read the existing row.
        case readTheExistingRow
        /// Try the whole transaction again, now or when the server is back.
        case tryAgain
        /// Find out what was done before anything else is tried.
        case findOut
        /// Correct the connection string, the password or the permissions.
        case fixTheConfiguration
        /// Alert an operator: the server has no space or is damaged.
        case fixTheServer
        /// Report it: the program and its schema contradict each other.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .uniquenessViolated: .readTheExistingRow
        case .connectionLost(.unknown): .findOut
        case .unreachable, .connectionLost(.nothing), .serialization, .timedOut, .transactionLost,
            .overloaded, .cancelled:
            .tryAgain
        case .addressMalformed: .fixTheConfiguration
        case .refused(let state): Self.isPassing(state) ? .tryAgain : .fixTheConfiguration
        case .statementRefused(let state):
            switch state.kind {
            case "53", "58", "XX": .fixTheServer
            case "25", "42": .fixTheConfiguration
            default: .fixTheProgram
            }
        case .closed, .statementUnsupported, .tooBig, .severalRows, .columnMissing, .columnMismatch:
            .fixTheProgram
        }
    }

    /// Too many connections (53), or a server that is starting, stopping or recovering (57).
    private static func isPassing(_ state: SQLState) -> Bool {
        state.kind == "53" || state.kind == "57"
    }
}

extension PostgreSQLFailure: CustomStringConvertible {
    /// One line for a log, without values and without the server's message.
    public var description: String {
        switch self {
        case .addressMalformed: "the connection string cannot be parsed"
        case .unreachable: "the database server was not reached"
        case .refused(let state): "the database server refused the connection (SQLSTATE \(state))"
        case .connectionLost(.nothing): "the connection was lost before anything was done"
        case .connectionLost(.unknown): "the connection was lost, and the outcome is unknown"
        case .serialization(let state): "a concurrent transaction interfered (SQLSTATE \(state))"
        case .uniquenessViolated(let constraint): "a row with the same value exists: \(constraint)"
        case .timedOut: "the statement took too long and was undone"
        case .statementRefused(let state): "a statement was refused (SQLSTATE \(state))"
        case .statementUnsupported: "a statement is of a kind that is not supported"
        case .transactionLost: "an earlier failure undid the transaction"
        case .overloaded(let waiting): "\(waiting) callers wait for a connection already"
        case .cancelled: "the task was cancelled before anything was sent"
        case .closed: "the connections were closed"
        case .tooBig: "a value is too large to send"
        case .severalRows: "more than one row where at most one was expected"
        case .columnMissing(let column): "the result has no column \(column)"
        case .columnMismatch(let column): "column \(column) holds another kind of value"
        }
    }
}
