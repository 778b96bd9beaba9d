import TestSupport
import Testing

/// Checkout.com's own SDK, unmodified, as the client of the sandbox.
@Suite("Checkout.com's interface at the sandbox", .enabled(if: PythonOracle.isInstalled))
struct CheckoutSDKTests {
    let orders = SandboxOrders()

    @Test(.timeLimit(.minutes(30)))
    func `passes Checkout.com's SDK over the life of payments, and is killed meanwhile`()
        async throws
    {
        let checked = try await orders.checks(of: "checkout-sdk.py")
        #expect(checked.count == 11)
        #expect(try #require(checked.last).contains("declined and released"))
    }
}
