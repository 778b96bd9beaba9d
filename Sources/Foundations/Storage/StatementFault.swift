internal import World

/// Makes one statement of a connection fail, counted from now, so that a test can ask what is
/// left behind. A transaction's BEGIN and COMMIT count; its ROLLBACK does not. Where the fault
/// lasts, every later statement fails too, as if the process had died.
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
    /// Makes the n-th written statement from now fail, and all after it where the fault lasts.
    func armFault(atStatement number: Int, lasts: Bool = false) {
        writer.withLock { $0.fault = StatementFault(atStatement: number, lasts: lasts) }
    }

    /// Lets statements work again, and says whether one had failed.
    func disarmFault() -> Bool {
        writer.withLock { connection in
            defer { connection.fault = nil }
            return connection.fault?.struck ?? false
        }
    }
}
