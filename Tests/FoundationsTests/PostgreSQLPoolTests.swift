import Bytes
import Foundation
import PostgreSQL
import TestSupport
import Testing
import World

@Suite("A pool of connections to PostgreSQL", onPostgreSQL)
struct PostgreSQLPoolTests {
    let bench: PostgreSQLBench

    init() throws { bench = try PostgreSQLBench() }

    static let values: [PostgreSQLValue] = [
        .null, .integer(0), .integer(-1), .integer(.min), .integer(.max), .text(""),
        .text("'; DROP TABLE t; --"), .text("$1 ? %s \\"), .text("苹果 é e\u{301}"),
        .text(String(repeating: "a", count: 100_000)), .bytes([]), .bytes([0]),
        .bytes(Array(0...255)), .bytes(Array("\\x00".utf8)),
        .bytes(Array(repeating: 0xff, count: 1_000_000)),
    ]

    @Test func `converts every value in both directions without change`() async throws {
        let pool = try bench.pool()
        for value in Self.values {
            let answer: PostgreSQLAnswer =
                switch value {
                case .null: try await pool.run("SELECT $1::text AS value", [value])
                case .integer: try await pool.run("SELECT $1::bigint AS value", [value])
                case .text: try await pool.run("SELECT $1::text AS value", [value])
                case .bytes: try await pool.run("SELECT $1::bytea AS value", [value])
                }
            #expect(try answer.row()?.value("value") == value)
        }
        let narrow = try await pool.run(
            "SELECT (-2)::smallint AS two, (-4)::integer AS four, true AS yes, 200::smallint AS s"
        )
        let row = try #require(try narrow.row())
        #expect(try row.integer("two") == -2)
        #expect(try row.integer("four") == -4)
        #expect(try row.integer("yes") == 1)
        #expect(try row.integer("s") == 200)
    }

