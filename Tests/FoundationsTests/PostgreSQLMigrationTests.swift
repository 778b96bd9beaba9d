import PostgreSQL
import TestSupport
import Testing

@Suite("Migrations on PostgreSQL", onPostgreSQL)
struct PostgreSQLMigrationTests {
    let bench: PostgreSQLBench

    init() throws { bench = try PostgreSQLBench() }

    static let first = PostgreSQLMigration("entries", ["CREATE TABLE entry (name text)"])
    static let second = PostgreSQLMigration(
        "amounts",
        ["ALTER TABLE entry ADD amount bigint", "INSERT INTO entry VALUES ('a', 1)"]
    )
    static let broken = PostgreSQLMigration(
        "broken",
        ["CREATE TABLE other (a bigint)", "CREATE TABLE entry (a bigint)"]
    )

    func series(_ migrations: PostgreSQLMigration...) -> [PostgreSQLMigrationSeries] {
        [PostgreSQLMigrationSeries(module: "ledger", migrations)]
    }

    func ask(_ query: String) -> String { bench.server.sql(query, in: bench.connectionString) }

    @Test func `run once each, in order, on any server`() async throws {
        let pools = try (0..<4).map { _ in try bench.pool() }
        let all = series(Self.first, Self.second)
        try await pools[0].migrate(series(Self.first))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for pool in pools { for _ in 0..<4 { group.addTask { try await pool.migrate(all) } } }
            try await group.waitForAll()
        }
        #expect(ask("SELECT count(*) FROM entry WHERE amount = 1") == "1\n")
        #expect(
            ask("SELECT string_agg(name, ',' ORDER BY position) FROM schema_migration")
                == "entries,amounts\n"
        )
    }

    @Test func `begin from nothing on several servers at once`() async throws {
        let pools = try (0..<4).map { _ in try bench.pool() }
        let all = series(Self.first, Self.second)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for pool in pools { group.addTask { try await pool.migrate(all) } }
            try await group.waitForAll()
        }
        #expect(ask("SELECT count(*) FROM entry") == "1\n")
    }

    @Test func `are refused where the database is of another program version`() async throws {
        let pool = try bench.pool()
        try await pool.migrate(series(Self.first, Self.second))
        let newer = PostgreSQLMigrationRefusal.newerSchema(module: "ledger", migration: "amounts")
        await #expect(throws: newer) { try await pool.migrate(series(Self.first)) }
        let other = PostgreSQLMigration("amounts", ["ALTER TABLE entry ADD amount integer"])
        let changed = PostgreSQLMigrationRefusal.migrationChanged(
            module: "ledger",
            migration: "amounts"
        )
        await #expect(throws: changed) { try await pool.migrate(series(Self.first, other)) }
        try await pool.migrate(series(Self.first, Self.second))
    }

    @Test func `are all undone if one fails`() async throws {
        let pool = try bench.pool()
        let refusal = await #expect(throws: PostgreSQLMigrationRefusal.self) {
            try await pool.migrate(series(Self.first, Self.broken))
        }
        let state = try #require(SQLState("42P07"))
        #expect(refusal == .failed(.statementRefused(state)))
        #expect(
            ask("SELECT to_regclass('entry') IS NULL AND to_regclass('other') IS NULL") == "t\n"
        )
        try await pool.migrate(series(Self.first, Self.second))
        #expect(ask("SELECT count(*) FROM entry") == "1\n")
    }
}
