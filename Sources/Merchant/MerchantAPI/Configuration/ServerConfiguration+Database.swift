internal import Bytes
internal import Files
internal import PostgreSQL
internal import SQLite
public import Storage
public import World

extension ServerConfiguration {
    /// Opens the database with ``MerchantAPIServer/migrations``.
    ///
    /// - Throws: ``Storage/DatabaseRefusal``.
    public func openDatabase(world: World) async throws(DatabaseRefusal) -> Database {
        let address: PostgreSQLAddress
        switch database {
        case .sqlite(let path):
            return try await Database(path: path, migrations: MerchantAPIServer.migrations)
        case .postgreSQL(let text):
            address = try PostgreSQLAddress(Secret(copying: Array(text.utf8)))
        case .postgreSQLFile(let path):
            let content: Secret
            do throws(FileFailure) {
                content = try Files.readSecret(path, limit: 4_096)
            } catch { throw .addressMalformed }
            address = try PostgreSQLAddress(
                content.withBytes { bytes in
                    let end = bytes.indices.first { bytes[$0] == 10 || bytes[$0] == 13 }
                    return Secret(copying: bytes.extracting(0..<(end ?? bytes.count)))
                }
            )
        }
        return try await Database(
            address,
            migrations: MerchantAPIServer.migrations,
            world: world
        )
    }
}
