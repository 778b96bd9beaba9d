import TestSupport
import Testing

/// Stripe's own SDK, unmodified, as the client of the sandbox and the judge of its webhooks.
@Suite("Stripe's interface at the sandbox", .enabled(if: PythonOracle.isInstalled))
struct StripeSDKTests {
    let orders = SandboxOrders()

    @Test(.timeLimit(.minutes(30)))
    func `passes Stripe's SDK over the life of payments, and is killed meanwhile`() async throws {
        let checked = try await orders.checks(of: "stripe-sdk.py", ["kills": 4, "seed": 1])
        #expect(checked.count == 17)
        #expect(try #require(checked.last).contains("nothing is lost, doubled or open"))
    }

    /// localstripe, a simulation of Stripe by other authors, as the peer.
    @Test(.timeLimit(.minutes(30)))
    func `differs from localstripe only where the script says why`() async throws {
        let checked = try await orders.checks(of: "stripe-differences.py")
        #expect(checked == ["83 calls give the same but for 116 differences that are named"])
    }
}
