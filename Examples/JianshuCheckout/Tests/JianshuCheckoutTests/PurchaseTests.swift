import PassKit
import QuinceTesting
import Testing

@testable import JianshuCheckout

@MainActor
@Suite("The sample's purchase")
struct PurchaseTests {
    let page = CheckoutViewController()

    private static let log = [
        "购买商品, 开始支付,设置所要购买商品的信息", "授权取消或者交易完成",
    ]

    @Test func `charges 29.90 for the three things (mission 7.19, 14.11)`() async throws {
        let payment = try await ApplePaySandbox.inChina()
            .run(ScriptedShopper(.authorize)) { page.press() }
        #expect(
            payment.calls == ["willAuthorizePayment", "didAuthorizePayment 29.90 CNY", "didFinish"]
        )
        #expect(payment.isPaid)
        #expect(payment.amounts == ["29.90 CNY"])
        #expect(payment.mistakes == [])
        #expect(page.log == Self.log)
        #expect(page.presentedViewController == nil)
    }

    @Test func `is advised against what the sample asks too much (mission 9.4)`() async throws {
        let payment = try await ApplePaySandbox.inChina()
            .run(ScriptedShopper(.cancel)) { page.press() }
        #expect(
            payment.advice == [
                "the name in shippingContact is ignored",
                "the request asks for every contact field; ask only for those that the order needs",
                "a billing contact has an address and names only; ask for e-mail and telephone in"
                    + " requiredShippingContactFields",
            ]
        )
    }

    @Test func `states what the sample states (mission 7.13, 8.5, 8.6, 9.1, 9.2)`() {
        let request = PKPaymentRequest.purchase(supportedNetworks: [.chinaUnionPay])
        let items = request.paymentSummaryItems
        #expect(items.map(\.label) == ["苹果6", "苹果6s", "MAC", "My Company Name"])
        #expect(items.map(\.amount.stringValue) == ["-0.1", "10", "20", "29.9"])
        let methods = request.shippingMethods ?? []
        #expect(methods.map(\.label) == ["顺丰快递", "韵达快递"])
        #expect(methods.map(\.amount.stringValue) == ["18", "0.1"])
        #expect(methods.map(\.detail) == ["24小时内送到", "送货上门"])
        #expect(request.shippingType == .storePickup)
        #expect(
            request.requiredShippingContactFields
                == [.postalAddress, .emailAddress, .phoneNumber, .name]
        )
        #expect(request.requiredBillingContactFields == request.requiredShippingContactFields)
    }

    /// SHA-256 of `buyID=12345`.
    private static let hash = "1dddbd13f68f2a1a4a77a21577a9869ba8e9d1f47a132b25709141f08dcb1b01"

    @Test func `puts a hash of the purchase's name into the token (mission 7.23)`() async throws {
        struct Token: Decodable {
            struct Header: Decodable { let applicationData: String }
            let header: Header
        }
        var tokens: [Data] = []
        page.server = { payment in
            tokens.append(payment.token.paymentData)
            return true
        }
        try await ApplePaySandbox.inChina().run(ScriptedShopper(.authorize)) { page.press() }
        let token = try JSONDecoder().decode(Token.self, from: try #require(tokens.first))
        #expect(token.header.applicationData == Self.hash)
    }

    @Test
    func `gets the chosen contacts and shipping method (mission 9.3, 9.5, 9.6)`()
        async throws
    {
        var payments: [PKPayment] = []
        page.server = { payment in
            payments.append(payment)
            return true
        }
        let shopper = ScriptedShopper(.chooseShippingMethod("韵达"), .authorize)
        let record = try await ApplePaySandbox.inChina().run(shopper) { page.press() }
        // The sample's delegate implements no choice, and so charges neither 18.0 nor 0.1.
        #expect(record.amounts == ["29.90 CNY"])
        let payment = try #require(payments.first)
        #expect(payment.shippingMethod?.identifier == "韵达")
        // Of the contact that the sample gives, the address counts; the rest is the shopper's.
        let contact = try #require(payment.shippingContact)
        #expect(contact.postalAddress?.street == "1234 Laurel Street")
        #expect(contact.name?.familyName == "张")
        #expect(contact.emailAddress == "zhang.san@example.com")
        #expect(contact.phoneNumber?.stringValue == "+86 10 5550 0100")
        #expect(payment.billingContact?.postalAddress?.city == "北京市")
    }

    @Test func `cannot be authorized without all that it asks for (mission 9.3)`() async throws {
        var contact = Contact.johnAppleseed
        contact.phoneNumber = nil
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            cards: [.chinaUnionPay],
            contacts: [contact]
        )
        let failure = await #expect(throws: ScriptFailure.self) {
            try await phone.run(ScriptedShopper(.authorize)) { page.press() }
        }
        #expect(failure?.description.contains("phoneNumber of the shipping contact") == true)
        #expect(failure?.description.contains("of the billing contact") == false)
    }

    @Test func `lets the shopper try again where the server says no (mission 10.6)`() async throws {
        var answers = [false, true]
        page.server = { _ in answers.removeFirst() }
        let payment = try await ApplePaySandbox.inChina()
            .run(ScriptedShopper(.authorize, .authorize)) { page.press() }
        #expect(payment.calls.filter { $0.hasPrefix("didAuthorizePayment") }.count == 2)
        #expect(payment.isPaid)
        #expect(page.log == Self.log)
    }

    @Test func `is over when the shopper cancels, and dismissed (mission 10.5, 10.15)`()
        async throws
    {
        let payment = try await ApplePaySandbox.inChina()
            .run(ScriptedShopper(.cancel)) { page.press() }
        #expect(payment.calls == ["didFinish"])
        #expect(page.log == Self.log)
        #expect(page.presentedViewController == nil)
        #expect(payment.mistakes == [])
    }

    @Test func `goes the same way a hundred times from one seed`() async throws {
        var courses: Set<String> = []
        for _ in 0..<100 {
            let page = CheckoutViewController()
            var identifier = ""
            page.server = { payment in
                identifier = payment.token.transactionIdentifier
                return true
            }
            let shopper = ScriptedShopper(.chooseShippingMethod("韵达"), .authorize)
            let payment = try await ApplePaySandbox.inChina(seed: 12_345)
                .run(shopper) { page.press() }
            courses.insert("\(payment)\n\(page.log)\n\(identifier)")
        }
        #expect(courses.count == 1)
    }
}
