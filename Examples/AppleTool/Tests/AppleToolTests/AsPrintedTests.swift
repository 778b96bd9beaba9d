import PassKit
import QuinceTesting
import Testing

@testable import AppleTool

/// One after another, for there is one store in the process.
@MainActor
@Suite("The tool as it is printed", .serialized)
struct AsPrintedTests {
    private func pay() async throws -> ObservedPayment {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [.chinaUnionPay])
        let page = PageAsPrinted()
        return try await phone.run(ScriptedShopper(.authorize)) { page.pay() }
    }

    @Test func `is reported for the token that it puts into iCloud (mission 14.4, 14.6)`()
        async throws
    {
        let payment = try await pay()
        #expect(
            payment.mistakes.contains(
                "a payment token was stored in iCloud under 'applePayMentTocken'; send it to the"
                    + " merchant's server and keep it nowhere"
            )
        )
        let storage = NSUbiquitousKeyValueStore.default
        #expect(storage.array(forKey: "applePayMentTocken")?.count == 1)
        AppleTool().clearPaymentDataIniCloud()
        #expect(storage.object(forKey: "applePayMentTocken") == nil)
    }

    @Test func `never answers, so the sheet gives it up after thirty seconds (mission 14.6)`()
        async throws
    {
        let payment = try await pay()
        AppleTool().clearPaymentDataIniCloud()
        #expect(!payment.isPaid)
        #expect("\(payment)".contains("no answer within the time limit"), "\(payment)")
    }

    @Test func `charges the subtotal, whatever the discount (mission 7.22)`() async throws {
        let payment = try await pay()
        AppleTool().clearPaymentDataIniCloud()
        #expect(payment.amounts == ["100.00 CNY"])
        let sum = "the total is 100.00 CNY, but the items before it add up to 88.00 CNY"
        #expect(payment.advice.first?.hasPrefix(sum) == true)
    }

    @Test func `finds no card for networks that were never set (mission 14.6)`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: SandboxCard.all)
        let found = try await phone.onDevice {
            ToolAsPrinted().isUserCanMakePaymentUseingNetWork()
        }
        #expect(!found)
    }
}