    @Test func `says by code what the server refused`() async throws {
        let pool = try bench.pool()
        try await pool.run("CREATE TABLE t (a bigint CONSTRAINT one_a UNIQUE, b text)")
        try await pool.run("INSERT INTO t VALUES (1, 'x')")
        await #expect(throws: PostgreSQLFailure.uniquenessViolated(constraint: "one_a")) {
            try await pool.run("INSERT INTO t VALUES (1, 'y')")
        }
        for (text, code) in [("a\u{0}b", "22021")] {
            let state = try #require(SQLState(code))
            await #expect(throws: PostgreSQLFailure.statementRefused(state)) {
                try await pool.run("INSERT INTO t VALUES (2, $1)", [.text(text)])
            }
        }
        let syntax = try #require(SQLState("42601"))
        await #expect(throws: PostgreSQLFailure.statementRefused(syntax)) {
            try await pool.run("NONSENSE")
        }
        for copy in ["COPY t FROM STDIN", "COPY t TO STDOUT"] as [StaticString] {
            await #expect(throws: PostgreSQLFailure.statementUnsupported) {
                try await pool.run(copy)
            }
        }
        let two = try await pool.run("SELECT a FROM t UNION ALL SELECT a FROM t")
        #expect(throws: PostgreSQLFailure.severalRows) { try two.row() }
        await #expect(throws: PostgreSQLFailure.columnMismatch("float8")) {
            try await pool.run("SELECT 1::float8")
        }
        // The connection is as good as before.
        #expect(try await pool.run("SELECT count(*) AS n FROM t").row()?.integer("n") == 1)
    }

    @Test func `commits all of a transaction or nothing`() async throws {
        let pool = try bench.pool()
        try await pool.run("CREATE TABLE t (a bigint UNIQUE)")
        try await pool.transact { transaction throws(PostgreSQLFailure) in
            for number in 1...3 {
                try transaction.run("INSERT INTO t VALUES ($1)", [.integer(Int64(number))])
            }
        }
        let again = PostgreSQLFailure.uniquenessViolated(constraint: "t_a_key")
        await #expect(throws: again) {
            try await pool.transact { transaction throws(PostgreSQLFailure) in
                try transaction.run("INSERT INTO t VALUES (4)")
                try transaction.run("INSERT INTO t VALUES (1)")
            }
        }
        // A closure that hides a failure does not make a success of it.
        await #expect(throws: PostgreSQLFailure.transactionLost) {
            try await pool.transact { transaction throws(PostgreSQLFailure) in
                try transaction.run("INSERT INTO t VALUES (5)")
                _ = try? transaction.run("INSERT INTO t VALUES (1)")
            }
        }
        #expect(bench.server.sql("SELECT count(*) FROM t", in: bench.connectionString) == "3\n")
    }

    /// A rule that is checked at the commit is refused after the statement itself was answered.
    @Test func `reports an error that occurs only at the commit`() async throws {
        let pool = try bench.pool()
        try await pool.run(
            "CREATE TABLE t (a bigint CONSTRAINT late UNIQUE DEFERRABLE INITIALLY DEFERRED)"
        )
        try await pool.run("INSERT INTO t VALUES (1)")
        await #expect(throws: PostgreSQLFailure.uniquenessViolated(constraint: "late")) {
            try await pool.run("INSERT INTO t VALUES (1)")
        }
        #expect(bench.server.sql("SELECT count(*) FROM t", in: bench.connectionString) == "1\n")
    }

    @Test func `undoes a statement that takes too long`() async throws {
        let pool = try bench.pool(PostgreSQLLimits(connections: 1, statementMilliseconds: 100))
        await #expect(throws: PostgreSQLFailure.timedOut) {
            try await pool.run("SELECT pg_sleep(30)")
        }
        #expect(try await pool.run("SELECT 1 AS one").row()?.integer("one") == 1)
    }

    /// Whatever the database's own setting, an answer to a commit means that it is on the disk.
    @Test func `waits for the disk`() async throws {
        let name = try #require(bench.connectionString.split(separator: "=").last)
        bench.server.sql("ALTER DATABASE \(name) SET synchronous_commit = off")
        let asked = try await bench.pool().run(
            "SELECT current_setting('synchronous_commit') AS setting"
        )
        #expect(try asked.row()?.text("setting") == "on")
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
        bench.server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' "
                + "AND datname = current_database()",
            in: bench.connectionString
        )
        holder.waitUntilExit()
    }

    private func expectSessions(_ count: Int, waitingFor event: String) async {
        let query =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            + "AND wait_event = '\(event)'"
        let place = bench.connectionString
        #expect(await bench.server.waits(for: "\(count)", from: query, in: place))
    }

    /// With as many waiting for the server as there are threads for tasks, and more, others go on.
    @Test func `does not block other tasks while the server is slow`() async throws {
        let limits = PostgreSQLLimits(
            connections: 2,
            statementMilliseconds: 600_000,
            silenceMilliseconds: 900_000
        )
        let pool = try bench.pool(limits)
        let holder = try await lockHolder()
        let answered = LockedValue(0)
        let callers = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await pool.transact { transaction throws(PostgreSQLFailure) in
                            _ = try transaction.run("SELECT pg_advisory_xact_lock(1)")
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
        let pool = try bench.pool(PostgreSQLLimits(connections: 1, waiting: 2))
        let refused = await withTaskGroup(of: PostgreSQLFailure?.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do throws(PostgreSQLFailure) {
                        try await pool.run("SELECT pg_sleep(0.3)")
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(refused.count >= 5)
        #expect(Set(refused) == [.overloaded(waiting: 2)])
        #expect(try await pool.run("SELECT 1 AS one").row()?.integer("one") == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `takes the work of a cancelled task out of the queue`() async throws {
        let pool = try bench.pool(PostgreSQLLimits(connections: 1, statementMilliseconds: 600_000))
        try await pool.run("CREATE TABLE t (a bigint)")
        let holder = try await lockHolder()
        let first = Task { try await pool.run("SELECT pg_advisory_lock(1)") }
        await expectSessions(1, waitingFor: "advisory")
        // It waits in the queue when this returns.
        let second = Task.immediate { try await pool.run("INSERT INTO t VALUES (1)") }
        second.cancel()
        await #expect(throws: PostgreSQLFailure.cancelled) { try await second.value }
        let cancelledBefore = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await pool.run("INSERT INTO t VALUES (2)")
        }
        cancelledBefore.cancel()
        await #expect(throws: PostgreSQLFailure.cancelled) { try await cancelledBefore.value }
        // What was sent already is waited for.
        first.cancel()
        end(holder)
        await #expect(throws: Never.self) { try await first.value }
        #expect(try await pool.run("SELECT count(*) AS n FROM t").row()?.integer("n") == 0)
    }

    @Test func `opens no more connections than it may, and closes them when it goes`()
        async throws
    {
        let query = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'quince'
            """
        do {
            let pool = try bench.pool(PostgreSQLLimits(connections: 3))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<30 { group.addTask { try await pool.run("SELECT pg_sleep(0.01)") } }
                try await group.waitForAll()
            }
            #expect(bench.server.sql(query, in: bench.connectionString) == "3\n")
        }
        #expect(await bench.server.waits(for: "0", from: query, in: bench.connectionString))
    }
}
