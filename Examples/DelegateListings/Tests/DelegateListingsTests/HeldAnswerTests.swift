import PassKit
import QuinceTesting
import Testing

@testable import DelegateListings

@MainActor
@Suite("A listing whose server keeps its answer")
struct HeldAnswerTests {
    @Test func `is told once and at once that the shopper has cancelled (mission 10.5)`()
        async throws
    {
        let app = ContactViewController()
        var held: [(PKPaymentAuthorizationStatus) -> Void] = []
        app.server = { _, reply in held.append(reply) }
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            await sheet.cancelAtOnce()
        }
        let payment = try await ApplePaySandbox.phone().run(shopper) { app.pay(app) }
        #expect(payment.calls.filter { $0 == "didFinish" }.count == 1)
        #expect(payment.calls.last == "didFinish")
        #expect(!payment.isPaid)
        #expect("\(payment)".contains("perhaps charged"))
        #expect(held.count == 1)
        // What comes now is too late and changes nothing.
        held.first?(.success)
        #expect(app.log.count == 3)
    }

    @Test
    func `loses the sheet after thirty seconds, and nothing is asked meanwhile (mission 10.4)`()
        async throws
    {
        let app = ContactViewController()
        var held: [(PKPaymentAuthorizationStatus) -> Void] = []
        app.server = { _, reply in held.append(reply) }
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            await sheet.wait(.seconds(29))
            #expect(sheet.outcome == nil)
            await sheet.wait(.seconds(1))
        }
        let payment = try await ApplePaySandbox.phone().run(shopper) { app.pay(app) }
        #expect(
            payment.calls == [
                "didSelectShippingContact Atlanta GA 30303 US", "willAuthorizePayment",
                "didAuthorizePayment 10.75 USD", "didFinish",
            ]
        )
        #expect("\(payment)".contains("no answer within the time limit"))
        #expect(held.count == 1)
    }
}
