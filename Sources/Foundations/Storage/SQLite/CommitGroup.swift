internal import World

/// Transactions that are committed with one flush of the disk, each kept or undone by itself.
///
/// They run one after another in one transaction of SQLite's, and all are answered after its COMMIT.
/// Others that come meanwhile are added, until running them has taken some times as long as a commit
/// does: the flush costs each little then, and those that wait for it could do something else. Where
/// one of them is to be undone, all run again, each in a savepoint. Where SQLite undoes the whole
/// because of one of them, the others run again, each alone.
///
/// - Source: SQLite, *SAVEPOINT*; *Response To Errors Within A Transaction*.
struct CommitGroup {
    private var works: [WorkerThreads.Work]
    /// Looks whether the file is still there, right before each commit.
    private let check: () throws(StorageFailure) -> Void
    /// How long the last commit took.
    private(set) var commitTime: Duration

    /// For how many times the length of a commit a group takes in more.
    private static let commitsPerGroup = 2

    init(
        _ works: [WorkerThreads.Work],
        after commitTime: Duration = .seconds(1),
        checking check: @escaping () throws(StorageFailure) -> Void = { () throws(StorageFailure) in
        }
    ) {
        self.works = works
        self.commitTime = commitTime
        self.check = check
    }

    /// Runs all of them, and tells each caller.
    ///
    /// - Parameters:
    ///   - connection: The connection, without a transaction.
    ///   - more: Gives what is added to a number of works, and nothing when the group has to end.
    mutating func run(on connection: SQLiteConnection, adding more: (Int) -> [WorkerThreads.Work]) {
        do throws(StorageFailure) {
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            for work in works { work.finish(error) }
            return
        }
        var ends: [TransactionEnd]?
        if let end = runTogether(on: connection, adding: more) {
            guard works.count > 1 else {
                connection.rollBack()
                for work in works { work.finish(end == .undo ? nil : .transactionLost) }
                return
            }
            ends = runMembers(on: connection)
            guard ends != nil else { return }
        }
        do throws(StorageFailure) {
            try check()
            let watch = Stopwatch()
            try connection.run("COMMIT")
            commitTime = watch.elapsed
            for work in works { work.finish(nil) }
        } catch {
            connection.rollBack()
            // One that was undone may have decided so by what another wrote, which is undone now.
            for (index, work) in works.enumerated() {
                let isUndone = ends?[index] == .undo
                work.finish(isUndone ? error : .ofCommit(error))
            }
        }
    }

    /// Runs them without savepoints, which cost as much as a small statement each.
    ///
    /// - Returns: Nil if all are to be kept, or the end of the one with which that became impossible.
    private mutating func runTogether(
        on connection: SQLiteConnection,
        adding more: (Int) -> [WorkerThreads.Work]
    ) -> TransactionEnd? {
        var added = works
        // Without the time in which nothing came.
        var spent = Duration.zero
        while !added.isEmpty {
            let watch = Stopwatch()
            for work in added {
                let end = work.body(connection)
                guard end == .keep, connection.isInTransaction else { return end }
            }
            spent += watch.elapsed
            guard spent < commitTime * Self.commitsPerGroup else { return nil }
            added = more(works.count)
            works += added
        }
        return nil
    }

    /// Undoes what was done, and runs each in its savepoint.
    ///
    /// - Returns: How each ends, or nil if the whole was undone and everyone has been told.
    private func runMembers(on connection: SQLiteConnection) -> [TransactionEnd]? {
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
                    other == index
                        ? failure : Self.runAlone(work.body, on: connection, checking: check)
                )
            }
            return nil
        }
        return ends
    }

    /// Runs one in a transaction of its own.
    static func runAlone(
        _ work: DatabaseWork,
        on connection: SQLiteConnection,
        checking check: () throws(StorageFailure) -> Void = { () throws(StorageFailure) in }
    ) -> StorageFailure? {
        do throws(StorageFailure) { try connection.run("BEGIN IMMEDIATE") } catch { return error }
        let end = work(connection)
        guard end == .keep else {
            connection.rollBack()
            return nil
        }
        guard connection.isInTransaction else { return .transactionLost }
        do throws(StorageFailure) {
            try check()
            try connection.run("COMMIT")
            return nil
        } catch {
            connection.rollBack()
            return .ofCommit(error)
        }
    }
}

extension StorageFailure {
    /// The meaning of a failed COMMIT: where the disk failed, the log may hold the transaction whole, and
    /// the next process that opens the file may find it.
    fileprivate static func ofCommit(_ failure: StorageFailure) -> StorageFailure {
        switch failure {
        case .inputOutput, .full, .corrupt: .commitUnknown
        default: failure
        }
    }
}
