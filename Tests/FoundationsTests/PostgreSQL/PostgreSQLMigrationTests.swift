import PostgreSQL
import Storage
import TestSupport
import Testing

@Suite("Migrations on PostgreSQL", onPostgreSQL)
struct PostgreSQLMigrationTests {
    let bench: PostgreSQLBench

    init() throws { bench = try PostgreSQLBench() }

    static let first = Migration("entries", ["CREATE TABLE entry (name text)"])
    static let second = Migration(
        "amounts",
        [
            "ALTER TABLE entry ADD amount INTEGER",
            "INSERT INTO entry VALUES ('a', 1)",
        ]
    )
    static let broken = Migration(
        "broken",
        ["CREATE TABLE other (a bigint)", "CREATE TABLE entry (a bigint)"]
    )

    func series(_ migrations: Migration...) -> [MigrationSeries] {
        [MigrationSeries(module: "ledger", migrations)]
    }

    @Test func `run once each, in order, on any server`() async throws {
        let all = series(Self.first, Self.second)
        _ = try await bench.open(series(Self.first))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { _ = try await bench.open(all) } }
            try await group.waitForAll()
        }
        #expect(bench.ask("SELECT count(*) FROM entry WHERE amount = 1") == "1\n")
        #expect(
            bench.ask("SELECT string_agg(name, ',' ORDER BY position) FROM schema_migration")
                == "entries,amounts\n"
        )
    }

    @Test func `begin from nothing on several servers at once`() async throws {
        let all = series(Self.first, Self.second)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try await bench.open(all) } }
            try await group.waitForAll()
        }
        #expect(bench.ask("SELECT count(*) FROM entry") == "1\n")
    }

    @Test func `are refused where the database is of another program version`() async throws {
        _ = try await bench.open(series(Self.first, Self.second))
        let name = "PostgreSQL database \(bench.name) on \(bench.server.socketFolder)"
        let newer = DatabaseRefusal.newerSchema(
            database: name,
            module: "ledger",
            migration: "amounts"
        )
        await #expect(throws: newer) { try await bench.open(series(Self.first)) }
        let other = Migration("amounts", ["ALTER TABLE entry ADD amount integer"])
        let changed = DatabaseRefusal.migrationChanged(module: "ledger", migration: "amounts")
        await #expect(throws: changed) { try await bench.open(series(Self.first, other)) }
        _ = try await bench.open(series(Self.first, Self.second))
    }

    @Test func `are all undone if one fails`() async throws {
        let failed = DatabaseRefusal.migrationFailed(
            module: "ledger",
            migration: "broken",
            .statementRejected(code: "42P07")
        )
        await #expect(throws: failed) { try await bench.open(series(Self.first, Self.broken)) }
        #expect(
            bench.ask("SELECT to_regclass('entry') IS NULL AND to_regclass('other') IS NULL")
                == "t\n"
        )
        _ = try await bench.open(series(Self.first, Self.second))
        #expect(bench.ask("SELECT count(*) FROM entry") == "1\n")
    }

    /// A later version finds the record by the same table, and by texts that are joined in the same way.
    @Test func `are recorded in a form that stays`() async throws {
        bench.ask(
            """
            CREATE TABLE schema_migration (
                module text NOT NULL, position bigint NOT NULL, name text NOT NULL,
                text text NOT NULL, PRIMARY KEY (module, position)
            );
            CREATE TABLE entry (name text, amount bigint);
            INSERT INTO entry VALUES ('a', 1);
            INSERT INTO schema_migration VALUES
                ('ledger', 0, 'entries', 'CREATE TABLE entry (name text)'),
                ('ledger', 1, 'amounts', 'ALTER TABLE entry ADD amount bigint;' || chr(10)
                    || 'INSERT INTO entry VALUES (''a'', 1)')
            """
        )
        _ = try await bench.open(series(Self.first, Self.second))
        #expect(bench.ask("SELECT count(*) FROM entry") == "1\n")
    }
}
