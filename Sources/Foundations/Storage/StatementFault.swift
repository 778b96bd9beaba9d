internal import World

/// Makes one statement of a connection fail, for tests. Statements are counted from now, with a
/// transaction's BEGIN and COMMIT but not its ROLLBACK. If the fault lasts, every later statement
/// fails too, as if the process had ended.
final class StatementFault {
    private var statementsLeft: Int
    private let lasts: Bool
    private(set) var struck = false

    init(atStatement number: Int, lasts: Bool) {
        statementsLeft = number
        self.lasts = lasts
    }

    func strike() throws(StorageFailure) {
        statementsLeft -= 1
        guard statementsLeft == 0 || lasts && statementsLeft < 0 else { return }
        struck = true
        throw .inputOutput(code: 10)
    }
}

extension Database {
    /// Makes the n-th statement of the writing connection fail, and all later ones if the fault lasts.
    func armFault(atStatement number: Int, lasts: Bool = false) {
        writer.withLock { $0.fault = StatementFault(atStatement: number, lasts: lasts) }
    }

    /// Ends the fault, and returns whether a statement failed.
    func disarmFault() -> Bool {
        writer.withLock { connection in
            defer { connection.fault = nil }
            return connection.fault?.struck ?? false
        }
    }
}
