import Bytes
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

@Suite("A database whose server is away", onPostgreSQL)
struct AwaitedDatabaseTests {
    let bench: PostgreSQLBench
    let folder = ScratchFolder()

    init() throws { bench = try PostgreSQLBench() }

    private func awaited(_ connectionString: String) async throws -> AwaitedDatabase {
        let address = try PostgreSQLAddress(Secret(copying: Array(connectionString.utf8)))
        return try await AwaitedDatabase(
            name: address.name,
            keyOrder: .random,
            patience: .seconds(60)
        ) {
            () async throws(DatabaseRefusal) in try await Database(address, migrations: [])
        }
    }

    private static func one(_ database: Database) async throws(StorageFailure) -> Int64? {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row("SELECT CAST(1 AS bigint) AS one")?.integer("one")
        }
    }

    /// A damaged file must fail its check, however the program came to it.
    @Test func `is checked as a whole as what was opened is`() async throws {
        let file = try await Database(path: folder.path("checked.sqlite"), migrations: [])
        let opened = try await AwaitedDatabase(name: "a file", keyOrder: .byTime) {
            () async throws(DatabaseRefusal) in file
        }
        #expect(await opened.progress(after: .opening) == .open)
        for database in [AwaitedDatabase(file).database, opened.database] {
            #expect(database.engine.integrityCheck?.description == "PRAGMA integrity_check(1)")
        }
    }

    @Test func `refuses everything with the reason, and is used once the server is there`()
        async throws
    {
        let awaited = try await awaited(
            bench.server.connectionString(bench.connectionString, away: folder)
        )
        guard case .waiting(.unavailable(_, .unreachable)) = awaited.progress else {
            Issue.record("\(awaited.progress)")
            return
        }
        let database = awaited.database
        await #expect(throws: StorageFailure.unreachable) { try await Self.one(database) }
        try bench.server.come(to: folder)
        #expect(await awaited.progress(after: awaited.progress) == .open)
        #expect(try await Self.one(database) == 1)
        await database.close()
        await #expect(throws: StorageFailure.closed) { try await Self.one(database) }
    }

    @Test func `is refused at once where waiting does not help, and as soon as that is known`()
        async throws
    {
        let wrong = bench.connectionString
            .replacing(PostgreSQLServer.password, with: "another")
        await #expect(throws: DatabaseRefusal.self) { _ = try await awaited(wrong) }
        let late = try await awaited(bench.server.connectionString(wrong, away: folder))
        try bench.server.come(to: folder)
        guard
            case .refused(.unavailable(_, .connectionRefused("28P01"))) =
                await late.progress(after: late.progress)
        else {
            Issue.record("\(late.progress)")
            return
        }
        await late.database.close()
    }

    @Test func `that is closed while it is away is not opened later`() async throws {
        let awaited = try await awaited(
            bench.server.connectionString(bench.connectionString, away: folder)
        )
        await awaited.database.close()
        #expect(awaited.progress == .closed)
        await #expect(throws: StorageFailure.closed) { try await Self.one(awaited.database) }
    }
}
