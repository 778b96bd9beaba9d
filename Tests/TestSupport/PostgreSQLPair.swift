/// A primary and its synchronous standby: a commit is answered when both have it on their disks.
public struct PostgreSQLPair: Sendable {
    /// The server that accepts writes.
    public let primary: PostgreSQLServer
    /// The server that follows it.
    public let standby: PostgreSQLServer

    /// The standby did not connect to the primary.
    struct NotConnected: Error {}

    /// Starts both servers, and waits until commits wait for the standby.
    public init() async throws {
        primary = try PostgreSQLServer()
        standby = try PostgreSQLServer(standbyOf: primary)
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        primary.sql("SELECT pg_reload_conf()")
        let state = "SELECT sync_state FROM pg_stat_replication"
        guard await primary.waits(for: "sync", from: state) else { throw NotConnected() }
    }

    /// A connection string with both addresses, that of the primary first.
    public var connectionString: String { Self.connectionString(primary, standby) }

    /// A connection string with both addresses, that of the standby first.
    public var connectionStringFromStandby: String { Self.connectionString(standby, primary) }

    private static func connectionString(
        _ first: PostgreSQLServer,
        _ second: PostgreSQLServer
    ) -> String {
        "host=\(first.socketFolder),\(second.socketFolder) user=quince "
            + "password=\(PostgreSQLServer.password) dbname=postgres"
    }
}
