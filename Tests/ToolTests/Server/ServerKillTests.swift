import Foundation
import TestSupport
import Testing

/// A merchant's servers and the sandbox, killed under load. `./dev kills --server` does it more often.
///
/// On SQLite another program works on the file too, each file is checked after each kill, and no log may
/// be copied by one who does not hold the write lock.
@Suite("A merchant's server that is killed", .enabled(if: PythonOracle.isInstalled), .serialized)
struct ServerKillTests {
    private static func number(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    @Test func `loses, doubles and leaves open nothing on SQLite`() async throws {
        try await kill(servers: 1, onServer: nil)
    }

    // The callers take a capture that is not sent for a wrong one; over Adyen, that is seen now and then.
    @Test(
        arguments: PlatformShopTests.Way.all.filter { $0.platform == "stripe" }
            + [PlatformShopTests.Way(platform: "braintree", form: "networkToken")]
    )
    func `loses, doubles and leaves open nothing over a payment platform`(
        way: PlatformShopTests.Way
    ) async throws {
        let options = ["--platform", way.platform, "--token-form", way.form]
        try await kill(servers: 1, onServer: nil, options)
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `loses, doubles and leaves open nothing as one of three on PostgreSQL`() async throws {
        let database = try PostgreSQLServer.shared().newDatabase()
        try await kill(servers: 3, onServer: Self.address(of: database))
    }

    @Test func `loses no event of a webhook, and keeps each payment's order`() async throws {
        let shop = try ShopProcess(through: nil)
        try shop.becomeReady()
        shop.server.kill()
        let kills = Self.number("QUINCE_KILLS", or: 8)
        let seed = Self.number("QUINCE_KILL_SEED", or: 1)
        let found = try await Self.report(
            of: "webhook-kills.py",
            ["config": shop.config, "kills": kills, "seed": seed]
        )
        #expect(found["problems"] as? [String] == [], "seed \(seed)")
        #expect(try #require(found["events"] as? Int) >= 2 * kills)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nats-server")))
    func `loses and doubles no event in a stream whose leader is killed too`() async throws {
        let shop = try ShopProcess(through: nil)
        try shop.becomeReady()
        shop.server.kill()
        let folder = ScratchFolder()
        let found = try await Self.report(
            of: "nats-kills.py",
            ["config": shop.config, "folder": folder.url.path]
        )
        #expect(found["problems"] as? [String] == [])
        #expect(try #require(found["events"] as? Int) > 300)
    }

    /// The report that a script prints.
    private static func report(
        of script: String,
        _ order: [String: Any]
    ) async throws -> [String: Any] {
        let order = order.merging(["quince": ProcessRun.quince]) { $1 }
        let input = try JSONSerialization.data(withJSONObject: order)
        let run = try await PythonOracle.runAside(
            script,
            input: String(decoding: input, as: UTF8.self)
        )
        let report = try? JSONSerialization.jsonObject(with: run.output) as? [String: Any]
        return try #require(report, "\(run.complaint)")
    }

    /// The address of a database whose connection string is given.
    private static func address(of database: String) -> String {
        var parts: [String: String] = [:]
        for word in database.split(separator: " ") {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            parts[pair[0]] = pair[1]
        }
        let host = (parts["host"] ?? "").replacing("/", with: "%2F")
        let user = "\(parts["user"] ?? ""):\(parts["password"] ?? "")"
        return "postgresql://\(user)@/\(parts["dbname"] ?? "")?host=\(host)"
    }

    private func kill(
        servers: Int,
        onServer address: String?,
        _ platform: [String] = []
    ) async throws {
        let folder = ScratchFolder()
        let kills = Self.number("QUINCE_KILLS", or: 6)
        let order: [String: Any] = [
            "quince": ProcessRun.quince, "folder": folder.url.path, "kills": kills,
            "seed": Self.number("QUINCE_KILL_SEED", or: 1), "servers": servers,
            "postgresql": address ?? NSNull(), "init": platform,
        ]
        let input = try JSONSerialization.data(withJSONObject: order)
        let run = try await PythonOracle.runAside(
            "kill-server.py",
            input: String(decoding: input, as: UTF8.self)
        )
        let report = try? JSONSerialization.jsonObject(with: run.output) as? [String: Any]
        let found = try #require(report, "\(run.complaint)")
        #expect(found["problems"] as? [String] == [], "seed \(order["seed"] ?? 0)")
        #expect(found["kills"] as? Int == kills)
        #expect(try #require(found["payments"] as? Int) > kills / 2, "the load did something")
        if address == nil {
            let copied = try #require(found["checkpoints"] as? [String: Int])
            let files: Set = ["payments.sqlite", "network.sqlite", "sandbox.sqlite"]
            #expect(Set(copied.keys) == files, "the log of each file was copied")
            #expect(try #require(found["copies"] as? Int) > 0)
        }
        guard ProcessInfo.processInfo.environment["QUINCE_KILLS"] != nil else { return }
        print("\(servers) servers: \(String(decoding: run.output, as: UTF8.self))")
    }
}
