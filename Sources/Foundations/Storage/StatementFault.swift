internal import World

/// Makes one statement of a connection fail, counted from now, so that a test can ask what is
/// left behind. A transaction's BEGIN and COMMIT count; its ROLLBACK does not.
final class StatementFault {
    private var statementsLeft: Int
    private(set) var struck = false

    init(atStatement number: Int) {
        statementsLeft = number
    }

    func strike() throws(StorageFailure) {
        statementsLeft -= 1
        guard statementsLeft == 0 else { return }
        struck = true
        throw .inputOutput(code: 10)
    }
}

extension Database {
    /// Makes the n-th written statement from now fail.
    func armFault(atStatement number: Int) {
        writer.withLock { $0.fault = StatementFault(atStatement: number) }
    }

    /// Lets statements work again, and says whether one had failed.
    func disarmFault() -> Bool {
        writer.withLock { connection in
            defer { connection.fault = nil }
            return connection.fault?.struck ?? false
        }
    }
}
