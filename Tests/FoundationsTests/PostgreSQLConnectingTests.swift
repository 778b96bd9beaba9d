import Bytes
import Foundation
import PostgreSQL
import TestSupport
import Testing

@Suite("Connecting to PostgreSQL", onPostgreSQL)
struct PostgreSQLConnectingTests {
    static let password = PostgreSQLServer.password

    static let unreadable = [
        "host", "host='open", "host=a nosuchoption=\(password)", "\(password)",
        "host=a password=\(password)\u{0}x", "postgresql://a:\(password)@[::1",
        "postgresql://u:\(password)@h/d?nosuch=1",
    ]

    @Test(arguments: unreadable)
    func `refuses a connection string that is none`(text: String) {
        #expect(throws: PostgreSQLFailure.addressMalformed) { try PostgreSQLBench.pool(text) }
    }

    @Test func `distinguishes a server that refuses from an unreachable one`() async throws {
        let server = try PostgreSQLServer.shared()
        let right = server.connectionString()
        let wrongPassword = right.replacing(Self.password, with: Self.password + "x")
        let cases: [(String, PostgreSQLFailure)] = [
            (wrongPassword, .refused(try #require(SQLState("28P01")))),
            (
                right.replacing("dbname=postgres", with: "dbname=none"),
                .refused(try #require(SQLState("3D000")))
            ),
            (
                right.replacing("user=quince", with: "user=nobody"),
                .refused(try #require(SQLState("28P01")))
            ),
            (right.replacing("host=/", with: "host=/nowhere/"), .unreachable),
            ("host=127.0.0.1 port=1 user=a password=\(Self.password) dbname=b", .unreachable),
        ]
        for (text, failure) in cases {
            let pool = try PostgreSQLBench.pool(text)
            await #expect(throws: failure) { try await pool.run("SELECT 1") }
            #expect(failure.effect == .nothing)
        }
        #expect(cases[0].1.remedy == .fixTheConfiguration)
        #expect(cases[3].1.remedy == .tryAgain)
    }

    @Test func `never shows a password, nor the server's words`() async throws {
        let server = try PostgreSQLServer.shared()
        let text = server.connectionString()
        var shown: [String] = []
        for text in [text, text.replacing("dbname=postgres", with: "dbname=none"), text + "x=y"] {
            do throws(PostgreSQLFailure) {
                let secret = Secret(copying: Array(text.utf8))
                let address = try PostgreSQLAddress(secret)
                let pool = PostgreSQLPool(address)
                shown += Exposure.everyView(of: address) + Exposure.everyView(of: pool)
                let planted: PostgreSQLValue = .text(Self.password)
                try await pool.run("SELECT 'x' || $1 WHERE 1 / 0 = 1", [planted])
            } catch {
                shown += Exposure.everyView(of: error) + Exposure.everyView(of: error.remedy)
            }
        }
        #expect(shown.count > 20)
        for view in shown {
            #expect(Exposure.traces(of: Array(Self.password.utf8), in: view) == [], "\(view)")
            #expect(!view.contains("division"))
        }
    }

    /// An address that takes the greeting and never answers it.
    @Test func `gives up on a server that does not answer`() async throws {
        let folder = ScratchFolder()
        let path = folder.path(".s.PGSQL.5432")
        let program = """
            import socket, time
            s = socket.socket(socket.AF_UNIX); s.bind('\(path)'); s.listen(5); time.sleep(60)
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        try process.run()
        defer { process.terminate() }
        for _ in 0..<200 where !FileManager.default.fileExists(atPath: path) {
            try await Task.sleep(for: .milliseconds(20))
        }
        let text = "host=\(folder.url.path) user=a dbname=b"
        let pool = try PostgreSQLBench.pool(text, PostgreSQLLimits(silenceMilliseconds: 200))
        await #expect(throws: PostgreSQLFailure.unreachable) { try await pool.run("SELECT 1") }
    }
}
