internal import Storage
internal import World

/// Copies the write-ahead log into the database file on a thread of its own, so that few commits have
/// to do it.
///
/// A commit still does it where the log is long, because the log can begin again only when all of it
/// is copied, and a flush of a log that grows is slower.
///
/// - Source: SQLite, *Write-Ahead Logging*, "Avoiding Excessively Large WAL Files".
final class Checkpointer: Sendable {
    /// The length of the log at which a commit copies it itself, in pages.
    static let inCommits: StaticString = "PRAGMA wal_autocheckpoint = 2000"
    /// After how many changed rows the log is copied.
    private static let changedRows = 500

    private let threads: WorkerThreads
    private let rowsAtLast = LockedValue(0)

    init(_ file: String, patience: Duration) {
        // One that waits is enough: it copies all that is there when it begins.
        threads = WorkerThreads(WorkLimits(threads: 1, waiting: 1)) {
            var connection: Connection?
            return { works, _ in
                if connection == nil {
                    connection = try? Connection(readingFrom: file, patience: patience)
                }
                // What cannot be copied now is copied later.
                _ = try? connection?.run("PRAGMA wal_checkpoint(PASSIVE)")
                for work in works { work.finish(nil) }
            }
        }
    }

    deinit { threads.close() }

    /// Notes how many rows the writing connection has changed since it was opened.
    func note(changedRows: Int) {
        let isDue = rowsAtLast.withLock { last in
            guard changedRows - last >= Self.changedRows else { return false }
            last = changedRows
            return true
        }
        guard isDue else { return }
        Task.detached { [threads] in _ = await threads.perform(.writing) { _ in .undo } }
    }

    /// Returns once the thread has ended and closed its connection.
    func end() async { await threads.end() }
}
