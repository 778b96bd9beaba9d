import PostgreSQL
import Storage
import TestSupport
import Testing
import World

@Suite("Loss of a PostgreSQL server", onPostgreSQL)
struct PostgreSQLFailoverTests {
    /// Many writers, each of which writes numbered entries, each again until it is answered.
    private struct Load {
        static let writers = 8
        static let entries = 100

        let database: Database
        let answered = LockedValue(0)
        let unknown = LockedValue(0)

        static let table: MigrationSeries = MigrationSeries(
            module: "load",
            // Without a unique key, so that a doubled entry is seen.
            [Migration("entries", ["CREATE TABLE entry (number bigint NOT NULL)"])]
        )

        func run() async {
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<Self.writers {
                    group.addTask {
                        for entry in 0..<Self.entries {
                            await write(Int64(writer * Self.entries + entry))
                        }
                    }
                }
            }
        }

        private func write(_ number: Int64) async {
            for _ in 0..<3_000 {
                do throws(StorageFailure) {
                    try await database.write { transaction throws(StorageFailure) in
                        _ = try transaction.execute(
                            "INSERT INTO entry VALUES ($1)",
                            [.integer(number)]
                        )
                    }
                    return answered.withLock { $0 += 1 }
                } catch  where error.effect == .unknown {
                    return unknown.withLock { $0 += 1 }
                } catch {
                    try? await Task.sleep(for: .milliseconds(20))
                }
            }
        }

        /// Waits until half of the entries are answered.
        func isHalfDone() async {
            while answered.withLock({ $0 }) < Self.writers * Self.entries / 2 {
                try? await Task.sleep(for: .milliseconds(1))
            }
        }

        func expectEachOnce(on server: PostgreSQLServer, in place: String? = nil) {
            let all = Self.writers * Self.entries
            #expect(unknown.withLock { $0 } == 0)
            #expect(answered.withLock { $0 } == all)
            let counts = server.sql("SELECT count(*), count(DISTINCT number) FROM entry", in: place)
            #expect(counts == "\(all)|\(all)\n")
        }
    }

    @Test func `loses and doubles nothing when the standby is promoted`() async throws {
        let pair = try await PostgreSQLPair()
        let database = try await PostgreSQLBench.open(pair.connectionString, [Load.table])
        let load = Load(database: database)
        async let finished: Void = load.run()
        await load.isHalfDone()
        pair.primary.kill()
        pair.standby.promote()
        await finished
        load.expectEachOnce(on: pair.standby)
    }

    @Test func `loses and doubles nothing when the server is restarted`() async throws {
        let server = try PostgreSQLServer()
        let database = try await PostgreSQLBench.open(server.connectionString(), [Load.table])
        let load = Load(database: database)
        async let finished: Void = load.run()
        await load.isHalfDone()
        server.kill()
        try server.start()
        await finished
        load.expectEachOnce(on: server)
    }

    private static let waitingForStandby = """
        SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'
        """

    @Test func `is no success while the standby does not have the commit`() async throws {
        let pair = try await PostgreSQLPair()
        let database = try await PostgreSQLBench.open(
            pair.connectionStringFromStandby,
            [Load.table]
        )
        pair.standby.suspend()
        let answered = LockedValue(false)
        let writing = Task {
            try await database.write { transaction throws(StorageFailure) in
                _ = try transaction.execute("INSERT INTO entry VALUES (1)")
            }
            answered.withLock { $0 = true }
        }
        #expect(await pair.primary.waits(for: "1", from: Self.waitingForStandby))
        // The server answers COMMIT, with a warning.
        pair.primary.sql(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        )
        let asking = """
            SELECT count(*) FROM pg_stat_activity
            WHERE wait_event = 'SyncRep' AND query LIKE '%RETURNING refused%'
            """
        while !answered.withLock({ $0 }), pair.primary.sql(asking) != "1\n" {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(!answered.withLock { $0 })
        pair.standby.resume()
        try await writing.value
        #expect(pair.standby.sql("SELECT number FROM entry") == "1\n")
        #expect(pair.primary.sql("SELECT count(*) FROM entry") == "1\n")
    }

    @Test func `is reported as unknown where it cannot be found out`() async throws {
        let pair = try await PostgreSQLPair()
        let limits = PostgreSQLLimits(
            statementMilliseconds: 300,
            silenceMilliseconds: 500,
            resolutionSeconds: 1
        )
        let database = try await PostgreSQLBench.open(
            pair.connectionString,
            [Load.table],
            limits: limits
        )
        pair.standby.suspend()
        await #expect(throws: StorageFailure.commitUnknown) {
            try await database.write { transaction throws(StorageFailure) in
                _ = try transaction.execute("INSERT INTO entry VALUES (1)")
            }
        }
        pair.standby.resume()
    }
}
