import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("A view controller's delegate of each generation", .timeLimit(.minutes(30)))
struct ViewControllerGenerationTests {
    let phone: ApplePaySandbox

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    private static let shopper = ScriptedShopper(
        .chooseShippingMethod("next-day"),
        .enterCouponCode("SPRING"),
        .authorize
    )

    /// Lets the shopper pay in a screen, and looks at what it was called for.
    private func expect(
        _ log: [String],
        of screen: some Screen & PKPaymentAuthorizationViewControllerDelegate
    ) async throws {
        let payment = try await phone.run(Self.shopper) { screen.buy(for: screen) }
        #expect(payment.isPaid, "\(payment)")
        #expect(screen.log == log)
        #expect(payment.mistakes.isEmpty)
        #expect(screen.presentedViewController == nil)
    }

    @Test func `with handlers, is called once for each question (mission 10.5 to 10.12)`()
        async throws
    {
        try await expect(
            [
                "session handler", "method handler", "contact handler", "shipping handler",
                "coupon handler", "willAuthorize", "payment handler", "didFinish",
            ],
            of: HandlerScreen()
        )
    }

    @Test func `asynchronous, is called once for each question`() async throws {
        try await expect(
            [
                "session async", "method async", "contact async", "shipping async",
                "coupon async", "willAuthorize", "payment async", "didFinish",
            ],
            of: AsyncScreen()
        )
    }

    @Test func `until iOS 11, is called once for each question there was (mission 10.6 to 10.8)`()
        async throws
    {
        try await expect(
            ["method status", "contact status", "shipping status", "payment status", "didFinish"],
            of: StatusScreen()
        )
    }

    @Test func `until iOS 11 and asynchronous, is called once for each question there was`()
        async throws
    {
        try await expect(
            [
                "method async status", "contact async status", "shipping async status",
                "payment async status", "didFinish",
            ],
            of: AsyncStatusScreen()
        )
    }

    @Test func `of iOS 8 and asynchronous, is asked about a redacted address (mission 10.9)`()
        async throws
    {
        let screen = AddressScreen()
        try await expect(["address async", "payment async status", "didFinish"], of: screen)
        #expect(screen.place?.postalAddress?.city.isEmpty == false)
        #expect(screen.place?.postalAddress?.street == "" && screen.place?.name == nil)
    }
}
