internal import World

/// A database in memory: one connection, which callers use one after another on their own threads.
final class MemoryEngine: ImmediateEngine, FaultyEngine {
    let keyOrder = KeyOrder.byTime
    let integrityCheck = SQLiteEngine.check
    let name: String
    let remarks: [DatabaseRemark] = []
    let fault = LockedValue<StatementFault?>(nil)
    /// Nil once it is closed.
    private let connection: LockedValue<SQLiteConnection?>

    init(_ series: [MigrationSeries]) throws(DatabaseRefusal) {
        let opening = SQLiteOpening(path: nil, series: series, patience: .zero)
        name = opening.name
        connection = LockedValue(try opening.open(fault: fault))
    }

    func performNow(_ work: DatabaseWork) -> StorageFailure? {
        connection.withLock { connection in
            guard let connection else { return .closed }
            return CommitGroup.runAlone(work, on: connection)
        }
    }

    func perform(
        _ access: DatabaseAccess,
        _ work: @escaping DatabaseWork
    ) async -> StorageFailure? { performNow(work) }

    func close() async { connection.withLock { $0 = nil } }
}
