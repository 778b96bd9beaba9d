public import Foundation
internal import World

/// A PostgreSQL server of Debian's in a scratch folder, reached by a socket file and nothing else.
///
/// A shell watches over it, and stops it and removes the folder when this process is gone,
/// however it went.
public final class PostgreSQLServer: Sendable {
    /// The password of the server's user, which nothing may show.
    public static let password = "not-to-be-seen-7f3a91"

    /// What a test says where there is no server.
    public static let absence = "Debian's package postgresql is not installed"

    /// Where the newest server's programs are, or nil if there are none.
    private static let programs: String? = {
        let newest = "ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1"
        let path = Shell.output(of: newest, in: Repository.root).split(separator: "\n").first
        return path.map(String.init)
    }()

    /// Whether there is a server to start.
    public static let isHere = programs != nil

    /// A server that all tests share; each takes a database of its own.
    public static func shared() throws -> PostgreSQLServer { try common.get() }

    private static let common = Result { try PostgreSQLServer(["fsync": "off"]) }

    /// No server was started, with its last words.
    public struct NotStarted: Error { let words: String }

    private let folder: ScratchFolder
    private let watcher = LockedValue<Pipe?>(nil)
    private let databases = LockedValue(0)

    /// Makes a server and starts it.
    public init(_ settings: [String: String] = [:]) throws {
        folder = ScratchFolder()
        let made = Shell.output(of: Self.making + " && echo made", in: folder.url)
        guard made.hasSuffix("made\n") else { throw NotStarted(words: made) }
        try start(settings)
    }

    deinit { end("stop") }

    /// Starts the server, where it was stopped.
    public func start(_ settings: [String: String] = [:]) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        let options = settings.sorted { $0.key < $1.key }.map { "-c '\($0.key)=\($0.value)'" }
        process.arguments = ["-c", Self.watching(options.joined(separator: " "))]
        process.currentDirectoryURL = folder.url
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        watcher.withLock { $0 = pipe }
        let ready =
            "for i in {1..400}; do \(Self.tools)/pg_isready -q -h \"$PWD\" && echo ready && break;"
        let answer = Shell.output(of: ready + " sleep 0.05; done", in: folder.url)
        guard answer == "ready\n" else {
            throw NotStarted(words: Shell.output(of: "tail log", in: folder.url))
        }
    }

    /// Kills every process of the server at once, as a power cut would.
    public func kill() { end("kill") }

    /// Stops the server in good order.
    public func stop() { end("stop") }

    /// A connection string for a database.
    public func connectionString(_ database: String = "postgres") -> String {
        "host=\(folder.url.path) user=quince password=\(Self.password) dbname=\(database)"
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

    /// What psql, which is not ours, answers; nothing where it fails.
    @discardableResult
    public func sql(_ statement: String, in connectionString: String? = nil) -> String {
        let quoted = statement.replacing("'", with: "'\\''")
        let place = connectionString ?? self.connectionString()
        return Shell.output(
            of: "\(Self.tools)/psql -X -q -A -t -v ON_ERROR_STOP=1 -d '\(place)' -c '\(quoted)'",
            in: folder.url
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
        try process.run()
        return process
    }

    /// Waits until a query answers with a word; false if it does not within ten seconds.
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

    private func end(_ word: String) {
        let pipe = watcher.withLock { pipe in
            defer { pipe = nil }
            return pipe
        }
        guard let pipe else { return }
        try? pipe.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
        // The watcher takes this file away when the server is gone.
        _ = Shell.output(
            of: "for i in {1..400}; do [ -e running ] || break; sleep 0.05; done",
            in: folder.url
        )
    }

    private static var tools: String { programs ?? "/nowhere" }

    /// initdb refuses to run as root, so root switches to another user.
    private static let become = """
        become=()
        if ((EUID == 0)); then
            become=(setpriv --reuid=postgres --regid=postgres --init-groups)
        fi
        """

    private static let making = """
        set -e
        \(become)
        printf '%s' '\(password)' >password
        mkdir data
        if ((EUID == 0)); then chown -R postgres . ; fi
        "${become[@]}" \(tools)/initdb -D data -U quince --auth=scram-sha-256 \
            --pwfile=password --encoding=UTF8 --locale=C --no-sync >initdb.log 2>&1
        rm password
        """

    /// Ends at a message, or when the pipe is closed.
    private static func watching(_ options: String) -> String {
        """
        trap : INT TERM HUP
        \(become)
        folder=$PWD
        touch running
        "${become[@]}" \(tools)/postgres -D data -c listen_addresses= \
            -c unix_socket_directories="$folder" -c max_connections=300 \
            \(options) </dev/null >>log 2>&1 &
        server=$!
        word=gone
        read -r word
        if [[ $word == kill ]]; then
            kill -STOP $server
            kill -KILL $(cat /proc/$server/task/$server/children) $server
        else
            kill -INT $server
        fi
        while kill -0 $server 2>/dev/null; do wait $server 2>/dev/null; done
        rm -f running
        if [[ $word != kill && $word != stop ]]; then rm -rf "$folder"; fi
        """
    }
}
