import Foundation
import TestSupport
import Testing

/// Stripe's own SDK, unmodified, as the client of the sandbox and the judge of its webhooks.
@Suite("Stripe's interface at the sandbox", .enabled(if: PythonOracle.isInstalled))
struct StripeSDKTests {
    let orders = SandboxOrders()

    @Test(.timeLimit(.minutes(5)))
    func `passes Stripe's SDK over the life of payments, and is killed meanwhile`() async throws {
        _ = try orders.ownCertificate()
        let order: [String: Any] = [
            "quince": ProcessRun.quince, "folder": orders.path, "kills": 4, "seed": 1,
            "certificate": orders.folder.path("own.pem"), "key": orders.folder.path("own-key.pem"),
        ]
        let input = try JSONSerialization.data(withJSONObject: order)
        let run = try await PythonOracle.runAside(
            "stripe-sdk.py",
            input: String(decoding: input, as: UTF8.self)
        )
        #expect(run.isSuccess, "\(run.complaint)")
        let checked = run.text.split(separator: "\n")
        #expect(checked.count == 17)
        #expect(try #require(checked.last).contains("nothing is lost, doubled or open"))
    }
}
