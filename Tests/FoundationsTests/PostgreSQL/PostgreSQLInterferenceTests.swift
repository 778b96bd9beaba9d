import Foundation
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

/// Other sessions interfere inside the closure's first run, so that nothing depends on timing.
@Suite("Concurrent transactions on PostgreSQL", onPostgreSQL)
struct PostgreSQLInterferenceTests {
    let bench: PostgreSQLBench

    init() throws {
        bench = try PostgreSQLBench()
        bench.ask("CREATE TABLE account (name text PRIMARY KEY, amount bigint NOT NULL)")
        bench.ask("INSERT INTO account VALUES ('a', 1), ('b', 1)")
    }

    private static func amount(
        of name: String,
        _ transaction: borrowing Transaction<StorageFailure>
    ) throws(StorageFailure) -> Int64? {
        try transaction.row("SELECT amount FROM account WHERE name = $1", [.text(name)])?
            .integer("amount")
    }

    @Test func `run again as a whole when a row that was read has changed`() async throws {
        let database = try await bench.open()
        let (bench, runs) = (bench, RunCount())
        let seen = try await database.write { transaction throws(StorageFailure) in
            let amount = try Self.amount(of: "a", transaction) ?? 0
            if runs.next() == 1 { bench.ask("UPDATE account SET amount = 10 WHERE name = 'a'") }
            try transaction.execute(
                "UPDATE account SET amount = $1 WHERE name = 'a'",
                [.integer(amount + 1)]
            )
            return amount
        }
        #expect(seen == 10)
        #expect(runs.count == 2)
        #expect(bench.ask("SELECT amount FROM account WHERE name = 'a'") == "11\n")
    }

    /// Each of two transactions reads what the other writes, which only the commit can find.
    @Test func `run again when no order of the transactions explains what they read`()
        async throws
    {
        let database = try await bench.open()
        let (bench, runs) = (bench, RunCount())
        try await database.write { transaction throws(StorageFailure) in
            let amount = try Self.amount(of: "a", transaction) ?? 0
            if runs.next() == 1 {
                bench.ask(
                    """
                    BEGIN ISOLATION LEVEL SERIALIZABLE;
                    UPDATE account SET amount = (SELECT amount FROM account WHERE name = 'b') + 5
                    WHERE name = 'a';
                    COMMIT
                    """
                )
            }
            try transaction.execute(
                "UPDATE account SET amount = $1 WHERE name = 'b'",
                [.integer(amount)]
            )
        }
        #expect(runs.count == 2)
        #expect(bench.ask("SELECT amount FROM account ORDER BY name") == "6\n6\n")
    }

    @Test func `run again after a deadlock`() async throws {
        let database = try await bench.open()
        let (bench, runs) = (bench, RunCount())
        let other = LockedValue<Process?>(nil)
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute("UPDATE account SET amount = amount + 1 WHERE name = 'a'")
            if runs.next() == 1 {
                // It never looks for a deadlock itself, so it is not the one that is undone.
                let session = try? bench.server.session(
                    """
                    SET deadlock_timeout = '1h'; BEGIN;
                    UPDATE account SET amount = amount + 10 WHERE name = 'b';
                    UPDATE account SET amount = amount + 10 WHERE name = 'a';
                    COMMIT
                    """,
                    in: bench.connectionString
                )
                other.withLock { $0 = session }
                let waiting = """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                while bench.ask(waiting) != "1\n" {}
            }
            try transaction.execute("UPDATE account SET amount = amount + 1 WHERE name = 'b'")
        }
        other.withLock { $0 }?.waitUntilExit()
        #expect(runs.count >= 2)
        #expect(bench.ask("SELECT amount FROM account ORDER BY name") == "12\n12\n")
    }

    @Test func `run again when a row exists that was not there when it was looked for`()
        async throws
    {
        let database = try await bench.open()
        let (bench, runs) = (bench, RunCount())
        let seen = try await database.write { transaction throws(StorageFailure) -> Int64? in
            if let amount = try Self.amount(of: "c", transaction) { return amount }
            if runs.next() == 1 { bench.ask("INSERT INTO account VALUES ('c', 30)") }
            try transaction.execute("INSERT INTO account VALUES ('c', 3)")
            return nil
        }
        #expect(seen == 30)
        #expect(bench.ask("SELECT amount FROM account WHERE name = 'c'") == "30\n")
    }

    @Test func `report a row that exists, after the second run`() async throws {
        let database = try await bench.open()
        let runs = RunCount()
        await #expect(throws: StorageFailure.uniquenessViolated(rule: "account_pkey")) {
            try await database.write { transaction throws(StorageFailure) in
                _ = runs.next()
                try transaction.execute("INSERT INTO account VALUES ('a', 3)")
            }
        }
        #expect(runs.count == 2)
    }

    /// The server's error counts, not what the closure makes of it.
    @Test func `run again also where the closure hides the error`() async throws {
        let database = try await bench.open()
        let (bench, runs) = (bench, RunCount())
        try await database.write { transaction throws(StorageFailure) in
            _ = try Self.amount(of: "a", transaction)
            if runs.next() == 1 { bench.ask("UPDATE account SET amount = 10 WHERE name = 'a'") }
            _ = try? transaction.execute("UPDATE account SET amount = 11 WHERE name = 'a'")
        }
        #expect(runs.count == 2)
        #expect(bench.ask("SELECT amount FROM account WHERE name = 'a'") == "11\n")
    }

    @Test func `end after fifty runs if others always interfere`() async throws {
        let database = try await bench.open()
        let (bench, runs) = (bench, RunCount())
        await #expect(throws: StorageFailure.busy) {
            try await database.write { transaction throws(StorageFailure) in
                _ = runs.next()
                _ = try Self.amount(of: "a", transaction)
                bench.ask("UPDATE account SET amount = amount + 1 WHERE name = 'a'")
                try transaction.execute("UPDATE account SET amount = 0 WHERE name = 'a'")
            }
        }
        #expect(runs.count == 50)
        #expect(bench.ask("SELECT amount FROM account WHERE name = 'a'") == "51\n")
    }

    /// Without the retries most of these fail; without SERIALIZABLE the sum is wrong.
    @Test func `lose nothing when many add to the same sum`() async throws {
        let database = try await bench.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await database.write { transaction throws(StorageFailure) in
                        let amount = try Self.amount(of: "a", transaction) ?? 0
                        try transaction.execute(
                            "UPDATE account SET amount = $1 WHERE name = 'a'",
                            [.integer(amount + 1)]
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(bench.ask("SELECT amount FROM account WHERE name = 'a'") == "101\n")
    }
}
