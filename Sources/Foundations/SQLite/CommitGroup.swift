internal import Storage

/// Transactions that are committed with one flush of the disk, each kept or undone by itself.
///
/// They run one after another in one transaction of SQLite's, and all are answered after its COMMIT.
/// Where one of them is to be undone, all run again, each in a savepoint. Where SQLite undoes the
/// whole because of one of them, the others run again, each alone.
///
/// - Source: SQLite, *SAVEPOINT*; *Response To Errors Within A Transaction*.
struct CommitGroup {
    private let works: [WorkerThreads<Connection>.Work]

    init(_ works: [WorkerThreads<Connection>.Work]) { self.works = works }

    /// Runs all of them, and tells each caller.
    func run(on connection: Connection) {
        guard works.count > 1 else {
            for work in works { work.finish(Self.runAlone(work.body, on: connection)) }
            return
        }
        do throws(StorageFailure) {
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            for work in works { work.finish(error) }
            return
        }
        let ends: [TransactionEnd]
        if runTogether(on: connection) {
            ends = works.map { _ in .keep }
        } else {
            guard let separate = runMembers(on: connection) else { return }
            ends = separate
        }
        do throws(StorageFailure) {
            try connection.run("COMMIT")
            for work in works { work.finish(nil) }
        } catch {
            connection.rollBack()
            // One that was undone may have decided so by what another wrote, which is undone now.
            for (work, end) in zip(works, ends) {
                work.finish(end == .keep ? .ofCommit(error) : error)
            }
        }
    }

    /// Runs them without savepoints, which cost as much as a small statement each.
    ///
    /// - Returns: Whether all are to be kept.
    private func runTogether(on connection: Connection) -> Bool {
        works.allSatisfy { $0.body(connection) == .keep && connection.isInTransaction }
    }

    /// Undoes what was done, and runs each in its savepoint.
    ///
    /// - Returns: How each ends, or nil if the whole was undone and everyone has been told.
    private func runMembers(on connection: Connection) -> [TransactionEnd]? {
        if connection.isInTransaction { connection.rollBack() }
        do throws(StorageFailure) {
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            for work in works { work.finish(error) }
            return nil
        }
        var ends: [TransactionEnd] = []
        for (index, work) in works.enumerated() {
            var failure: StorageFailure?
            do throws(StorageFailure) {
                try connection.run("SAVEPOINT member")
                let end = work.body(connection)
                if connection.isInTransaction {
                    if end == .undo { try connection.run("ROLLBACK TO member") }
                    try connection.run("RELEASE member")
                    ends.append(end)
                    continue
                }
                // The statement that undid the whole has failed, so its own closure knows.
                failure = end == .undo ? nil : .transactionLost
            } catch {
                failure = error
            }
            if connection.isInTransaction { connection.rollBack() }
            for (other, work) in works.enumerated() {
                work.finish(
                    other == index ? failure : Self.runAlone(work.body, on: connection)
                )
            }
            return nil
        }
        return ends
    }

    private static func runAlone(
        _ work: DatabaseWork,
        on connection: Connection
    ) -> StorageFailure? {
        do throws(StorageFailure) { try connection.run("BEGIN IMMEDIATE") } catch { return error }
        let end = work(connection)
        guard end == .keep else {
            connection.rollBack()
            return nil
        }
        guard connection.isInTransaction else { return .transactionLost }
        do throws(StorageFailure) {
            try connection.run("COMMIT")
            return nil
        } catch {
            connection.rollBack()
            return .ofCommit(error)
        }
    }
}

extension StorageFailure {
    /// What a failed COMMIT means: where the disk failed, the log may hold the transaction whole, and
    /// the next process that opens the file may find it.
    fileprivate static func ofCommit(_ failure: StorageFailure) -> StorageFailure {
        switch failure {
        case .inputOutput, .full, .corrupt: .commitUnknown
        default: failure
        }
    }
}
