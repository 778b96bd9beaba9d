/// Copies the write-ahead log into the database file, while no process writes.
///
/// It belongs to the thread that writes, and copies between two groups of transactions, under the write lock.
/// SQLite 3.7.0 to 3.51.2 can lose committed pages where one connection copies the log and another begins it
/// again at the same moment.
///
/// - Source: SQLite, *Write-Ahead Logging*, "The WAL-Reset Bug";
///   Documentation/Decisions/0060-checkpoints-hold-the-write-lock.md.
struct Checkpointer {
    /// By how much the log grows until it is copied. Units: pages.
    private static let interval = 1_000

    /// Holds the write lock, since a connection in a transaction cannot copy the log.
    private let lock: SQLiteConnection
    /// The length of the log when it was copied last. Units: pages.
    private var pagesAtLast = 0

    /// Opens the file and its log at once. Later another file could have its name, or SQLite could take a
    /// damaged one for new and remove its log.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - patience: How long to wait for another connection that locks the file, such as one that is closed.
    /// - Throws: ``Storage/StorageFailure``, such as for a file that stays locked.
    init(_ file: String, patience: Duration) throws(StorageFailure) {
        lock = try SQLiteConnection(path: file, patience: patience)
        try lock.run("PRAGMA application_id")
        // Where another process writes, the lock is not waited for: a later group finds the log still long.
        try lock.run("PRAGMA busy_timeout = 0")
    }

    /// Copies the log if it has grown, without the pages that a reader still needs.
    ///
    /// - Parameter writer: The writing connection, without a transaction.
    mutating func copyLog(of writer: SQLiteConnection) {
        let pages = writer.logPages
        // The log has begun again.
        if pages < pagesAtLast { pagesAtLast = 0 }
        guard pages - pagesAtLast >= Self.interval else { return }
        do throws(StorageFailure) {
            try lock.run("BEGIN IMMEDIATE")
            defer { lock.rollBack() }
            pagesAtLast = pages
            try writer.run("PRAGMA wal_checkpoint(PASSIVE)")
        } catch {
            // What cannot be copied now is copied later.
        }
    }
}
