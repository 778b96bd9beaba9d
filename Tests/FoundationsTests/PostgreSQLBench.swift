import Bytes
import PostgreSQL
import TestSupport
import Testing

/// Connections to a database of one's own on the server that the tests share.
struct PostgreSQLBench {
    let server: PostgreSQLServer
    let connectionString: String

    init() throws {
        server = try PostgreSQLServer.shared()
        connectionString = server.newDatabase()
    }

    func pool(
        _ limits: PostgreSQLLimits = .standard
    ) throws(PostgreSQLFailure) -> PostgreSQLPool {
        try Self.pool(connectionString, limits)
    }

    static func pool(
        _ connectionString: String,
        _ limits: PostgreSQLLimits = .standard
    ) throws(PostgreSQLFailure) -> PostgreSQLPool {
        let secret = Secret(copying: Array(connectionString.utf8))
        return PostgreSQLPool(try PostgreSQLAddress(secret), limits: limits)
    }
}

/// The trait of every suite that needs a server.
let onPostgreSQL: ConditionTrait = .enabled(
    if: PostgreSQLServer.isHere,
    Comment(rawValue: PostgreSQLServer.absence)
)
