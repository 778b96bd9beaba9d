import Bytes
import PostgreSQL
import PostgreSQLTokenClaims
import TokenIntake
import World

/// Connects to a server of claims, as many machines do.
public func usePostgreSQLTokenClaims(address: String) async throws -> any TokenClaimStore {
    let secret = Secret(copying: Array(address.utf8))
    let pool = PostgreSQLPool(try PostgreSQLAddress(secret))
    return try await PostgreSQLClaimStore(pool, clock: World.system.clock)
}
