import Foundation
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

@Suite("A database on PostgreSQL", onPostgreSQL)
struct PostgreSQLDatabaseTests {
    let bench: PostgreSQLBench

    init() throws { bench = try PostgreSQLBench() }

    static let values: [StoredValue] = [
        .null, .integer(0), .integer(-1), .integer(.min), .integer(.max), .text(""),
        .text("'; DROP TABLE t; --"), .text("$1 ? %s \\"), .text("苹果 é e\u{301}"),
        .text(String(repeating: "a", count: 100_000)), .bytes([]), .bytes([0]),
        .bytes(Array(0...255)), .bytes(Array("\\x00".utf8)),
        .bytes(Array(repeating: 0xff, count: 1_000_000)),
    ]

    @Test func `converts every value in both directions without change`() async throws {
        let database = try await bench.open()
        for value in Self.values {
            let query: StaticString =
                switch value {
                case .null, .text: "SELECT $1::text AS value"
                case .integer: "SELECT $1::bigint AS value"
                case .bytes: "SELECT $1::bytea AS value"
                }
            let row = try #require(try await database.run(query, [value]).first)
            switch value {
            case .null: #expect(try row.textIfPresent("value") == nil)
            case .integer(let integer): #expect(try row.integer("value") == integer)
            case .text(let text): #expect(try row.text("value") == text)
            case .bytes(let bytes): #expect(try row.bytes("value") == bytes)
            }
        }
        let narrow = try await database.run(
            "SELECT (-2)::smallint AS two, (-4)::integer AS four, true AS yes, 200::smallint AS s"
        )
        let row = try #require(narrow.first)
        #expect(try row.integer("two") == -2)
        #expect(try row.integer("four") == -4)
        #expect(try row.integer("yes") == 1)
        #expect(try row.integer("s") == 200)
    }

    @Test func `takes null and a value for the same parameter`() async throws {
        let database = try await bench.open(limits: PostgreSQLLimits(connections: 1))
        bench.ask("CREATE TABLE t (a bigint, b bytea)")
        for values in [[.null, .null], [.integer(1), .bytes([2])], [.null, .bytes([])]]
            as [[StoredValue]]
        {
            try await database.run("INSERT INTO t VALUES ($1, $2)", values)
        }
        #expect(bench.ask("SELECT a, b FROM t ORDER BY a, b") == "1|\\x02\n|\\x\n|\n")
    }

