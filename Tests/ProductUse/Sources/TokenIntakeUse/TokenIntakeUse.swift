import Money
import Storage
import TokenIntake
import World

/// Opens a file of claims, as a server on one machine does.
public func useTokenIntake(file: String) throws -> any TokenClaimStore {
    let database = try Database(path: file, migrations: [AcceptedTokens.migrations])
    _ = Money.self
    return SQLiteClaimStore(database: database, clock: World.system.clock)
}
