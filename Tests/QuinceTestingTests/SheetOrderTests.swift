import PassKit
import QuinceTesting
import Testing

/// An app that listens to what it must, and to nothing else.
@MainActor
private final class QuietApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var finishes = 0

    func buy(_ request: PKPaymentRequest) {
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present()
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        finishes += 1
        controller.dismiss()
    }
}

/// An app that takes the payment, and listens to nothing on the way there.
@MainActor
private final class TakingApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var finishes = 0

    func buy(_ request: PKPaymentRequest) {
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present()
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) { completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        finishes += 1
        controller.dismiss()
    }
}

@MainActor
@Suite("The order of an app's callbacks", .timeLimit(.minutes(30)))
struct SheetOrderTests {
    let phone: ApplePaySandbox
    let shop = Shop.withCoupons()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    @Test func `is present's result, the card, the contact, and nothing more before an action`()
        async throws
    {
        let shopper = ScriptedShopper { sheet in
            await sheet.settled()
            #expect(await shop.shown == [true])
            #expect(await shop.log == ["method", "contact"])
            await sheet.authorize()
        }
        shop.onMethod = { _, reply in
            #expect(shop.shown == [true])
            reply(.init(paymentSummaryItems: []))
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(shop.log == ["method", "contact", "willAuthorize", "payment", "didFinish"])
        // The first shipping method is selected without a question.
        #expect(shop.payments.first?.shippingMethod === ToyStore.standard)
        let shown = payment.observations.map(\.description)
        let paid = try #require(shown.lastIndex(of: "sheet: shows that it is paid"), "\(payment)")
        let finished = try #require(shown.firstIndex { $0.hasPrefix("delegate: didFinish") })
        #expect(paid < finished)
    }

    @Test func `contains no shipping method if the request has none`() async throws {
        shop.request.shippingMethods = nil
        try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(shop.payments.count == 1)
        #expect(shop.payments.first?.shippingMethod == nil)
    }

    @Test func `is only didFinish if the shopper closes the sheet`() async throws {
        let payment = try await phone.run(ScriptedShopper(.cancel)) { shop.buy() }
        #expect(shop.log == ["method", "contact", "didFinish"])
        #expect(payment.outcome == .notPaid(.cancelled))
    }

    @Test(arguments: [PKShippingType.shipping, .delivery, .storePickup, .servicePickup])
    func `is the same whatever the handing over is called`(type: PKShippingType) async throws {
        shop.request.shippingType = type
        let shopper = ScriptedShopper(.chooseShippingMethod("next-day"), .authorize)
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(
            shop.log == [
                "method", "contact", "shipping", "willAuthorize", "payment", "didFinish",
            ]
        )
    }

    @Test func `is one question at a time, however fast the shopper is`() async throws {
        for moment in Moment.allCases {
            shop.at(moment) { answer in
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.01, execute: answer)
            }
        }
        let shopper = ScriptedShopper { sheet in
            // Both fingers at once, while the app is being asked about the card.
            async let contact: Void = sheet.take(.choseShippingContact(.inLondon))
            async let coupon: Void = sheet.take(.enteredCouponCode("SPRING"))
            async let method: Void = sheet.take(.choseShippingMethod(identifier: "next-day"))
            _ = await (contact, coupon, method)
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(shop.log.count == 8)
        #expect(shop.mostOpen == 1)
    }

    @Test func `is delivered on the main queue, whichever queue the app answers on`() async throws {
        let main = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: main, value: true)
        var onMain: [Bool] = []
        let note = { onMain.append(DispatchQueue.getSpecific(key: main) == true) }
        for moment in Moment.allCases {
            shop.at(moment) { answer in
                note()
                Thread { answer() }.start()
            }
        }
        shop.onWillAuthorize = { note() }
        shop.onFinish = { controller in
            note()
            controller.dismiss { note() }
        }
        let payment = try await phone.run(AnyThreadTests.shopper) {
            let controller = PKPaymentAuthorizationController(paymentRequest: shop.request)
            controller.delegate = shop
            controller.present { _ in note() }
        }
        #expect(payment.isPaid)
        #expect(onMain == Array(repeating: true, count: 9))
    }

    @Test
    func `skips questions that the app does not implement, and the sheet continues unchanged`()
        async throws
    {
        let app = TakingApp()
        let shopper = ScriptedShopper(
            .chooseShippingMethod("next-day"),
            .chooseShippingContact(.inLondon),
            .enterCouponCode("SPRING"),
            .authorize
        )
        let payment = try await phone.run(shopper) { app.buy(shop.request) }
        #expect(payment.isPaid)
        #expect(payment.amounts == ["22.99 USD"])
        #expect(
            payment.calls == [
                "willAuthorizePayment", "didAuthorizePayment 22.99 USD", "didFinish",
            ]
        )
        #expect(app.finishes == 1)
    }

    @Test func `contains no success if the delegate does not implement the authorization`()
        async throws
    {
        let app = QuietApp()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { app.buy(shop.request) }
        #expect(payment.outcome == .notPaid(.cancelled), "\(payment)")
        #expect(payment.description.contains("sheet: shows that it failed"))
        #expect(app.finishes == 1)
    }
}
