public import Storage
public import World

extension Database {
    /// A database on a PostgreSQL server, whose tables are brought up to date first. Any number of
    /// programs and machines can use it.
    ///
    /// Transactions are serializable. A commit is answered when it is on the server's disk, and on the
    /// disk of a synchronous standby if the server has one. Where the answer is lost, the same address
    /// is asked again whether the commit was made. PgBouncer may be between, also in transaction mode.
    ///
    /// - Parameters:
    ///   - address: The server, or several of which one is the primary.
    ///   - series: The migrations of every module that has tables in this database.
    ///   - limits: How many connections there are, and how long to wait.
    ///   - world: The clock for the time limits, and the randomness of identifiers and pauses.
    /// - Throws: ``Storage/DatabaseRefusal`` with the cause and the remedy.
    /// - Source: PostgreSQL, *Transaction Isolation*, *Synchronous Replication*;
    ///   Documentation/Decisions/0019-postgresql-by-libpq.md and
    ///   Documentation/Decisions/0038-lost-commits-are-resolved-by-a-marker.md.
    public init(
        _ address: PostgreSQLAddress,
        migrations series: [MigrationSeries],
        limits: PostgreSQLLimits = .standard,
        world: World = .system
    ) async throws(DatabaseRefusal) {
        let engine = try await PostgreSQLEngine(address, series, limits, world)
        self.init(engine)
    }
}
