import Bytes
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

/// A database of one's own on the server that the tests share.
struct PostgreSQLBench {
    let server: PostgreSQLServer
    let connectionString: String

    init() throws {
        server = try PostgreSQLServer.shared()
        connectionString = server.newDatabase()
    }

    func open(
        _ series: [MigrationSeries] = [],
        limits: PostgreSQLLimits = .standard
    ) async throws -> Database {
        try await Self.open(connectionString, series, limits: limits)
    }

    static func open(
        _ connectionString: String,
        _ series: [MigrationSeries] = [],
        limits: PostgreSQLLimits = .standard
    ) async throws -> Database {
        let secret = Secret(copying: Array(connectionString.utf8))
        return try await Database(
            PostgreSQLAddress(secret),
            migrations: series,
            limits: limits
        )
    }

    /// The database's name.
    var name: String { connectionString.split(separator: "=").last.map(String.init) ?? "" }

    /// Waits until a query answers with a word.
    func waits(for word: String, from query: String) async -> Bool {
        await server.waits(for: word, from: query, in: connectionString)
    }

    /// The answer of psql, in this database.
    @discardableResult
    func ask(_ query: String) -> String { server.sql(query, in: connectionString) }
}

/// Counts how often closures ran.
final class RunCount: Sendable {
    private let runs = LockedValue(0)

    var count: Int { runs.withLock { $0 } }

    /// Counts a run, and says which it is.
    func next() -> Int {
        runs.withLock { runs in
            runs += 1
            return runs
        }
    }
}

/// The trait of every suite that needs a server.
let onPostgreSQL: ConditionTrait = .enabled(
    if: PostgreSQLServer.isHere,
    Comment(rawValue: PostgreSQLServer.absence)
)

extension Database {
    /// Runs one statement in its own transaction.
    @discardableResult
    func run(
        _ statement: StaticString,
        _ values: [StoredValue] = []
    ) async throws(StorageFailure) -> [Row] {
        try await write { transaction throws(StorageFailure) in
            try transaction.rows(statement, values)
        }
    }
}
