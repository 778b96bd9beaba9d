/// Why a statement or a transaction came to nothing, or has no answer.
///
/// A server's words are never repeated: they may quote a value or a password. Its code is, and
/// the name of a constraint, which is the program's own.
public enum PostgreSQLFailure: Error, Hashable, Sendable {
    /// The connection string is not one.
    case addressMalformed
    /// No server was reached, or it did not finish the greeting.
    case unreachable
    /// The server let nobody in: a wrong password, no such database, too many connections, or a
    /// server that is just starting.
    case refused(SQLState)
    /// The connection went down, or the server was silent for too long.
    case connectionLost(Effect)
    /// Others got in the way and the transaction was undone: it can be tried again as a whole.
    case serialization(SQLState)
    /// Somebody else has the row already. The constraint is the schema's name for the rule.
    case uniquenessViolated(constraint: String)
    /// The statement took longer than it may, or somebody cancelled it; it was undone.
    case timedOut
    /// The server refused the statement; it was undone.
    case statementRefused(SQLState)
    /// The statement is of a kind that cannot be run here, such as COPY.
    case statementUnsupported
    /// An earlier failure inside the transaction had undone it already.
    case transactionLost
    /// As many callers wait for a connection as may.
    case overloaded(waiting: Int)
    /// The pool was closed.
    case closed
    /// A value is larger than the protocol takes.
    case tooBig
    /// A query that should answer at most one row answered more.
    case severalRows
    /// An answer has no such column.
    case columnMissing(String)
    /// A column holds another kind of value.
    case columnMismatch(String)

    /// What a failure left behind.
    public enum Effect: Hashable, Sendable {
        /// Certainly nothing was done.
        case nothing
        /// Perhaps all was done, perhaps nothing: the server was asked and did not answer.
        case unknown
    }

    /// What is left behind: nothing, but where an answer was lost.
    public var effect: Effect {
        guard case .connectionLost(let effect) = self else { return .nothing }
        return effect
    }
}

extension PostgreSQLFailure {
    /// Who has to do something about it.
    public enum Remedy: Hashable, Sendable {
        /// Nothing is wrong: somebody else was first.
        case readTheExistingRow
        /// Try the whole transaction again, now or when the server is back.
        case tryAgain
        /// Find out what was done before anything else is tried.
        case findOut
        /// Put the connection string, the password or the permissions right.
        case fixTheConfiguration
        /// Wake an operator: the server lacks room or is damaged.
        case fixTheServer
        /// Report it: this program is wrong about its own schema.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile until somebody decides its remedy.
    public var remedy: Remedy {
        switch self {
        case .uniquenessViolated: .readTheExistingRow
        case .connectionLost(.unknown): .findOut
        case .unreachable, .connectionLost(.nothing), .serialization, .timedOut, .transactionLost,
            .overloaded:
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
    /// One line for a log, without any value and without the server's words.
    public var description: String {
        switch self {
        case .addressMalformed: "the connection string cannot be read"
        case .unreachable: "the database server was not reached"
        case .refused(let state): "the database server let nobody in (SQLSTATE \(state))"
        case .connectionLost(.nothing): "the connection went down before anything was done"
        case .connectionLost(.unknown): "the connection went down, and the outcome is unknown"
        case .serialization(let state): "others got in the way (SQLSTATE \(state))"
        case .uniquenessViolated(let constraint): "taken already: \(constraint)"
        case .timedOut: "the statement took too long and was undone"
        case .statementRefused(let state): "a statement was refused (SQLSTATE \(state))"
        case .statementUnsupported: "a statement is of a kind that cannot be run here"
        case .transactionLost: "an earlier failure undid the transaction"
        case .overloaded(let waiting): "\(waiting) callers wait for a connection already"
        case .closed: "the connections were closed"
        case .tooBig: "a value is too large to send"
        case .severalRows: "more than one row where at most one was expected"
        case .columnMissing(let column): "no column \(column)"
        case .columnMismatch(let column): "column \(column) holds another kind of value"
        }
    }
}
