public import Foundation
internal import World

/// Debian's PostgreSQL server in a scratch folder, reached only through a socket file.
public final class PostgreSQLServer: Sendable {
    /// The password of the server's user, which nothing may show.
    public static let password = "not-to-be-seen-7f3a91"

    /// Why the tests are skipped where there is no server.
    public static let absence =
        "Debian's package postgresql is not installed, or QUINCE_TEST_DATABASES is SQLite"

    /// Where the newest server's programs are, or nil if there are none, or the run is on SQLite only.
    private static let programs: String? = {
        if ProcessInfo.processInfo.environment["QUINCE_TEST_DATABASES"] == "SQLite" { return nil }
        let newest = "ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1"
        let path = Shell.output(of: newest, in: Repository.root).split(separator: "\n").first
        return path.map(String.init)
    }()

    /// Whether there is a server to start.
    public static let isHere = programs != nil

    /// A server that all tests share; each takes a database of its own.
    public static func shared() throws -> PostgreSQLServer { try common.get() }

    private static let common = Result { try PostgreSQLServer(["fsync": "off"]) }

    private let server = WatchedServer(stoppedBy: "INT")
    private let databases = LockedValue(0)

    /// Makes a server and starts it.
    public init(_ settings: [String: String] = [:]) throws {
        try server.prepare(
            """
            printf '%s' '\(Self.password)' >password
            "${become[@]}" mkdir data
            "${become[@]}" \(Self.tools)/initdb -D data -U quince --auth=scram-sha-256 \
                --pwfile=password --encoding=UTF8 --locale=C --no-sync >initdb.log 2>&1
            rm password
            """
        )
        try start(settings)
    }

    /// Makes a standby of another server and starts it. Its name for `synchronous_standby_names`
    /// is `standby`.
    public init(standbyOf primary: PostgreSQLServer) throws {
        let source = primary.connectionString().replacing("dbname=postgres", with: "")
        try server.prepare(
            """
            "${become[@]}" \(Self.tools)/pg_basebackup -D data --write-recovery-conf --no-sync \
                --checkpoint=fast -d '\(source) application_name=standby' >backup.log 2>&1
            """
        )
        try start()
    }

    /// Starts the server, where it was stopped.
    public func start(_ settings: [String: String] = [:]) throws {
        let options = settings.sorted { $0.key < $1.key }.map { "-c '\($0.key)=\($0.value)'" }
        try server.start(
            """
            \(Self.tools)/postgres -D data -c listen_addresses= \
                -c unix_socket_directories="$folder" -c max_connections=300 \
                \(options.joined(separator: " "))
            """,
            until: "\(Self.tools)/pg_isready -q -h \"$PWD\""
        )
    }

    /// Kills every process of the server at once, as a power cut would.
    public func kill() { server.end("kill") }

    /// Stops the server in good order.
    public func stop() { server.end("stop") }

    /// Suspends every process of the server, so that it answers nothing.
    public func suspend() { server.signal("STOP") }

    /// Continues a suspended server.
    public func resume() { server.signal("CONT") }

    /// Makes a standby the primary, and waits until it is.
    public func promote() { sql("SELECT pg_promote()") }

    /// The folder with the server's socket file.
    public var socketFolder: String { server.folder.url.path }

    /// A connection string for a database.
    public func connectionString(_ database: String = "postgres") -> String {
        "host=\(socketFolder) user=quince password=\(Self.password) dbname=\(database)"
    }

    /// A connection string that leads nowhere until the server comes to a folder.
    public func connectionString(_ direct: String, away folder: ScratchFolder) -> String {
        direct.replacing("host=\(socketFolder)", with: "host=\(folder.url.path)")
    }

    /// Makes the server reachable in a folder.
    public func come(to folder: ScratchFolder) throws {
        let name = ".s.PGSQL.5432"
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(name),
            withDestinationPath: "\(socketFolder)/\(name)"
        )
    }

    /// A connection string for a new database.
    public func newDatabase() -> String {
        let number = databases.withLock { number in
            number += 1
            return number
        }
        sql("CREATE DATABASE scratch_\(number)")
        return connectionString("scratch_\(number)")
    }

    /// The answer of psql, which is not ours; nothing where it fails.
    @discardableResult
    public func sql(_ statement: String, in connectionString: String? = nil) -> String {
        let quoted = statement.replacing("'", with: "'\\''")
        let place = connectionString ?? self.connectionString()
        return Shell.output(
            of: "\(Self.tools)/psql -X -q -A -t -v ON_ERROR_STOP=1 -d '\(place)' -c '\(quoted)'",
            in: server.folder.url
        )
    }

    /// A session of psql's that goes on by itself.
    public func session(
        _ statement: String,
        in connectionString: String? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "\(Self.tools)/psql")
        process.arguments = [
            "-X", "-q", "-d", connectionString ?? self.connectionString(), "-c", statement,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        return process
    }

    /// Waits until a query answers with a word; false if it does not within a minute.
    public func waits(
        for word: String,
        from query: String,
        in connectionString: String? = nil
    ) async -> Bool {
        for _ in 0..<1_200 {
            if sql(query, in: connectionString) == word + "\n" { return true }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// The path of psql.
    public static var psql: String { "\(tools)/psql" }

    private static var tools: String { programs ?? "/nowhere" }
}
