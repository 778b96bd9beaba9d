import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("A checkout under test")
struct SandboxRunTests {
    @Test func `records the delegate's calls, in order`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let store = ToyStore()
        let shopper = ScriptedShopper(.chooseShippingMethod("next-day"), .authorize)
        let payment = try await phone.run(shopper) { store.buy() }
        #expect(
            payment.calls == [
                "didSelectShippingContact Atlanta GA 30303 US",
                "didSelectShippingMethod next-day", "willAuthorizePayment",
                "didAuthorizePayment 27.98 USD", "didFinish",
            ],
            "\(payment)"
        )
        #expect(store.receipt != nil)
        #expect(!store.isSheetUp)
        #expect(payment.mistakes.isEmpty, "\(payment.mistakes)")
    }

    @Test func `says why no sheet came up`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.other")
        let store = ToyStore()
        let thrown = await #expect(throws: NoSheetPresented.self) {
            try await phone.run(ScriptedShopper(.authorize)) { store.buy() }
        }
        #expect(thrown?.description.contains("entitlement") == true)
    }

    @Test func `gives a simulator's token where that is asked for (mission 13.8)`() async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            tokenForm: .simulator
        )
        let store = ToyStore()
        try await phone.run(ScriptedShopper(.authorize)) { store.buy() }
        #expect(store.receipt == "Simulated Identifier")
    }

    @Test func `is the same a hundred times from one seed`() async throws {
        var records: Set<String> = []
        for _ in 0..<100 {
            let phone = try ApplePaySandbox(merchant: "merchant.com.example", seed: 7)
            let store = ToyStore()
            let shopper = ScriptedShopper(
                .chooseShippingMethod("next-day"),
                .authorize,
                patience: .seconds(300)
            )
            let payment = try await phone.run(shopper, patience: .seconds(60)) { store.buy() }
            records.insert("\(payment)\n\(store.receipt ?? "")")
        }
        #expect(records.count == 1, "\(records.joined(separator: "\n---\n"))")
    }

    @Test func `answers what a device can do`() async throws {
        let empty = try ApplePaySandbox(merchant: "merchant.com.example", cards: [])
        let can = try await empty.onDevice {
            (
                PKPaymentAuthorizationController.canMakePayments(),
                PKPaymentAuthorizationController.canMakePayments(usingNetworks: [.visa])
            )
        }
        #expect(can == (true, false))
    }

    @Test func `tells what happened without a sheet (mission 4.5, 14.6)`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let quiet = try await phone.record {}
        #expect(quiet.paymentSetupsOpened == 0)
        let record = try await phone.record {
            PKPassLibrary().openPaymentSetup()
            let token = ["data": "", "signature": "", "header": "", "version": "EC_v1"]
            NSUbiquitousKeyValueStore.default.set(token, forKey: "last")
        }
        #expect(record.paymentSetupsOpened == 1)
        #expect(record.mistakes.map { $0.contains("iCloud under 'last'") } == [true])
    }

    @Test func `gives advice about a request`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let store = ToyStore()
        let good = try await phone.run(ScriptedShopper(.cancel)) { store.buy() }
        #expect(good.advice == [])
        store.name = ""
        let nameless = try await phone.run(ScriptedShopper(.cancel)) { store.buy() }
        #expect(nameless.advice == ["the total has no label; it should be the company's name"])
    }
}
