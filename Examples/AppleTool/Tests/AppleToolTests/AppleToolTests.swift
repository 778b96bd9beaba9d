import PassKit
import QuinceTesting
import Testing

@testable import AppleTool

@MainActor
@Suite("The tool")
struct AppleToolTests {
    let page = ViewController()

    private func phone(cards: [SandboxCard] = [.chinaUnionPay]) throws -> ApplePaySandbox {
        try ApplePaySandbox(merchant: "merchant.com.example", cards: cards, seed: 14)
    }

    @Test func `charges the price less the discount (mission 7.22, 14.1, 14.2, 14.7)`()
        async throws
    {
        page.applePayTool.server = { _, result in result(true) }
        let payment = try await phone().run(ScriptedShopper(.authorize)) { page.pay() }
        #expect(
            payment.calls == ["willAuthorizePayment", "didAuthorizePayment 88.00 CNY", "didFinish"]
        )
        #expect(page.log == ["didAuthorizePayment", "success", "didFinish"])
        #expect(payment.amounts == ["88.00 CNY"])
        #expect(payment.isPaid)
        #expect(payment.mistakes == [])
        #expect(payment.advice == ["the name in shippingContact is ignored"])
    }

    private func items(price: UInt64, disCount: UInt64) async throws -> [String] {
        let tool = AppleTool()
        (tool.price, tool.disCount) = (price, disCount)
        let payment = try await phone().run(ScriptedShopper(.cancel)) { page.present(tool) }
        return payment.observations.flatMap { observation -> [String] in
            guard case .presented(let request) = observation else { return [] }
            return request.items.map { "\($0.label) \($0.amount)" }
        }
    }

    @Test func `has a line for the discount where there is one (mission 14.2, 14.3)`()
        async throws
    {
        let with = try await items(price: 100, disCount: 12)
        #expect(with == ["小计 100.00 CNY", "打折 -12.00 CNY", "有妖气 88.00 CNY"])
        let without = try await items(price: 100, disCount: 0)
        #expect(without == ["小计 100.00 CNY", "有妖气 100.00 CNY"])
    }

    @Test func `sends the whole token to the server, in Base64 of one line (mission 14.5)`()
        async throws
    {
        var sent: [String] = []
        page.applePayTool.server = { encodeStr, result in
            sent.append(encodeStr)
            result(true)
        }
        let payment = try await phone().run(ScriptedShopper(.authorize)) { page.pay() }
        let encodeStr = try #require(sent.first)
        #expect(!encodeStr.contains { $0.isNewline })
        let decoded = try #require(Data(base64Encoded: encodeStr))
        let token = try SealedPaymentToken(json: Array(decoded))
        #expect(token.transactionID == payment.payments.first?.token.transactionID)
    }

    @Test func `tells the sheet what the server has answered (mission 10.10, 14.6)`()
        async throws
    {
        var answers = [false, true]
        page.applePayTool.server = { _, result in result(answers.removeFirst()) }
        let shopper = ScriptedShopper(.authorize, .authorize)
        let payment = try await phone().run(shopper) { page.pay() }
        #expect(payment.isPaid)
        #expect(
            page.log == [
                "didAuthorizePayment", "failure", "didAuthorizePayment", "success", "didFinish",
            ]
        )
    }

    @Test func `has no sheet for a discount above the price (mission 10.2, 14.7)`() async throws {
        let tool = AppleTool()
        (tool.price, tool.disCount) = (12, 100)
        let record = try await phone().record { page.present(tool) }
        #expect(page.log == ["no sheet"])
        #expect(page.presentedViewController == nil)
        #expect(record.mistakes.count == 1)
    }

    @Test func `knows what the device can do (mission 4.1, 4.2, 14.1)`() async throws {
        let answers = try await phone(cards: []).onDevice {
            (AppleTool.isUserCanMakePayment(), AppleTool().isUserCanMakePaymentUseingNetWork())
        }
        #expect(answers == (true, false))
        let hasCard = try await phone().onDevice {
            AppleTool().isUserCanMakePaymentUseingNetWork()
        }
        #expect(hasCard)
    }
}
