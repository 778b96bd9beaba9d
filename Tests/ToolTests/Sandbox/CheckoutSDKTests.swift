import Foundation
import TestSupport
import Testing

/// Checkout.com's own SDK, unmodified, as the client of the sandbox.
@Suite("Checkout.com's interface at the sandbox", .enabled(if: PythonOracle.isInstalled))
struct CheckoutSDKTests {
    let orders = SandboxOrders()

    @Test(.timeLimit(.minutes(5)))
    func `passes Checkout.com's SDK over the life of payments, and is killed meanwhile`()
        async throws
    {
        _ = try orders.ownCertificate()
        let order: [String: Any] = [
            "quince": ProcessRun.quince, "folder": orders.path,
            "certificate": orders.folder.path("own.pem"), "key": orders.folder.path("own-key.pem"),
        ]
        let input = try JSONSerialization.data(withJSONObject: order)
        let run = try await PythonOracle.runAside(
            "checkout-sdk.py",
            input: String(decoding: input, as: UTF8.self)
        )
        #expect(run.isSuccess, "\(run.complaint)")
        let checked = run.text.split(separator: "\n")
        #expect(checked.count == 11)
        #expect(try #require(checked.last).contains("declined and released"))
    }
}
