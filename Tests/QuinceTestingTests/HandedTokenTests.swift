import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("The token that an app receives", .timeLimit(.minutes(30)))
struct HandedTokenTests {
    let phone: ApplePaySandbox
    let shop = Shop()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    private func header(of payment: PKPayment?) throws -> [String: String] {
        let data = try #require(payment?.token.paymentData)
        let token = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require(token?["header"] as? [String: String])
    }

    @Test func `has one identifier inside and outside, another for each payment (mission 11.6)`()
        async throws
    {
        for _ in 0..<2 { try await phone.run(ScriptedShopper(.authorize)) { shop.buy() } }
        let identifiers = shop.payments.map(\.token.transactionIdentifier)
        #expect(Set(identifiers).count == 2)
        for (payment, identifier) in zip(shop.payments, identifiers) {
            #expect(try header(of: payment)["transactionId"] == identifier.lowercased())
            #expect(identifier.count == 64 && identifier.allSatisfy(\.isHexDigit))
        }
    }

    /// SHA-256 of the guide's `buyID=12345`, as other programs compute it.
    private static let hash = "1dddbd13f68f2a1a4a77a21577a9869ba8e9d1f47a132b25709141f08dcb1b01"

    @Test(arguments: [Data("buyID=12345".utf8), nil])
    func `has the hash of the app's data in hexadecimal, or none (mission 7.23)`(
        data: Data?
    ) async throws {
        shop.request.applicationData = data
        try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(
            try header(of: shop.payments.first)["applicationData"] == data.map { _ in Self.hash }
        )
    }

    @Test(arguments: [
        ("USD", "22.99", "840", 2_299), ("JPY", "500", "392", 500), ("KWD", "1.005", "414", 1_005),
        ("CNY", "29.9", "156", 2_990),
    ])
    func `says the currency by its number and the amount in its smallest unit`(
        currency: String,
        total: String,
        number: String,
        amount: Int64
    ) async throws {
        shop.request.currencyCode = currency
        shop.request.shippingMethods = nil
        shop.request.paymentSummaryItems = [Shop.item("Toy Store", total)]
        let record = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        let payment = try #require(record.payments.first?.payment)
        #expect(payment.currencyCode == number)
        #expect(payment.transactionAmount == amount)
    }

    @Test func `names the card once it is paid with, in the older names too`() async throws {
        try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        let token = try #require(shop.payments.first?.token)
        #expect(token.paymentMethod.displayName == "Visa 1111")
        #expect(token.paymentMethod.network == .visa)
        #expect(token.paymentMethod.type == .credit)
        #expect(token.paymentMethod.secureElementPass == nil)
        #expect(token.paymentInstrumentName == "Visa 1111")
        #expect(token.paymentNetwork == PKPaymentNetwork.visa.rawValue)
    }

    @Test(
        arguments: [
            (PKMerchantCapability.threeDSecure, SandboxCard.masterCard, true),
            (.threeDSecure, .visa, true), ([.threeDSecure, .credit, .debit], .masterCard, true),
            ([.threeDSecure, .debit], .masterCard, true),
            ([.threeDSecure, .credit], .masterCard, false),
            ([.threeDSecure, .debit], .visa, false), ([.threeDSecure, .emv], .visa, true),
        ] as [(PKMerchantCapability, SandboxCard, Bool)]
    )
    func `is of a card with the funding that was asked for, or of any`(
        capabilities: PKMerchantCapability,
        card: SandboxCard,
        isAdmitted: Bool
    ) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [card])
        shop.request.merchantCapabilities = capabilities
        try await phone.onDevice {
            let controller = PKPaymentAuthorizationViewController(paymentRequest: shop.request)
            #expect((controller != nil) == isAdmitted)
            #expect(
                PKPaymentAuthorizationController.canMakePayments(
                    usingNetworks: shop.request.supportedNetworks,
                    capabilities: capabilities
                ) == isAdmitted
            )
        }
        guard isAdmitted else { return }
        #expect(try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }.isPaid)
    }

    @Test(
        arguments: [(nil, true), (["CN"], true), (["US", "CN"], true), (["US"], false)]
            as [(Set<String>?, Bool)]
    )
    func `is of a card of a country that was asked for, or of any`(
        countries: Set<String>?,
        isAdmitted: Bool
    ) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [.chinaUnionPay])
        shop.request.supportedNetworks = [.visa, .chinaUnionPay]
        shop.request.supportedCountries = countries
        try await phone.onDevice {
            let controller = PKPaymentAuthorizationViewController(paymentRequest: shop.request)
            #expect((controller != nil) == isAdmitted)
        }
    }
}
