internal import Storage
internal import World

/// Connections to a PostgreSQL server, each with a thread of its own, and a bounded queue of callers.
final class PostgreSQLEngine: DatabaseEngine {
    let keyOrder = KeyOrder.random
    let name: String
    let remarks: [DatabaseRemark] = []
    private let threads: WorkerThreads

    /// Migrates, and keeps connections for the program's transactions.
    init(
        _ address: PostgreSQLAddress,
        _ series: [MigrationSeries],
        _ limits: PostgreSQLLimits,
        _ world: World
    ) async throws(DatabaseRefusal) {
        name = address.name
        let hosts = PostgreSQLHosts(address)
        threads = WorkerThreads(limits.forThreads) {
            var session = PostgreSQLSession(hosts, limits, world)
            return { works, _ in
                for work in works {
                    work.finish(session.perform(work.access, work.body))
                    session.removeMarkers()
                }
            }
        }
        try await Self.migrate(series, on: hosts, limits.forMigrations, world, database: name)
    }

    deinit { threads.close() }

    func perform(
        _ access: DatabaseAccess,
        _ work: @escaping DatabaseWork
    ) async -> StorageFailure? {
        await threads.perform(access, work)
    }

    func close() async { await threads.end() }

    /// Migrates on a thread and a connection that end with it.
    private static func migrate(
        _ series: [MigrationSeries],
        on hosts: PostgreSQLHosts,
        _ limits: PostgreSQLLimits,
        _ world: World,
        database: String
    ) async throws(DatabaseRefusal) {
        let refusal = LockedValue<DatabaseRefusal?>(nil)
        let thread = WorkerThreads(limits.forThreads) {
            { works, _ in
                var session = PostgreSQLSession(hosts, limits, world, isPreparing: false)
                do throws(DatabaseRefusal) {
                    try session.migrate(series, database: database)
                } catch {
                    refusal.withLock { $0 = error }
                }
                for work in works { work.finish(nil) }
            }
        }
        defer { thread.close() }
        let failure = await thread.perform(.writing) { _ in .undo }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        if let failure { throw DatabaseRefusal(failure, database: database) }
    }
}
