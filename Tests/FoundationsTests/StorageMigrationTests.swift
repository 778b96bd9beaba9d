import Storage
import TestSupport
import Testing

@Suite("Migrations")
struct StorageMigrationTests {
    let folder = ScratchFolder()

    static let first = Migration("first", ["CREATE TABLE one (x TEXT) STRICT"])
    static let second = Migration("second", ["CREATE TABLE two (x TEXT) STRICT"])
    static let altered = Migration("first", ["CREATE TABLE one (x INTEGER) STRICT"])

    func open(_ modules: [String: [Migration]]) async throws(DatabaseRefusal) -> Database {
        let series = modules.sorted { $0.key < $1.key }
            .map { MigrationSeries(module: $0.key, $0.value) }
        return try await Database(path: folder.path("m.db"), migrations: series)
    }

    func tables(_ database: Database) async throws(StorageFailure) -> [String] {
        try await database.read { snapshot throws(StorageFailure) in
            var names: [String] = []
            let query: StaticString =
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
            for row in try snapshot.rows(query) { names.append(try row.text("name")) }
            return names
        }
    }

    @Test func `run once and in order, each module by itself`() async throws {
        _ = try await open(["a": [Self.first]])
        let other = Migration("theirs", ["CREATE TABLE three (x TEXT) STRICT"])
        let database = try await open(["a": [Self.first, Self.second], "b": [other]])
        #expect(try await tables(database) == ["one", "schema_migration", "three", "two"])
        _ = try await open(["a": [Self.first, Self.second], "b": [other]])
    }

    @Test func `refuse a file that is newer than the program`() async throws {
        _ = try await open(["a": [Self.first, Self.second]])
        let path = folder.path("m.db")
        await #expect(
            throws: DatabaseRefusal.newerSchema(database: path, module: "a", migration: "second")
        ) { try await open(["a": [Self.first]]) }
        await #expect(
            throws: DatabaseRefusal.newerSchema(database: path, module: "a", migration: "first")
        ) {
            try await open([:])
        }
    }

    @Test func `refuse an earlier step that is missing or changed`() async throws {
        _ = try await open(["a": [Self.first, Self.second]])
        await #expect(throws: DatabaseRefusal.migrationMissing(module: "a", migration: "first")) {
            try await open(["a": [Self.second, Self.second]])
        }
        await #expect(throws: DatabaseRefusal.migrationChanged(module: "a", migration: "first")) {
            try await open(["a": [Self.altered, Self.second]])
        }
    }

    @Test func `are undone completely if one statement fails`() async throws {
        _ = try await open(["a": [Self.first]])
        let broken = Migration("broken", ["CREATE TABLE two (x TEXT) STRICT", "CREATE NONSENSE"])
        let refusal = DatabaseRefusal.migrationFailed(
            module: "a",
            migration: "broken",
            .statementRejected(code: "SQLite 1")
        )
        await #expect(throws: refusal) { try await open(["a": [Self.first, broken]]) }
        #expect(
            try await tables(try await open(["a": [Self.first]])) == ["one", "schema_migration"]
        )
    }

    @Test func `may not make a table that takes any type`() async throws {
        let loose = Migration("loose", ["CREATE TABLE loose (x)"])
        let refusal = DatabaseRefusal.tableNotStrict(
            database: folder.path("m.db"),
            table: "loose"
        )
        await #expect(throws: refusal) { try await open(["a": [loose]]) }
        #expect(try await tables(try await open([:])) == ["schema_migration"])
    }
}
