internal import World

/// A file with one thread that writes and some that read, each with its own connection.
///
/// Transactions that wait while another is flushed are committed together; see ``CommitGroup``.
final class SQLiteEngine: DatabaseEngine, FaultyEngine {
    static let check: StaticString? = "PRAGMA integrity_check(1)"

    let keyOrder = KeyOrder.byTime
    let integrityCheck = check
    let name: String
    let remarks: [DatabaseRemark]
    /// Makes a statement of the writing connection fail, for tests.
    let fault: LockedValue<StatementFault?>
    private let writer: WorkerThreads
    private let readers: WorkerThreads

    /// How many read at the same time.
    private static let readingThreads = 2
    /// How many reads share one transaction at most. Each waits for those before it.
    private static let readsTogether = 4
    /// How many transactions share one flush at most.
    private static let groupSize = 128
    /// How many may wait for the writer, or for the readers.
    private static let waiting = 10_000

    /// Opens and migrates on the writer's thread.
    init(_ opening: SQLiteOpening) async throws(DatabaseRefusal) {
        name = opening.name
        let mended = LockedValue<[DatabaseRemark]>([])
        let fault = LockedValue<StatementFault?>(nil)
        self.fault = fault
        let refusal = LockedValue<DatabaseRefusal?>(nil)
        let limits = WorkLimits(threads: 1, waiting: Self.waiting, batch: Self.groupSize)
        writer = WorkerThreads(limits) {
            var connection: SQLiteConnection?
            var checkpointer: Checkpointer?
            var commitTime = Duration.seconds(1)
            return { works, more in
                do throws(DatabaseRefusal) {
                    if connection == nil {
                        let remarks = opening.restrictAccess()
                        let opened = try opening.open(fault: fault)
                        checkpointer = try opening.checkpointer()
                        connection = opened
                        mended.withLock { $0 = remarks }
                    }
                    do throws(StorageFailure) { try opening.checkFile() } catch {
                        for work in works { work.finish(error) }
                        return
                    }
                    if let connection {
                        var group = CommitGroup(
                            works,
                            after: commitTime,
                            checking: opening.checkFile
                        )
                        group.run(on: connection, adding: more)
                        commitTime = group.commitTime
                        checkpointer?.copyLog(of: connection)
                    }
                } catch {
                    refusal.withLock { $0 = error }
                    for work in works { work.finish(.closed) }
                }
            }
        }
        let readerLimits = WorkLimits(
            threads: Self.readingThreads,
            waiting: Self.waiting,
            batch: Self.readsTogether
        )
        readers = WorkerThreads(readerLimits) { Self.newReader(of: opening) }
        let failure = await writer.perform(.writing) { _ in .undo }
        remarks = mended.withLock { $0 }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        if let failure { throw DatabaseRefusal(failure, database: name) }
    }

    deinit {
        writer.close()
        readers.close()
    }

    func perform(
        _ access: DatabaseAccess,
        _ work: @escaping DatabaseWork
    ) async -> StorageFailure? {
        switch access {
        case .writing: await writer.perform(access, work)
        case .reading: await readers.perform(access, work)
        }
    }

    func close() async {
        // The writing connection last: the one that is closed last puts the log into the file.
        await readers.end()
        await writer.end()
    }

    /// The work of a reading thread.
    private static func newReader(of opening: SQLiteOpening) -> WorkerThreads.Server {
        var connection: SQLiteConnection?
        return { works, _ in
            do throws(StorageFailure) {
                try opening.checkFile()
                if connection == nil, let file = opening.file {
                    connection = try SQLiteConnection(readingFrom: file, patience: opening.patience)
                }
                if let connection { ReadGroup.run(works, on: connection) }
            } catch {
                for work in works { work.finish(error) }
            }
        }
    }
}
