import Foundation

/// Debian's PgBouncer in transaction mode before a server, reached only through a socket file.
public final class PgBouncer: Sendable {
    /// Why the tests are skipped where there is no PgBouncer.
    public static let absence = "Debian's package pgbouncer is not installed"

    /// Whether there is a PgBouncer to start.
    public static let isHere = FileManager.default.fileExists(atPath: program)

    private static let program = "/usr/sbin/pgbouncer"
    private let bouncer = WatchedServer(stoppedBy: "KILL")

    /// Starts a PgBouncer with a number of connections to each database of a server.
    public init(before server: PostgreSQLServer, connections: Int) throws {
        try bouncer.prepare(
            """
            cat >pgbouncer.ini <<END
            [databases]
            * = host=\(server.socketFolder) user=quince password=\(PostgreSQLServer.password)
            [pgbouncer]
            listen_addr =
            listen_port = 5432
            unix_socket_dir = $PWD
            auth_type = any
            pool_mode = transaction
            default_pool_size = \(connections)
            max_client_conn = 300
            END
            """
        )
        try bouncer.start("\(Self.program) pgbouncer.ini", until: "test -S .s.PGSQL.5432")
    }

    /// A connection string for a database of the server.
    public func connectionString(_ database: String) -> String {
        "host=\(bouncer.folder.url.path) user=quince dbname=\(database)"
    }
}
