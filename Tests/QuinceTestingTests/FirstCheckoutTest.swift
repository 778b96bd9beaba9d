// FIRST: begin
import PassKit
import QuinceTesting
import Testing

@MainActor @Test func `a shopper chooses next-day delivery for the toy`() async throws {
    let phone = try ApplePaySandbox(merchant: "merchant.com.example")
    let store = ToyStore()  // the app's own code, as it is built for iOS
    let shopper = ScriptedShopper { sheet in
        try await sheet.chooseShippingMethod("next-day")
        await sheet.authorize()
    }
    let payment = try await phone.run(shopper) { store.buy() }
    #expect(payment.isPaid)
    #expect(payment.amounts == ["27.98 USD"])
}
// FIRST: end
