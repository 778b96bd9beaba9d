import Bytes
import PostgreSQL
import Storage

/// Opens a database on a server, as many machines do, and counts the entries in a table.
public func usePostgreSQL(address: String) async throws -> Int64? {
    let entries = Migration("entries", ["CREATE TABLE entry (number bigint PRIMARY KEY)"])
    let secret = Secret(copying: Array(address.utf8))
    let database = try await Database(
        PostgreSQLAddress(secret),
        migrations: [MigrationSeries(module: "use", [entries])]
    )
    return try await database.read { snapshot throws(StorageFailure) in
        try snapshot.row("SELECT count(*) AS entries FROM entry")?.integer("entries")
    }
}
