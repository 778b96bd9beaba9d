internal import CPostgreSQL
internal import Storage

/// An error that the server reported for one statement, which it undid. The session goes on.
///
/// It contains the server's error code and the name of a constraint, but never the server's message,
/// which may quote a value.
struct ServerError: Hashable {
    /// Five digits or capital letters; the first two are the class.
    ///
    /// - Source: PostgreSQL, *PostgreSQL Error Codes*.
    let code: String
    /// The constraint's name, or an empty text.
    let rule: String

    /// The error in a result, or nil where it is not certain that the statement was undone.
    ///
    /// Only the severity ERROR of PostgreSQL says so: a session can also be ended after a commit and
    /// before its answer. A pooler that lost the server reports class 08, without this field.
    init?(_ result: OpaquePointer) {
        let severity = unsafe quince_pq_severity(result).map { unsafe String(cString: $0) }
        let code = unsafe quince_pq_sqlstate(result).map { unsafe String(cString: $0) }
        guard severity == "ERROR", let code, Self.isCode(code) else { return nil }
        self.code = code
        rule = unsafe quince_pq_constraint(result).map { unsafe String(cString: $0) } ?? ""
    }

    init(code: String, rule: String = "") {
        self.code = code
        self.rule = rule
    }

    /// Whether a text has the form of an error code.
    static func isCode(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 5
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            }
    }

    /// The failure that the error means for the program.
    var failure: StorageFailure {
        switch code {
        // Interference, a deadlock, or a statement that took too long.
        case "40001", "40P01", "55P03", "57014": .busy
        case "25P02": .transactionLost
        case "25006": .readOnly
        case "23505": .uniquenessViolated(rule: rule)
        case "23502": .constraintViolated(.notNull)
        case "23503": .constraintViolated(.foreignKey)
        case "23514": .constraintViolated(.check)
        // RAISE EXCEPTION in a trigger.
        case "P0001": .constraintViolated(.trigger)
        case "53100": .full
        case "XX001", "XX002": .corrupt
        default:
            switch code.prefix(2) {
            case "23": .constraintViolated(.other)
            case "54": .tooBig
            default: .statementRejected(code: code)
            }
        }
    }
}

/// Why a transaction was undone that may succeed when its closure is run again.
enum Interference: Hashable {
    /// A concurrent transaction interfered, or both waited for each other.
    case concurrentTransaction
    /// A row exists that the transaction could not see when it looked: it was committed meanwhile.
    case rowOfAnother
    /// The server connection does not know a prepared statement, or its result has changed.
    case statementForgotten
    /// The connection was lost before the commit, or the commit certainly did not happen.
    case connectionLost

    init?(_ error: ServerError, whilePrepared isPrepared: Bool) {
        switch error.code {
        case "40001", "40P01": self = .concurrentTransaction
        case "23505": self = .rowOfAnother
        case "26000", "42P05": self = .statementForgotten
        case "0A000" where isPrepared: self = .statementForgotten
        default: return nil
        }
    }
}
