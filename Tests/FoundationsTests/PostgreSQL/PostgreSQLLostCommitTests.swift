import PostgreSQL
import Storage
import TestSupport
import Testing
import World

@Suite("A lost answer to a commit on PostgreSQL", onPostgreSQL)
struct PostgreSQLLostCommitTests {
    let bench: PostgreSQLBench

    init() throws {
        bench = try PostgreSQLBench()
        // Without a unique key, so that nothing but the marker prevents a second row.
        bench.ask("CREATE TABLE entry (run bigint NOT NULL)")
    }

    /// Writes one row through a program that cuts the connection. Returns how often the closure ran.
    private func write(through proxy: CommitProxy) async throws -> Int {
        // Long, so that the server does not end a transaction that is held back.
        let limits = PostgreSQLLimits(statementMilliseconds: 600_000, silenceMilliseconds: 900_000)
        let database = try await PostgreSQLBench.open(
            proxy.connectionString(bench.connectionString),
            limits: limits
        )
        let runs = RunCount()
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                "INSERT INTO entry VALUES ($1)",
                [.integer(Int64(runs.next()))]
            )
        }
        return runs.count
    }

    @Test func `is a success where the commit was made`() async throws {
        let proxy = try CommitProxy(before: bench.server, cutting: .after)
        #expect(try await write(through: proxy) == 1)
        #expect(bench.ask("SELECT run FROM entry") == "1\n")
        #expect(bench.ask("SELECT refused, checks FROM storage_commit") == "f|1\n")
    }

    @Test func `makes the transaction run again where the commit was not made`() async throws {
        let proxy = try CommitProxy(before: bench.server, cutting: .before)
        #expect(try await write(through: proxy) == 2)
        #expect(bench.ask("SELECT run FROM entry") == "2\n")
        #expect(
            bench.ask("SELECT refused FROM storage_commit ORDER BY refused") == "f\nt\n"
        )
    }

    @Test func `means that the commit is refused when it arrives later`() async throws {
        let proxy = try CommitProxy(before: bench.server, cutting: .late)
        #expect(try await write(through: proxy) == 2)
        #expect(try proxy.release() == "23505")
        #expect(bench.ask("SELECT run FROM entry") == "2\n")
    }

    @Test func `is waited for while the transaction is being committed`() async throws {
        bench.ask(
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END $$;
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION wait()
            """
        )
        _ = try bench.server.session(
            "SELECT pg_advisory_lock(7); SELECT pg_sleep(600)",
            in: bench.connectionString
        )
        let sleeping = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event = 'PgSleep'
            """
        #expect(await bench.waits(for: "1", from: sleeping))
        // The commit waits for the lock, and the client gives up on it.
        let database = try await bench.open(
            limits: PostgreSQLLimits(statementMilliseconds: 60_000, silenceMilliseconds: 1_000)
        )
        let (runs, isAnswered) = (RunCount(), LockedValue(false))
        let writing = Task {
            defer { isAnswered.withLock { $0 = true } }
            return try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    "INSERT INTO entry VALUES ($1)",
                    [.integer(Int64(runs.next()))]
                )
            }
        }
        let asking = """
            SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event = 'transactionid' AND query LIKE '%RETURNING refused%'
            """
        while !isAnswered.withLock({ $0 }), bench.ask(asking) != "t\n" {
            // The write needs a thread too.
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(!isAnswered.withLock { $0 })
        bench.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' "
                + "AND datname = current_database()"
        )
        _ = try await writing.value
        #expect(runs.count == 1)
        #expect(bench.ask("SELECT run FROM entry") == "1\n")
    }

    @Test func `leaves no marker behind for each commit`() async throws {
        let database = try await bench.open(limits: PostgreSQLLimits(connections: 1))
        for _ in 0..<600 {
            try await database.write { transaction throws(StorageFailure) in
                _ = try transaction.execute("INSERT INTO entry VALUES (1)")
            }
        }
        let markers = Int(bench.ask("SELECT count(*) FROM storage_commit").dropLast()) ?? 600
        #expect((0...256).contains(markers))
        bench.ask("UPDATE storage_commit SET made_at = now() - interval '2 days'")
        let other = try await bench.open(limits: PostgreSQLLimits(connections: 1))
        for _ in 0..<300 {
            try await other.write { transaction throws(StorageFailure) in
                _ = try transaction.execute("INSERT INTO entry VALUES (1)")
            }
        }
        let old = "SELECT count(*) FROM storage_commit WHERE made_at < now() - interval '1 day'"
        #expect(bench.ask(old) == "0\n")
    }

    @Test func `needs no marker where nothing was written`() async throws {
        let database = try await bench.open()
        let rows = try await database.write { transaction throws(StorageFailure) in
            try transaction.rows("SELECT run FROM entry").count
        }
        #expect(rows == 0)
        #expect(bench.ask("SELECT count(*) FROM storage_commit") == "0\n")
    }
}
