internal import World

/// Makes one statement of a connection fail, for tests. Statements are counted from now, with a
/// transaction's BEGIN and COMMIT but not its ROLLBACK. If the fault lasts, every later statement
/// fails too, as if the process had ended.
struct StatementFault: Sendable {
    private var statementsLeft: Int
    private let lasts: Bool
    private(set) var struck = false

    init(atStatement number: Int, lasts: Bool) {
        statementsLeft = number
        self.lasts = lasts
    }

    mutating func strike() throws(StorageFailure) {
        statementsLeft -= 1
        guard statementsLeft == 0 || lasts && statementsLeft < 0 else { return }
        struck = true
        throw .inputOutput(code: 10)
    }
}

/// An engine whose writing connection can be made to fail.
protocol FaultyEngine {
    /// The statement that fails; nil for none.
    var fault: LockedValue<StatementFault?> { get }
}

extension Database {
    /// Makes the n-th statement of the writing connection fail, and all later ones if the fault lasts.
    package func armFault(atStatement number: Int, lasts: Bool = false) {
        faultyEngine?.fault.withLock { $0 = StatementFault(atStatement: number, lasts: lasts) }
    }

    /// Ends the fault, and returns whether a statement failed.
    package func disarmFault() -> Bool {
        faultyEngine?.fault.withLock { fault in
            defer { fault = nil }
            return fault?.struck ?? false
        } ?? false
    }

    private var faultyEngine: (any FaultyEngine)? { engine as? any FaultyEngine }
}
