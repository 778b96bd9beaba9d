/// Reads that wait for the same thread, in one transaction of SQLite's.
///
/// The transaction begins after all of them were asked for, so each sees what was committed before it was.
/// To begin and to end one costs about as much as a read.
enum ReadGroup {
    /// Runs all of them, one after another, and tells each caller.
    ///
    /// - Parameters:
    ///   - works: The reads.
    ///   - connection: The connection, without a transaction.
    static func run(_ works: [WorkerThreads.Work], on connection: SQLiteConnection) {
        for work in works {
            do throws(StorageFailure) {
                // A statement that fails may have ended the transaction.
                if !connection.isInTransaction { try connection.run("BEGIN DEFERRED") }
                _ = work.body(connection)
                work.finish(nil)
            } catch {
                work.finish(error)
            }
        }
        guard connection.isInTransaction else { return }
        // Nothing was written, so there is nothing to keep.
        do throws(StorageFailure) { try connection.run("COMMIT") } catch { connection.rollBack() }
    }
}
