import PostgreSQL
import Storage
import TestSupport
import Testing

@Suite(
    "PostgreSQL behind PgBouncer in transaction mode",
    onPostgreSQL,
    .enabled(if: PgBouncer.isHere, Comment(rawValue: PgBouncer.absence))
)
struct PostgreSQLPoolerTests {
    let bench: PostgreSQLBench
    let bouncer: PgBouncer
    let connectionString: String

    init() throws {
        bench = try PostgreSQLBench()
        bouncer = try PgBouncer(before: bench.server, connections: 4)
        connectionString = bouncer.connectionString(bench.name)
        bench.ask("CREATE TABLE entry (number bigint PRIMARY KEY, text text NOT NULL)")
    }

    @Test func `serves hundreds of transactions over four server connections`() async throws {
        let limits = PostgreSQLLimits(connections: 16)
        let databases = [
            try await PostgreSQLBench.open(connectionString, limits: limits),
            try await PostgreSQLBench.open(connectionString, limits: limits),
        ]
        let runs = RunCount()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<600 {
                group.addTask {
                    try await databases[number % 2].write { transaction throws(StorageFailure) in
                        _ = runs.next()
                        try transaction.execute(
                            "INSERT INTO entry VALUES ($1, $2)",
                            [.integer(Int64(number)), .text("entry \(number)")]
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(bench.ask("SELECT count(*) FROM entry WHERE text = 'entry ' || number") == "600\n")
        let backends = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        #expect(bench.ask(backends) == "4\n")
        // A connection finds at most once that its statements are not known.
        #expect(runs.count <= 600 + 32)
    }

    @Test func `limits each transaction, and leaves no setting behind`() async throws {
        let limits = PostgreSQLLimits(connections: 1, statementMilliseconds: 4_321)
        let settings: StaticString = """
            SELECT current_setting('statement_timeout') AS statement,
                current_setting('idle_in_transaction_session_timeout') AS idle,
                current_setting('transaction_isolation') AS isolation,
                current_setting('transaction_read_only') AS reading,
                current_setting('synchronous_commit') AS flush
            """
        bench.ask("ALTER DATABASE \(bench.name) SET synchronous_commit = off")
        let database = try await PostgreSQLBench.open(connectionString, limits: limits)
        let written = try await database.write { transaction throws(StorageFailure) in
            try transaction.row(settings)
        }
        let writing = try #require(written)
        #expect(try writing.text("statement") == "4321ms")
        #expect(try writing.text("idle") == "4321ms")
        #expect(try writing.text("isolation") == "serializable")
        #expect(try writing.text("reading") == "off")
        #expect(try writing.text("flush") == "on")
        let read = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(settings)
        }
        let reading = try #require(read)
        #expect(try reading.text("statement") == "4321ms")
        #expect(try reading.text("reading") == "on")
        #expect(try reading.text("isolation") == "serializable")
        let other = bench.server.sql("SHOW statement_timeout", in: connectionString)
        #expect(other == "0\n")
    }
}
