import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("An app that answers in its own way", .timeLimit(.minutes(1)))
struct AnyThreadTests {
    let phone: ApplePaySandbox
    let shop = Shop.withCoupons()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    static let shopper = ScriptedShopper(
        .chooseShippingMethod(identifier: "next-day"),
        .enterCouponCode("SPRING"),
        .authorize
    )

    static let calls = [
        "method", "contact", "shipping", "coupon SPRING", "willAuthorize", "payment", "didFinish",
    ]

    @Test func `on a thread of its own is heard`() async throws {
        for moment in Moment.allCases {
            shop.at(moment) { answer in Thread { answer() }.start() }
        }
        let payment = try await phone.run(Self.shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == Self.calls)
        #expect(payment.mistakes.isEmpty)
    }

    @Test func `later, on another queue, is waited for`() async throws {
        for moment in Moment.allCases {
            shop.at(moment) { answer in
                DispatchQueue.global().asyncAfter(deadline: .now() + 0.02, execute: answer)
            }
        }
        #expect(try await phone.run(Self.shopper) { shop.buy() }.isPaid)
        #expect(shop.log == Self.calls)
    }

    @Test(arguments: Moment.allCases)
    func `twice is heard once and told so`(moment: Moment) async throws {
        shop.at(moment) { answer in
            answer()
            answer()
        }
        let payment = try await phone.run(Self.shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == Self.calls)
        #expect(payment.mistakes.count == 1, "\(payment)")
    }

    @Test(arguments: Moment.allCases)
    func `twice at once, on two threads, is heard once`(moment: Moment) async throws {
        shop.at(moment) { answer in
            DispatchQueue.concurrentPerform(iterations: 2) { _ in answer() }
        }
        let payment = try await phone.run(Self.shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == Self.calls)
    }

    @Test(arguments: Moment.allCases)
    func `never, having thrown the completion away, waits in no real time`(
        moment: Moment
    ) async throws {
        shop.at(moment) { _ in }
        let payment = try await phone.run(Self.shopper) { shop.buy() }
        #expect(!payment.isPaid)
        #expect(shop.log.last == "didFinish")
        #expect(payment.mistakes.count == 1)
        #expect(payment.mistakes.first?.contains("never called") == true)
    }

    /// An app of the third generation whose tasks are cancelled, detached or thrown away.
    final class AsyncShop: NSObject, PKPaymentAuthorizationControllerDelegate {
        @MainActor var log: [String] = []

        @MainActor func buy() {
            let controller = PKPaymentAuthorizationController(paymentRequest: Shop.request())
            controller.delegate = self
            controller.present()
        }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didSelectPaymentMethod paymentMethod: PKPaymentMethod
        ) async -> PKPaymentRequestPaymentMethodUpdate {
            log.append("method")
            let inner = Task {
                (try? await Task.sleep(for: .seconds(60))) == nil ? "30.00" : "1.00"
            }
            inner.cancel()
            let total = Shop.item("Toy Store", await inner.value)
            return PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [total])
        }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didSelectShippingContact contact: PKContact
        ) async -> PKPaymentRequestShippingContactUpdate {
            log.append("contact")
            let thrownAway = Task { try await Task.sleep(for: .seconds(60)) }
            thrownAway.cancel()
            _ = try? await thrownAway.value
            return PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
        }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didAuthorizePayment payment: PKPayment
        ) async -> PKPaymentAuthorizationResult {
            log.append("payment")
            let isCharged = await Task.detached { true }.value
            return PKPaymentAuthorizationResult(
                status: isCharged ? .success : .failure,
                errors: nil
            )
        }

        func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) {
            log.append("didFinish")
            Task { await controller.dismiss() }
        }
    }

    @Test func `in tasks that are cancelled, thrown away or detached is heard`() async throws {
        let shop = AsyncShop()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == ["method", "contact", "payment", "didFinish"])
        #expect(payment.mistakes.isEmpty)
    }

    @Test func `after the sheet comes up from a queue, as many apps bring it up`() async throws {
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            let controller = PKPaymentAuthorizationController(paymentRequest: shop.request)
            controller.delegate = shop
            let hold = Hold(controller)
            DispatchQueue.global().async {
                DispatchQueue.main.async { MainActor.assumeIsolated { hold.object.present() } }
            }
        }
        #expect(payment.isPaid)
    }

    @Test func `before there is a phone may make its controller`() async throws {
        let controller = PKPaymentAuthorizationController(paymentRequest: shop.request)
        controller.delegate = shop
        let payment = try await phone.run(ScriptedShopper(.authorize)) { controller.present() }
        #expect(payment.isPaid)
    }

    @Test func `from a queue may make its controller, where the test says so`() async {
        await #expect(processExitsWith: .success) {
            let phone = try ApplePaySandbox(merchant: "merchant.com.example")
            let shop = await Shop()
            let buy: @Sendable @MainActor () -> Void = {
                DispatchQueue.global().async {
                    DispatchQueue.main.async { MainActor.assumeIsolated { shop.buy() } }
                }
            }
            let payment = try await phone.run(ScriptedShopper(.authorize), onEveryThread: true, buy)
            guard payment.isPaid else { exit(1) }
            let thrown = await #expect(throws: NoSheetPresented.self) {
                try await phone.run(ScriptedShopper(.authorize), patience: .milliseconds(100), buy)
            }
            guard "\(thrown as Any)".contains("onEveryThread") else { exit(2) }
        }
    }

    @MainActor final class Hold {
        let object: PKPaymentAuthorizationController
        init(_ object: PKPaymentAuthorizationController) { self.object = object }
    }
}
