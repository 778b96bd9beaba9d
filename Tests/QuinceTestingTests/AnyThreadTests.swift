import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("An app with another style of answers", .timeLimit(.minutes(30)))
struct AnyThreadTests {
    let phone: ApplePaySandbox
    let shop = Shop.withCoupons()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    static let shopper = ScriptedShopper(
        .chooseShippingMethod("next-day"),
        .enterCouponCode("SPRING"),
        .authorize
    )

    static let calls = [
        "method", "contact", "shipping", "coupon SPRING", "willAuthorize", "payment", "didFinish",
    ]

    @Test func `on its own thread is used`() async throws {
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
    func `twice is used once and reported`(moment: Moment) async throws {
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
    func `twice at once, on two threads, is used once`(moment: Moment) async throws {
        shop.at(moment) { answer in
            DispatchQueue.concurrentPerform(iterations: 2) { _ in answer() }
        }
        let payment = try await phone.run(Self.shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == Self.calls)
    }

    @Test(arguments: Moment.allCases)
    func `never, after releasing the completion, does not wait in real time`(
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

    @Test func `in cancelled, discarded or detached tasks is used`() async throws {
        let shop = AsyncShop()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == ["method", "contact", "payment", "didFinish"])
        #expect(payment.mistakes.isEmpty)
    }

    @Test func `after the sheet was presented from a queue, as in many apps`() async throws {
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

    /// Where an app calls its checkout from.
    enum Origin: CaseIterable, Sendable {
        case mainQueue, globalThenMainQueue, later, detachedTask, thread, operation

        /// Calls a checkout from there, and returns at once.
        func call(_ checkout: @escaping @MainActor @Sendable () -> Void) {
            let onMain: @Sendable () -> Void = {
                DispatchQueue.main.async { MainActor.assumeIsolated(checkout) }
            }
            switch self {
            case .mainQueue: onMain()
            case .globalThenMainQueue: DispatchQueue.global().async(execute: onMain)
            case .later:
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) {
                    MainActor.assumeIsolated(checkout)
                }
            case .detachedTask: Task.detached { await checkout() }
            case .thread: Thread { onMain() }.start()
            case .operation: OperationQueue.main.addOperation { MainActor.assumeIsolated(checkout) }
            }
        }
    }

    @Test(arguments: Origin.allCases)
    func `may make its controller on any thread`(origin: Origin) async throws {
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            origin.call { shop.buy() }
        }
        #expect(payment.isPaid)
    }

    @Test func `on any thread is on its own phone, however many run in parallel`() async throws {
        try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            for number in 0..<24 {
                group.addTask {
                    let phone = try ApplePaySandbox(merchant: "merchant.com.shop\(number)")
                    let shop = await MainActor.run {
                        let request = Shop.request()
                        request.merchantIdentifier = "merchant.com.shop\(number)"
                        request.paymentSummaryItems = [Shop.item("Shop", "\(number + 1).00")]
                        return Shop(request)
                    }
                    let origin = Origin.allCases[number % Origin.allCases.count]
                    let payment = try await phone.run(ScriptedShopper(.authorize)) {
                        origin.call { shop.buy() }
                    }
                    return (number, payment.amounts)
                }
            }
            for try await (number, amounts) in group {
                #expect(amounts == ["\(number + 1).00 USD"])
            }
        }
    }

    @Test func `may ask what the phone can do on any thread`() async throws {
        let without = try ApplePaySandbox(merchant: "merchant.com.example", cards: [])
        for (phone, hasCard) in [(phone, true), (without, false)] {
            let answer = try await phone.onDevice {
                await Task.detached {
                    PKPaymentAuthorizationController.canMakePayments(usingNetworks: [.visa])
                }.value
            }
            #expect(answer == hasCard)
        }
    }

    @Test func `may present its second sheet on any thread, if the test says so`()
        async throws
    {
        let second = Shop()
        shop.onFinish = { controller in
            controller.dismiss { Origin.mainQueue.call { second.buy() } }
        }
        // Only what the app has asked for when the first sheet is dismissed is waited for.
        let payment = try await phone.run(ScriptedShopper(.authorize), onEveryThread: true) {
            shop.buy()
            while second.log.last != "didFinish" { await Task.yield() }
        }
        #expect(payment.payments.count == 2)
    }

    @Test func `of another run within a run is on that run's phone`() async throws {
        let other = try ApplePaySandbox(merchant: "merchant.com.other")
        let request = Shop.request()
        request.merchantIdentifier = "merchant.com.other"
        let otherShop = Shop(request)
        let shop = shop
        for onEveryThread in [false, true] {
            let payment = try await phone.run(
                ScriptedShopper(.authorize),
                onEveryThread: onEveryThread
            ) {
                let inner = try await other.run(ScriptedShopper(.authorize)) {
                    Origin.mainQueue.call { otherShop.buy() }
                }
                #expect(inner.isPaid)
                Origin.mainQueue.call { shop.buy() }
            }
            #expect(payment.isPaid)
        }
    }

    @MainActor final class Hold {
        let object: PKPaymentAuthorizationController
        init(_ object: PKPaymentAuthorizationController) { self.object = object }
    }
}
