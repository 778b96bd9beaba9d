internal import Bytes
internal import Files
internal import PostgreSQL
public import Storage
public import World

extension ServerConfiguration {
    /// Opens the database with ``MerchantAPIServer/migrations``.
    ///
    /// - Throws: ``Storage/DatabaseRefusal``.
    public func openDatabase(world: World) async throws(DatabaseRefusal) -> Database {
        guard let address = try serverAddress() else { return try await openFile() }
        return try await Self.open(address, world)
    }

    /// Opens the database with ``MerchantAPIServer/migrations``, and waits in the background for a server that
    /// cannot be reached now.
    ///
    /// - Throws: ``Storage/DatabaseRefusal``, where waiting would not help.
    public func awaitDatabase(world: World) async throws(DatabaseRefusal) -> AwaitedDatabase {
        guard let address = try serverAddress() else {
            return AwaitedDatabase(try await openFile())
        }
        return try await AwaitedDatabase(name: address.name, keyOrder: .random) {
            () async throws(DatabaseRefusal) in try await Self.open(address, world)
        }
    }

    private func openFile() async throws(DatabaseRefusal) -> Database {
        guard case .sqlite(let path) = database else { throw .addressMalformed }
        return try await Database(path: path, migrations: MerchantAPIServer.migrations)
    }

    private static func open(
        _ address: PostgreSQLAddress,
        _ world: World
    ) async throws(DatabaseRefusal) -> Database {
        try await Database(address, migrations: MerchantAPIServer.migrations, world: world)
    }

    /// The address of a server; nil for a file.
    func serverAddress() throws(DatabaseRefusal) -> PostgreSQLAddress? {
        switch database {
        case .sqlite: return nil
        case .postgreSQL(let text):
            return try PostgreSQLAddress(Secret(copying: Array(text.utf8)))
        case .postgreSQLFile(let path):
            guard let content = try? Files.readSecret(path, limit: 4_096) else {
                throw .addressMalformed
            }
            return try PostgreSQLAddress(
                content.withBytes { bytes in
                    let end = bytes.indices.first { bytes[$0] == 10 || bytes[$0] == 13 }
                    return Secret(copying: bytes.extracting(0..<(end ?? bytes.count)))
                }
            )
        }
    }
}
