internal import Storage

/// One run of a transaction on a connection: its statements, and what went wrong with them.
///
/// It remembers the server's errors itself, so that they count also where a closure catches them.
final class ServerTransaction: SchemaRunner {
    private let connection: PostgreSQLConnection
    private var hasFailed = false
    /// Why the transaction may succeed when it is run again, where it failed for such a reason.
    private(set) var interference: Interference?

    init(on connection: PostgreSQLConnection) { self.connection = connection }

    func run(
        _ statement: StaticString,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> StatementResult {
        try run(statement.description, values)
    }

    func define(_ statement: String) throws(StorageFailure) { _ = try run(statement, []) }

    private func run(
        _ statement: String,
        _ values: [StoredValue]
    ) throws(StorageFailure) -> StatementResult {
        guard !hasFailed else { throw .transactionLost }
        do throws(StorageFailure) {
            let parameters = try StatementParameters(values)
            return try conclude(connection.run(statement, parameters))
        } catch {
            hasFailed = true
            throw error
        }
    }

    private func conclude(
        _ outcome: StatementOutcome
    ) throws(StorageFailure) -> StatementResult {
        switch outcome {
        case .answered(let result): return result
        case .unreadable(let column): throw .columnUnreadable(column)
        case .unsupported: throw .statementRejected(code: "0A000")
        case .lost:
            // Without COMMIT the server keeps nothing.
            interference = .connectionLost
            throw .connectionLost
        case .refused(let error):
            interference = Interference(error, whilePrepared: connection.isPreparing)
            if interference == .statementForgotten {
                error.code == "0A000" ? connection.prepareAgain() : connection.stopPreparing()
            }
            throw error.failure
        }
    }
}
