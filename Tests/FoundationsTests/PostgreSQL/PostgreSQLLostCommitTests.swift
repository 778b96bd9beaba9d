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
        try proxy.arm()
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

    /// Some servers that speak PostgreSQL's protocol do not know the number of a transaction.
    @Test func `is a success also on a server that knows no number of the transaction`()
        async throws
    {
        bench.ask(
            """
            CREATE SCHEMA shadow;
            CREATE FUNCTION shadow.pg_current_xact_id_if_assigned() RETURNS xid8 LANGUAGE sql AS
            'SELECT NULL::xid8';
            ALTER DATABASE \(bench.name) SET search_path = shadow, public, pg_catalog
            """
        )
        #expect(bench.ask("SELECT pg_current_xact_id_if_assigned() IS NULL") == "t\n")
        let proxy = try CommitProxy(before: bench.server, cutting: .after)
        #expect(try await write(through: proxy) == 1)
        #expect(bench.ask("SELECT run FROM public.entry") == "1\n")
    }

    @Test func `makes the transaction run again where the commit was not made`() async throws {
        let proxy = try CommitProxy(before: bench.server, cutting: .before)
        #expect(try await write(through: proxy) == 2)
        #expect(bench.ask("SELECT run FROM entry") == "2\n")
        #expect(
            bench.ask("SELECT refused FROM storage_commit ORDER BY refused") == "f\nt\n"
        )
    }

    /// As after a failover, while the promoted server is not the primary yet.
    @Test func `is asked about until the server can be written to`() async throws {
        let proxy = try CommitProxy(before: bench.server, cutting: .after)
        let database = try await PostgreSQLBench.open(
            proxy.connectionString(bench.connectionString),
            limits: PostgreSQLLimits(connections: 1)
        )
        try await database.run("INSERT INTO entry VALUES (0)")
        let readOnly = "ALTER DATABASE \(bench.name) SET default_transaction_read_only ="
        bench.server.sql("\(readOnly) on")
        try proxy.arm()
        let (runs, isOver) = (RunCount(), LockedValue(false))
        let writing = Task {
            defer { isOver.withLock { $0 = true } }
            return try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    "INSERT INTO entry VALUES ($1)",
                    [.integer(Int64(runs.next()))]
                )
            }
        }
        while try proxy.questions() < 2, !isOver.withLock(\.self) {
            await RealTime.pass(.milliseconds(5))
        }
        bench.server.sql("\(readOnly) off")
        #expect(try await writing.value == 1)
        #expect(runs.count == 1)
        #expect(bench.ask("SELECT run FROM entry ORDER BY run") == "0\n1\n")
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

    /// Servers that do not keep the markers as the resolution needs them.
    @Test(arguments: [
        // They are gone when they are looked for.
        "BEFORE INSERT ON storage_commit FOR EACH ROW EXECUTE FUNCTION drop_row()",
        // The question has no answer.
        "BEFORE UPDATE ON storage_commit FOR EACH ROW EXECUTE FUNCTION drop_row()",
        // One that was refused comes after all.
        "BEFORE INSERT ON storage_commit FOR EACH ROW EXECUTE FUNCTION replace_row()",
    ])
    func `cannot be resolved on every server, so the database is not opened there`(
        _ trigger: String
    ) async throws {
        let database = try await bench.open()
        await database.close()
        bench.ask(
            """
            CREATE FUNCTION drop_row() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RETURN NULL; END $$;
            CREATE FUNCTION replace_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                DELETE FROM storage_commit WHERE writer = NEW.writer AND number = NEW.number;
                RETURN NEW;
            END $$;
            CREATE TRIGGER storage_commit_lost \(trigger)
            """
        )
        let refusal = await #expect(throws: DatabaseRefusal.self) { try await bench.open() }
        guard case .commitsNotFound = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(refusal?.remedy.contains("storage_commit") == true)
    }

    @Test func `of a transaction that wrote nothing is resolved like any other`() async throws {
        let database = try await bench.open()
        let rows = try await database.write { transaction throws(StorageFailure) in
            try transaction.rows("SELECT run FROM entry").count
        }
        #expect(rows == 0)
        #expect(bench.ask("SELECT refused, checks FROM storage_commit") == "f|0\n")
    }
}
