import PassKit
import QuinceTesting
import Testing

/// The guide's shop: three lines, two shipping methods, and whatever a test changes.
@MainActor
private final class GuideShop: NSObject, PKPaymentAuthorizationControllerDelegate {
    private(set) var shipped: [PKShippingMethod] = []
    private(set) var posted: [Data] = []

    /// Adds lines up and puts the company's name under them (mission 7.15 to 7.17).
    static func lines(_ lines: [(String, String)]) -> [PKPaymentSummaryItem] {
        let items = lines.map { PKPaymentSummaryItem(label: $0.0, amount: .init(string: $0.1)) }
        let total = items.reduce(NSDecimalNumber.zero) { $0.adding($1.amount) }
        return items + [PKPaymentSummaryItem(label: "My Company Name", amount: total, type: .final)]
    }

    static let subtotal = ("Subtotal", "12.75")
    static let discount = ("Discount", "-2.00")

    private static func shipping() -> [PKShippingMethod] {
        let standard = PKShippingMethod(label: "Standard Shipping", amount: 4.5)
        (standard.detail, standard.identifier) = ("Arrives by July 29", "standard")
        let nextDay = PKShippingMethod(label: "Next Day Shipping", amount: 9)
        (nextDay.detail, nextDay.identifier) = ("Ships in 24 hours", "next-day")
        return [standard, nextDay]
    }

    func buy(_ items: [PKPaymentSummaryItem]) {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        (request.countryCode, request.currencyCode) = ("US", "USD")
        request.supportedNetworks = [.visa]
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = items
        request.shippingMethods = Self.shipping()
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present()
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        shipped.append(shippingMethod)
        let shipping = (shippingMethod.label, shippingMethod.amount.stringValue)
        return .init(paymentSummaryItems: Self.lines([Self.subtotal, Self.discount, shipping]))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        posted.append(payment.token.paymentData)
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss()
    }
}

@MainActor
@Suite("A request as the guide has it")
struct GuideRequestTests {
    private let phone: ApplePaySandbox
    private let shop = GuideShop()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    private func buy(
        _ items: [PKPaymentSummaryItem],
        _ shopper: ScriptedShopper = ScriptedShopper(.authorize)
    ) async throws -> ObservedPayment {
        try await phone.run(shopper) { shop.buy(items) }
    }

    @Test func `charges the sum under the company's name (mission 7.8, 7.16, 7.17)`() async throws {
        let record = try await buy(GuideShop.lines([GuideShop.subtotal, GuideShop.discount]))
        #expect(record.amounts == ["10.75 USD"])
        #expect(record.advice.isEmpty)
    }

    @Test func `needs no line but the total where there are no extra fees (mission 7.10)`()
        async throws
    {
        let record = try await buy([PKPaymentSummaryItem(label: "My Company Name", amount: 12)])
        #expect(record.amounts == ["12.00 USD"])
        #expect(record.advice.isEmpty)
    }

    @Test
    func `gets advice for too many lines, and for a total without a name (mission 7.9, 7.16)`()
        async throws
    {
        let many = (1...9).map { ("Toy \($0)", "1.00") }
        var record = try await buy(GuideShop.lines(many))
        #expect(record.advice.count == 1 && record.advice[0].hasPrefix("10 items"))
        let nameless = PKPaymentSummaryItem(label: "", amount: 12)
        record = try await buy([nameless])
        #expect(record.advice.contains { $0.contains("company's name") })
        #expect(record.isPaid)
    }

    @Test func `returns the app's own shipping method (mission 8.1, 8.2, 8.3)`() async throws {
        let shopper = ScriptedShopper { sheet in
            let shown = sheet.sheet.request.shippingMethods
            #expect(shown.map(\.label) == ["Standard Shipping", "Next Day Shipping"])
            #expect(shown.map(\.detail) == ["Arrives by July 29", "Ships in 24 hours"])
            try await sheet.chooseShippingMethod("next-day")
            await sheet.authorize()
        }
        let items = GuideShop.lines([GuideShop.subtotal, GuideShop.discount])
        let record = try await buy(items, shopper)
        let chosen = try #require(shop.shipped.first)
        #expect(chosen.identifier == "next-day")
        #expect(chosen as PKPaymentSummaryItem? != nil)
        #expect(record.amounts == ["19.75 USD"])
    }

    @Test func `makes a token in four steps, nested as the figure shows (mission 11.1 to 11.7)`()
        async throws
    {
        let record = try await buy(GuideShop.lines([GuideShop.subtotal]))
        let steps = record.observations.map(\.description).filter { $0.hasPrefix("token: ") }
        #expect(
            steps == [
                "token: the Secure Element is asked", "token: sealed for Apple's server",
                "token: sealed to the merchant", "token: handed to the delegate",
            ]
        )
        let posted = try #require(shop.posted.first)
        let outer = try JSONSerialization.jsonObject(with: posted) as? [String: Any]
        let token = try #require(outer)
        #expect(Set(token.keys) == ["version", "data", "signature", "header"])
        let header = try #require(token["header"] as? [String: Any])
        #expect(
            Set(header.keys) == ["ephemeralPublicKey", "publicKeyHash", "transactionId"]
        )
        let opened = try #require(record.payments.first)
        #expect(opened.payment.transactionAmount == 1_275)
        #expect(opened.payment.currencyCode == "840")
    }
}
