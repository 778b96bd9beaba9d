import Money
import SQLite
import Storage
import TokenIntake
import World

/// Opens a file of claims, as a server on one machine does.
public func useTokenIntake(file: String) async throws -> any TokenClaimStore {
    let database = try await Database(path: file, migrations: [AcceptedTokens.migrations])
    _ = Money.self
    return DatabaseClaimStore(database: database, clock: World.system.clock)
}
