import Foundation
import HTTPMessages
import MerchantServer
import TestSupport
import Testing
import World

@testable import Storage

/// A database that cannot be used: the server says so to load balancers. Its card network never answers,
/// which it says only where the database is well.
@Suite("The readiness of a server")
struct ReadinessTests {
    private static let well = "networkDisconnected"
    private static let failed = "databaseUnavailable"

    /// Asks until the server says something.
    private func wait(_ fixture: ServerFixture, for code: String) async throws {
        for _ in 0..<20_000 {
            if try await fixture.send(.get, "/readyz").code == code { return }
            await RealTime.pass(.milliseconds(10))
        }
        Issue.record("the server never says \(code)")
    }

    enum Loss: CaseIterable {
        case emptied, deleted, replaced

        func happen(to path: String) throws {
            let manager = FileManager.default
            switch self {
            case .emptied: try #require(unsafe truncate(path, 0) == 0)
            case .deleted: try manager.moveItem(atPath: path, toPath: path + ".away")
            case .replaced:
                try manager.moveItem(atPath: path, toPath: path + ".away")
                try manager.copyItem(atPath: path + ".away", toPath: path)
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `ends with a file that is lost, and no payment is taken`(_ loss: Loss) async throws {
        let fixture = try await ServerFixture()
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        try await wait(fixture, for: Self.well)
        let path = fixture.folder.path("payments.sqlite")
        try loss.happen(to: path)
        #expect(try await fixture.send(.get, "/readyz").code == Self.failed)
        #expect(try await fixture.send(.get, "/healthz").status == .ok)
        let payment = try await fixture.send(.get, "/payments", key: key)
        #expect(payment.status == .serviceUnavailable)
        await #expect(throws: StorageFailure.fileReplaced) {
            try await fixture.database.write { transaction throws(StorageFailure) in
                try transaction.execute("DELETE FROM api_key")
            }
        }
        if loss != .emptied {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
            try await wait(fixture, for: Self.well)
        }
        await fixture.stop()
    }

    @Test func `ends with a disk that takes no write, and comes back with it`() async throws {
        let fixture = try await ServerFixture()
        fixture.database.armFault(atStatement: 1, lasts: true)
        try await wait(fixture, for: Self.failed)
        #expect(fixture.database.disarmFault())
        try await wait(fixture, for: Self.well)
        await fixture.stop()
    }

    /// The pages of the table are in the file only, and no reader has them in its cache.
    @Test func `ends with a damaged page that any request finds, and comes back with the page`()
        async throws
    {
        let fixture = try await ServerFixture()
        try await fixture.database.write { transaction throws(StorageFailure) in
            try transaction.execute("CREATE TABLE filler (content BLOB NOT NULL) STRICT")
            for _ in 0..<1_200 {
                try transaction.execute("INSERT INTO filler VALUES (zeroblob(3900))")
            }
        }
        // The next group comes after the log was copied.
        try await wait(fixture, for: Self.well)
        let file = FileHandle(forUpdatingAtPath: fixture.folder.path("payments.sqlite"))
        let pages = try #require(file)
        let (place, count) = (UInt64(4_096 * 600), 4_096 * 100)
        try pages.seek(toOffset: place)
        let kept = try #require(try pages.read(upToCount: count))
        try #require(kept.count == count)
        func overwrite(_ bytes: Data) throws {
            try pages.seek(toOffset: place)
            try pages.write(contentsOf: bytes)
        }
        try overwrite(Data(repeating: 0xff, count: count))
        #expect(try await fixture.send(.get, "/readyz").code == Self.well, "nothing read it")
        await #expect(throws: StorageFailure.corrupt) {
            try await fixture.database.read { snapshot throws(StorageFailure) in
                try snapshot.row("SELECT sum(length(content)) AS length FROM filler")
            }
        }
        for _ in 0..<20 {
            #expect(try await fixture.send(.get, "/readyz").code == Self.failed)
        }
        try overwrite(kept)
        try await wait(fixture, for: Self.well)
        #expect(!fixture.database.isDamaged)
        await fixture.stop()
    }

    @Test func `writes once in a second at most, however often it is asked for`() async throws {
        let fixture = try await ServerFixture()
        try await wait(fixture, for: Self.well)
        func size() throws -> Int {
            let path = fixture.folder.path("payments.sqlite-wal")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(attributes[.size] as? Int)
        }
        let (before, watch) = (try size(), Stopwatch())
        for _ in 0..<200 { _ = try await fixture.send(.get, "/readyz") }
        let seconds = Int(watch.elapsed / .seconds(1)) + 1
        // A write is one page or two; the server itself writes as often.
        #expect(try size() - before < (3 * seconds + 3) * 2 * 4_120)
        await fixture.stop()
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `ends on a PostgreSQL that may only be read`() async throws {
        let fixture = try await ServerFixture(.postgreSQL)
        try await wait(fixture, for: Self.well)
        let address = try String(
            contentsOfFile: fixture.folder.path("address"),
            encoding: .utf8
        ).trimmingCharacters(in: .whitespacesAndNewlines)
        for (value, code) in [("on", Self.failed), ("off", Self.well)] {
            let answer = try await Program(at: URL(filePath: PostgreSQLServer.psql)).runAside([
                "-q", address, "-c", "SET default_transaction_read_only = off",
                "-c",
                """
                DO $$ BEGIN EXECUTE format(
                    'ALTER DATABASE %I SET default_transaction_read_only = \(value)', current_database()
                ); END $$
                """,
                "-c",
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """,
            ])
            #expect(answer.isSuccess, "\(answer.complaint)")
            try await wait(fixture, for: code)
        }
        await fixture.stop()
    }
}