    @Test func `says by code what the server refused`() async throws {
        let database = try await bench.open()
        bench.ask(
            """
            CREATE TABLE t (a bigint NOT NULL CONSTRAINT one_a UNIQUE CHECK (a < 9), b text);
            CREATE TABLE u (a bigint REFERENCES t (a));
            INSERT INTO t VALUES (1, 'x')
            """
        )
        let refused: [(StaticString, [StoredValue], StorageFailure)] = [
            ("INSERT INTO t VALUES (1, 'y')", [], .uniquenessViolated(rule: "one_a")),
            ("INSERT INTO t VALUES (9, 'y')", [], .constraintViolated(.check)),
            ("INSERT INTO t VALUES (NULL, 'y')", [], .constraintViolated(.notNull)),
            ("INSERT INTO u VALUES (2)", [], .constraintViolated(.foreignKey)),
            ("INSERT INTO t VALUES (2, $1)", [.text("a\u{0}b")], .zeroCharacter),
            ("NONSENSE", [], .statementRejected(code: "42601")),
            ("COPY t FROM STDIN", [], .statementRejected(code: "0A000")),
            ("COPY t TO STDOUT", [], .statementRejected(code: "0A000")),
            ("SELECT 1::float8", [], .columnUnreadable("float8")),
            ("SELECT $1::bigint", [], .statementRejected(code: "08P01")),
        ]
        for (statement, values, failure) in refused {
            await #expect(throws: failure) { try await database.run(statement, values) }
            #expect(failure.effect == .nothing)
        }
        await #expect(throws: StorageFailure.severalRows) {
            try await database.read { snapshot throws(StorageFailure) in
                _ = try snapshot.row("SELECT a FROM t UNION ALL SELECT a FROM t")
            }
        }
        // The connection is as good as before.
        #expect(try await database.run("SELECT count(*) AS n FROM t").first?.integer("n") == 1)
    }

    @Test func `cannot write where it only reads`() async throws {
        let database = try await bench.open()
        bench.ask("CREATE TABLE t (a bigint)")
        await #expect(throws: StorageFailure.readOnly) {
            try await database.read { snapshot throws(StorageFailure) in
                _ = try snapshot.rows("INSERT INTO t VALUES (1) RETURNING a")
            }
        }
        #expect(bench.ask("SELECT count(*) FROM t") == "0\n")
    }

    @Test func `prepares each statement once, and again where its result has changed`()
        async throws
    {
        let database = try await bench.open(limits: PostgreSQLLimits(connections: 1))
        bench.ask("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1)")
        let prepared: StaticString = """
            SELECT count(*) AS n FROM pg_prepared_statements WHERE statement = 'SELECT * FROM t'
            """
        for _ in 0..<3 { try await database.run("SELECT * FROM t") }
        #expect(try await database.run(prepared).first?.integer("n") == 1)
        bench.ask("ALTER TABLE t ADD b bigint DEFAULT 2")
        let runs = RunCount()
        let row = try await database.read { snapshot throws(StorageFailure) in
            _ = runs.next()
            return try snapshot.row("SELECT * FROM t")
        }
        #expect(try row?.integer("b") == 2)
        #expect(runs.count == 2)
    }

    @Test func `commits all of a transaction or nothing`() async throws {
        let database = try await bench.open()
        try await database.run("CREATE TABLE t (a bigint UNIQUE)")
        try await database.write { transaction throws(StorageFailure) in
            for number in 1...3 {
                try transaction.execute("INSERT INTO t VALUES ($1)", [.integer(Int64(number))])
            }
        }
        let again = StorageFailure.uniquenessViolated(rule: "t_a_key")
        await #expect(throws: again) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute("INSERT INTO t VALUES (4)")
                try transaction.execute("INSERT INTO t VALUES (1)")
            }
        }
        // A closure that hides a failure does not make a success of it.
        await #expect(throws: StorageFailure.transactionLost) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute("INSERT INTO t VALUES (5)")
                _ = try? transaction.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(bench.ask("SELECT count(*) FROM t") == "3\n")
    }

    /// A rule that is checked at the commit is refused after the statement itself was answered.
    @Test func `reports an error that occurs only at the commit`() async throws {
        let database = try await bench.open()
        try await database.run(
            "CREATE TABLE t (a bigint CONSTRAINT late UNIQUE DEFERRABLE INITIALLY DEFERRED)"
        )
        try await database.run("INSERT INTO t VALUES (1)")
        await #expect(throws: StorageFailure.uniquenessViolated(rule: "late")) {
            try await database.run("INSERT INTO t VALUES (1)")
        }
        #expect(bench.ask("SELECT count(*) FROM t") == "1\n")
    }

    @Test func `undoes a statement that takes too long`() async throws {
        let limits = PostgreSQLLimits(connections: 1, statementMilliseconds: 100)
        let database = try await bench.open(limits: limits)
        await #expect(throws: StorageFailure.busy) {
            try await database.run("SELECT pg_sleep(30)")
        }
        #expect(try await database.run("SELECT 1 AS one").first?.integer("one") == 1)
    }

    /// Whatever the database's own setting, an answer to a commit means that it is on the disk.
    @Test func `waits for the disk`() async throws {
        bench.ask("ALTER DATABASE \(bench.name) SET synchronous_commit = off")
        let asked = try await bench.open().run(
            "SELECT current_setting('synchronous_commit') AS setting"
        )
        #expect(try asked.first?.text("setting") == "on")
    }

    /// A session of another client that holds the advisory lock 1 until it is ended.
    private func lockHolder() async throws -> Process {
        let holder = try bench.server.session(
            "SELECT pg_advisory_lock(1); SELECT pg_sleep(600)",
            in: bench.connectionString
        )
        await expectSessions(1, waitingFor: "PgSleep")
        return holder
    }

    private func end(_ holder: Process) {
        bench.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' "
                + "AND datname = current_database()"
        )
        holder.waitUntilExit()
    }

    private func expectSessions(_ count: Int, waitingFor event: String) async {
        let query =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            + "AND wait_event = '\(event)'"
        #expect(await bench.waits(for: "\(count)", from: query))
    }

    /// With as many waiting for the server as there are threads for tasks, and more, others go on.
    @Test func `does not block other tasks while the server is slow`() async throws {
        let limits = PostgreSQLLimits(
            connections: 2,
            statementMilliseconds: 600_000,
            silenceMilliseconds: 900_000
        )
        let database = try await bench.open(limits: limits)
        let holder = try await lockHolder()
        let answered = LockedValue(0)
        let callers = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await database.write { transaction throws(StorageFailure) in
                            _ = try transaction.execute("SELECT pg_advisory_xact_lock(1)")
                        }
                        answered.withLock { $0 += 1 }
                    }
                }
                try await group.waitForAll()
            }
        }
        await expectSessions(2, waitingFor: "advisory")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1_000 { group.addTask { await Task.yield() } }
        }
        #expect(answered.withLock { $0 } == 0)
        end(holder)
        try await callers.value
        #expect(answered.withLock { $0 } == 8)
    }

    @Test func `refuses callers when too many wait`() async throws {
        let database = try await bench.open(limits: PostgreSQLLimits(connections: 1, waiting: 2))
        let refused = await withTaskGroup(of: StorageFailure?.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do throws(StorageFailure) {
                        try await database.run("SELECT pg_sleep(0.3)")
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(refused.count >= 5)
        #expect(Set(refused) == [.overloaded(waiting: 2)])
        #expect(try await database.run("SELECT 1 AS one").first?.integer("one") == 1)
    }

    @Test(.timeLimit(.minutes(30)))
    func `takes the read of a cancelled task out of the queue`() async throws {
        let limits = PostgreSQLLimits(
            connections: 1,
            statementMilliseconds: 600_000,
            silenceMilliseconds: 900_000
        )
        let database = try await bench.open(limits: limits)
        let holder = try await lockHolder()
        let first = Task { try await database.run("SELECT pg_advisory_xact_lock(1)").count }
        await expectSessions(1, waitingFor: "advisory")
        // It waits in the queue when this returns.
        let second = Task.immediate { try await Self.read(database) }
        second.cancel()
        await #expect(throws: StorageFailure.cancelled) { try await second.value }
        let cancelledBefore = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await Self.read(database)
        }
        cancelledBefore.cancel()
        await #expect(throws: StorageFailure.cancelled) { try await cancelledBefore.value }
        // What was sent already is waited for.
        first.cancel()
        end(holder)
        #expect(try await first.value == 1)
    }

    private static func read(_ database: Database) async throws(StorageFailure) -> Int {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT 1 AS one").count
        }
    }

    @Test func `opens no more connections than it may, and closes them when it goes`()
        async throws
    {
        let query = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'quince'
            """
        do {
            let database = try await bench.open(limits: PostgreSQLLimits(connections: 3))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<30 {
                    group.addTask { try await database.run("SELECT pg_sleep(0.01)") }
                }
                try await group.waitForAll()
            }
            #expect(bench.ask(query) == "3\n")
        }
        #expect(await bench.waits(for: "0", from: query))
    }
}
