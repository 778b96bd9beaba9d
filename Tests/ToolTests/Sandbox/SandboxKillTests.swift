import Foundation
import TestSupport
import Testing

/// A sandbox that is killed under load. `./dev kills` does it more often.
@Suite("A sandbox that is killed", .enabled(if: PythonOracle.isInstalled))
struct SandboxKillTests {
    let orders = SandboxOrders()

    private static func number(_ name: String, or usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    @Test func `knows all that it has answered: no counter goes back, and nothing is half made`()
        async throws
    {
        _ = try orders.ownCertificate()
        let made = try Program.openSSL.run([
            "req", "-new", "-key", orders.folder.path("own-key.pem"), "-subj", "/CN=Shop", "-out",
            orders.folder.path("csr.pem"),
        ])
        #expect(made.isSuccess, "\(made.complaint)")
        let kills = Self.number("QUINCE_KILLS", or: 6)
        let order: [String: Any] = [
            "quince": ProcessRun.quince, "folder": orders.path, "kills": kills,
            "seed": Self.number("QUINCE_KILL_SEED", or: 1),
            "certificate": orders.folder.path("own.pem"), "key": orders.folder.path("own-key.pem"),
            "request": orders.folder.path("csr.pem"),
        ]
        let input = try JSONSerialization.data(withJSONObject: order)
        let run = try await PythonOracle.runAside(
            "kill-sandbox.py",
            input: String(decoding: input, as: UTF8.self)
        )
        let report = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
        let found = try #require(report, "\(run.complaint)")
        #expect(found["problems"] as? [String] == [], "seed \(order["seed"] ?? 0)")
        #expect(found["kills"] as? Int == kills)
        #expect(try #require(found["answers"] as? Int) > kills, "the load did something")
        print("killed \(kills) times after \(found["answers"] ?? 0) answers")
    }
}
