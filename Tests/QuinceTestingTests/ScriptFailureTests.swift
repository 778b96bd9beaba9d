import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("A script's step that the sheet does not support", .timeLimit(.minutes(30)))
struct ScriptFailureTests {
    /// A step, what the message of its failure says, and the request that it is taken for.
    nonisolated struct Row: Sendable, CustomTestStringConvertible {
        let step: ScriptedShopper.Step
        let message: String
        var request: @MainActor @Sendable () -> PKPaymentRequest = { Shop.request() }
        var testDescription: String { "\(step)" }
    }

    nonisolated static let bare: @MainActor @Sendable () -> PKPaymentRequest = {
        let request = Shop.request()
        request.requiredShippingContactFields = []
        request.shippingMethods = nil
        return request
    }

    nonisolated static let rows = [
        Row(
            step: .chooseShippingMethod("pigeon"),
            message: """
                the script's chooseShippingMethod("pigeon") cannot be taken: the sheet's shipping \
                methods are "standard", "next-day"
                """
        ),
        Row(
            step: .chooseShippingMethod("standard"),
            message: """
                the script's chooseShippingMethod("standard") cannot be taken: the sheet has no \
                shipping methods; the app gives them as shippingMethods
                """,
            request: bare
        ),
        Row(
            step: .chooseCard("Visa 9999"),
            message: """
                the script's chooseCard("Visa 9999") cannot be taken: the cards that the request \
                admits are "Visa 1111"; the request does not admit "AmEx 0005"
                """,
            request: {
                let request = Shop.request()
                request.supportedNetworks = [.visa]
                return request
            }
        ),
        Row(
            step: .chooseCard("visa 1111"),
            message: """
                the script's chooseCard("visa 1111") cannot be taken: the cards that the request \
                admits are "Visa 1111", "AmEx 0005"; the wallet has no others, \
                ApplePaySandbox(cards:) adds them
                """
        ),
        Row(
            step: .chooseShippingContact(.inLondon),
            message: """
                the script's chooseShippingContact(…) cannot be taken: the sheet has no shipping \
                contact, because the request's requiredShippingContactFields is empty
                """,
            request: bare
        ),
        Row(
            step: .editShippingContact(.inLondon),
            message: """
                the script's editShippingContact(…) cannot be taken: the sheet has no shipping \
                contact, because the request's requiredShippingContactFields is empty
                """,
            request: bare
        ),
        Row(
            step: .chooseBillingContact(.inLondon),
            message: """
                the script's chooseBillingContact(…) cannot be taken: the sheet has no billing \
                contact, because the request's requiredBillingContactFields is empty
                """
        ),
        Row(
            step: .editBillingContact(.inLondon),
            message: """
                the script's editBillingContact(…) cannot be taken: the sheet has no billing \
                contact, because the request's requiredBillingContactFields is empty
                """
        ),
        Row(
            step: .enterCouponCode("SPRING"),
            message: """
                the script's enterCouponCode(…) cannot be taken: the sheet has no field for a \
                coupon code, because the request's supportsCouponCode is false
                """
        ),
        Row(
            step: .enterPIN,
            message: """
                the script's enterPIN() cannot be taken: the sheet does not ask for a PIN; an app \
                asks for it by the status pinRequired or pinIncorrect
                """
        ),
    ]

    @Test(arguments: rows)
    func `fails the run, and lists what exists`(row: Row) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [.visa, .amex])
        let shop = Shop(row.request())
        let thrown = await #expect(throws: ScriptFailure.self) {
            try await phone.run(ScriptedShopper(row.step, .authorize)) { shop.buy() }
        }
        #expect(thrown?.description == row.message)
        #expect(shop.payments.isEmpty, "nothing is paid after a step that failed")
        #expect(shop.log.last == "didFinish", "the shopper has closed the sheet")
    }

    @Test func `throws where a script's closure takes it`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        let shopper = ScriptedShopper { sheet in
            let failure = await #expect(throws: ScriptFailure.self) {
                try await sheet.chooseShippingMethod("pigeon")
            }
            #expect(failure?.reason == .noSuchShippingMethod(offered: ["standard", "next-day"]))
            try await sheet.chooseShippingMethod("next-day")
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect("\(payment)".contains("chooseShippingMethod(\"pigeon\") cannot be taken"))
    }

    @Test func `fails after the sheet has finished`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        let steps = ScriptedShopper(.authorize, .chooseShippingMethod("next-day"))
        let thrown = await #expect(throws: ScriptFailure.self) {
            try await phone.run(steps) { shop.buy() }
        }
        #expect(
            thrown?.description == """
                the script's chooseShippingMethod("next-day") cannot be taken: the sheet is over \
                and paid
                """
        )
    }

    @Test func `fails only its own run if several runs share the shopper`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shopper = ScriptedShopper(.enterCouponCode("SPRING"), .authorize)
        let (without, with) = (Shop(), Shop.withCoupons())
        let thrown = await #expect(throws: ScriptFailure.self) {
            try await phone.run(shopper) { without.buy() }
        }
        #expect(thrown?.reason == .noCouponCode)
        #expect(try await phone.run(shopper) { with.buy() }.isPaid)
    }

    @Test func `is searched for among the shipping methods of the app's last answer`()
        async throws
    {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        shop.onContact = { contact, reply in
            let isServed = contact.postalAddress?.isoCountryCode == "US"
            reply(
                PKPaymentRequestShippingContactUpdate(
                    errors: nil,
                    paymentSummaryItems: [],
                    shippingMethods: [ToyStore.standard] + (isServed ? [ToyStore.nextDay] : [])
                )
            )
        }
        let steps = ScriptedShopper(
            .chooseShippingMethod("next-day"),
            .chooseShippingContact(.inLondon),
            .chooseShippingMethod("next-day")
        )
        let thrown = await #expect(throws: ScriptFailure.self) {
            try await phone.run(steps) { shop.buy() }
        }
        #expect(thrown?.reason == .noSuchShippingMethod(offered: ["standard"]))
    }
}
