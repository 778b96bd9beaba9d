import TestSupport
import Testing

/// Braintree's own SDK, unmodified, as the client of the sandbox.
@Suite("Braintree's interface at the sandbox", .enabled(if: PythonOracle.isInstalled))
struct BraintreeSDKTests {
    let orders = SandboxOrders()

    @Test(.timeLimit(.minutes(30)))
    func `passes Braintree's SDK over the life of transactions, and is killed meanwhile`()
        async throws
    {
        let checked = try await orders.checks(of: "braintree-sdk.py")
        #expect(checked.count == 12)
        #expect(try #require(checked.last).contains("declined and released"))
    }
}
