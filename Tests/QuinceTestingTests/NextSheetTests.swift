import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("An app that shows another sheet after the first", .timeLimit(.minutes(30)))
struct NextSheetTests {
    let phone: ApplePaySandbox

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    @Test func `may do so when the first is dismissed, a hundred times over`() async throws {
        for _ in 0..<100 {
            let (first, second) = (Shop(), Shop())
            first.onFinish = { controller in controller.dismiss { second.buy() } }
            let payment = try await phone.run(ScriptedShopper(.authorize)) { first.buy() }
            #expect(second.shown == [true])
            #expect(second.log.last == "didFinish")
            #expect(payment.payments.count == 2)
            #expect(payment.mistakes.isEmpty, "\(payment)")
        }
    }

    @Test func `may do so while the first is being dismissed`() async throws {
        for _ in 0..<100 {
            let (first, second) = (Shop(), Shop())
            first.onFinish = { controller in
                controller.dismiss()
                second.buy()
            }
            let payment = try await phone.run(ScriptedShopper(.authorize)) { first.buy() }
            #expect(second.shown == [true])
            #expect(payment.payments.count == 2)
        }
    }

    @Test func `may not while the first covers the screen`() async throws {
        for _ in 0..<100 {
            let (first, second) = (Shop(), Shop())
            first.onFinish = { controller in
                second.buy()
                Task {
                    while second.shown.isEmpty { await Task.yield() }
                    await controller.dismiss()
                }
            }
            let payment = try await phone.run(ScriptedShopper(.authorize)) { first.buy() }
            #expect(second.shown == [false])
            #expect(payment.isPaid)
        }
    }

    @Test func `may fall back on another request when the first is refused`() async throws {
        let wrong = Shop.request()
        wrong.currencyCode = "usd"
        let (first, second) = (Shop(wrong), Shop())
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            let controller = PKPaymentAuthorizationController(paymentRequest: first.request)
            controller.present { if !$0 { second.buy() } }
        }
        #expect(payment.isPaid)
        #expect(payment.mistakes.count == 1)
    }

    @Test func `may use the old one again, with a new controller`() async throws {
        let shop = Shop()
        for _ in 0..<3 {
            #expect(try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }.isPaid)
        }
        #expect(shop.shown == [true, true, true])
    }
}
