import Bytes
import Foundation
import Storage
import TestSupport
import Testing

@testable import PostgreSQL

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
        #expect(throws: DatabaseRefusal.addressMalformed) {
            try PostgreSQLAddress(Secret(copying: Array(text.utf8)))
        }
    }

    /// Why a database is not opened.
    private func refusal(
        _ connectionString: String,
        limits: PostgreSQLLimits = .standard
    ) async throws -> DatabaseRefusal? {
        let address = try PostgreSQLAddress(Secret(copying: Array(connectionString.utf8)))
        do throws(DatabaseRefusal) {
            _ = try await Database(address, migrations: [], limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `distinguishes a server that refuses from an unreachable one`() async throws {
        let server = try PostgreSQLServer.shared()
        let right = server.connectionString()
        let folder = server.socketFolder
        let cases: [(String, String, StorageFailure)] = [
            (
                right.replacing(Self.password, with: Self.password + "x"),
                "PostgreSQL database postgres on \(folder)", .connectionRefused(code: "28P01")
            ),
            (
                right.replacing("dbname=postgres", with: "dbname=none"),
                "PostgreSQL database none on \(folder)", .connectionRefused(code: "3D000")
            ),
            (
                right.replacing("user=quince", with: "user=nobody"),
                "PostgreSQL database postgres on \(folder)", .connectionRefused(code: "28P01")
            ),
            (
                right.replacing("host=/", with: "host=/nowhere/"),
                "PostgreSQL database postgres on /nowhere\(folder)", .unreachable
            ),
            (
                "host=127.0.0.1 port=1 user=a password=\(Self.password) dbname=b",
                "PostgreSQL database b on 127.0.0.1", .unreachable
            ),
            (
                right.replacing("password=\(Self.password)", with: ""),
                "PostgreSQL database postgres on \(folder)", .passwordMissing
            ),
        ]
        for (text, name, failure) in cases {
            let refusal = try await refusal(text)
            #expect(refusal == .unavailable(database: name, failure))
        }
        #expect(cases[0].2.remedy == .fixTheConfiguration)
        #expect(cases[3].2.remedy == .tryAgain)
    }

    /// Not every text can be stored there, and an order must not fail after its charge.
    @Test(arguments: ["LATIN1", "SQL_ASCII"])
    func `refuses a database of another encoding than UTF-8`(_ encoding: String) async throws {
        let server = try PostgreSQLServer.shared()
        let name = "scratch_\(encoding.lowercased())"
        server.sql("CREATE DATABASE \(name) TEMPLATE template0 ENCODING '\(encoding)'")
        let refusal = try await refusal(server.connectionString(name))
        guard case .encodingNotUTF8(_, encoding) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(refusal?.remedy.contains("UTF8") == true)
    }

    @Test func `tries the hosts in turn, and reports the one that refuses`() async throws {
        let server = try PostgreSQLServer.shared()
        let right = server.connectionString()
        let both = right.replacing("host=", with: "host=/nowhere,")
        #expect(try await refusal(both) == nil)
        let three = right.replacing("host=", with: "port=1,2,5432 host=/nowhere,127.0.0.1,")
        #expect(try await refusal(three) == nil)
        let wrong = try await refusal(both.replacing("dbname=postgres", with: "dbname=none"))
        let name = "PostgreSQL database none on /nowhere,\(server.socketFolder)"
        #expect(wrong == .unavailable(database: name, .connectionRefused(code: "3D000")))
    }

    @Test func `never shows a password, nor the server's words`() async throws {
        let server = try PostgreSQLServer.shared()
        let text = server.connectionString()
        let inside = "dbname='postgresql://quince:\(Self.password)@/x' host=\(server.socketFolder)"
        var shown: [String] = []
        for text in [
            text, text.replacing("dbname=postgres", with: "dbname=none"), text + "x=y", inside,
        ] {
            do {
                let address = try PostgreSQLAddress(Secret(copying: Array(text.utf8)))
                shown += Exposure.everyView(of: address)
                let database = try await Database(address, migrations: [])
                shown += Exposure.everyView(of: database) + [database.name]
                try await database.run(
                    "SELECT 'x' || $1 WHERE 1 / 0 = 1",
                    [.text(Self.password)]
                )
            } catch let error as DatabaseRefusal {
                shown += Exposure.everyView(of: error) + Exposure.everyView(of: error.remedy)
            } catch let error as StorageFailure {
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
        try process.start()
        defer { process.terminate() }
        for _ in 0..<200 where !FileManager.default.fileExists(atPath: path) {
            try await Task.sleep(for: .milliseconds(20))
        }
        let text = "host=\(folder.url.path) user=a dbname=b"
        let hosts = PostgreSQLHosts(try PostgreSQLAddress(Secret(copying: Array(text.utf8))))
        #expect(throws: StorageFailure.unreachable) {
            try hosts.connect(
                PostgreSQLLimits(silenceMilliseconds: 200),
                preparing: PreparedStatements(word: "a", isPreparing: true)
            )
        }
    }
}
