import PassKit
import QuinceTesting
import Testing

/// The questions of a sheet, as an app's developer counts them.
enum Moment: String, CaseIterable, Sendable {
    case method, contact, shipping
    case coupon = "coupon SPRING"
    case payment

    /// The steps that lead to it.
    var steps: [ScriptedShopper.Step] {
        switch self {
        case .method, .contact: []
        case .shipping: [.chooseShippingMethod("next-day")]
        case .coupon: [.enterCouponCode("SPRING")]
        case .payment: [.authorize]
        }
    }

    /// The calls that the app has had when it is asked.
    var calls: [String] {
        switch self {
        case .method: ["method"]
        case .contact: ["method", "contact"]
        case .shipping, .coupon: ["method", "contact", rawValue]
        case .payment: ["method", "contact", "willAuthorize", "payment"]
        }
    }
}

extension Shop {
    static func withCoupons() -> Shop {
        let request = request()
        request.supportsCouponCode = true
        return Shop(request)
    }

    /// Does something else than to answer at one moment; what it is given answers.
    func at(_ moment: Moment, do input: @escaping (@escaping @Sendable () -> Void) -> Void) {
        switch moment {
        case .method:
            onMethod = { _, reply in input { reply(.init(paymentSummaryItems: [])) } }
        case .contact:
            onContact = { _, reply in input { reply(.init(paymentSummaryItems: [])) } }
        case .shipping:
            onShipping = { _, reply in input { reply(.init(paymentSummaryItems: [])) } }
        case .coupon:
            onCoupon = { _, reply in input { reply(.init(paymentSummaryItems: [])) } }
        case .payment:
            onPayment = { _, reply in input { reply(.init(status: .success, errors: nil)) } }
        }
    }
}

@MainActor
@Suite("Every outcome of a sheet", .timeLimit(.minutes(30)))
struct SheetEndingTests {
    let phone: ApplePaySandbox

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    @Test(arguments: Moment.allCases)
    func `a cancel while an answer is held finishes once and at once (mission 10.4, 10.5)`(
        moment: Moment
    ) async throws {
        let shop = Shop.withCoupons()
        var held: [@Sendable () -> Void] = []
        shop.at(moment) { held.append($0) }
        let shopper = ScriptedShopper { sheet in
            for step in moment.steps { try await sheet.take(step) }
            await sheet.cancelAtOnce()
            #expect(await shop.log == moment.calls + ["didFinish"])
            #expect(sheet.elapsed == .zero)
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(held.count == 1)
        for answer in held { answer() }
        held = []
        await Task.yield()
        #expect(shop.log == moment.calls + ["didFinish"])
        #expect(!payment.isPaid)
    }

    @Test(arguments: Moment.allCases)
    func `an app that dismisses its sheet instead of answering is not called again`(
        moment: Moment
    ) async throws {
        let shop = Shop.withCoupons()
        var dismissals = 0
        shop.at(moment) { answer in
            shop.controller?.dismiss {
                dismissals += 1
                answer()
            }
        }
        let shopper = ScriptedShopper { sheet in
            for step in moment.steps { try await sheet.take(step) }
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(dismissals == 1)
        #expect(shop.log == moment.calls)
        #expect(!payment.isPaid)
        #expect(!payment.calls.contains("didFinish"), "\(payment)")
        if moment == .payment {
            guard case .unresolved(_, .cancelled) = payment.outcome else {
                Issue.record("\(payment)")
                return
            }
        }
    }

    @Test func `ends once if it is dismissed twice, and both completions are called`() async throws
    {
        let shop = Shop()
        var dismissals = 0
        shop.onFinish = { controller in
            controller.dismiss { dismissals += 1 }
            controller.dismiss { dismissals += 1 }
        }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        while dismissals < 2 { await Task.yield() }
        #expect(payment.isPaid)
        #expect(shop.log.filter { $0 == "didFinish" }.count == 1)
        #expect(payment.mistakes.isEmpty)
    }

    @Test func `a controller presents its sheet once`() async throws {
        let shop = Shop()
        let shopper = ScriptedShopper { sheet in
            await sheet.settled()
            let again = await shop.presentAgain()
            #expect(!again)
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == ["method", "contact", "willAuthorize", "payment", "didFinish"])
    }

    @Test func `a second sheet is not presented over the first, which continues`() async throws {
        let (shop, other) = (Shop(), Shop())
        let shopper = ScriptedShopper { sheet in
            await sheet.settled()
            await MainActor.run { other.buy() }
            while await other.shown.isEmpty { await Task.yield() }
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) {
            shop.buy()
        }
        #expect(other.shown == [false])
        #expect(other.log.isEmpty)
        #expect(payment.isPaid)
    }

    @Test func `is never shown if it is dismissed before`() async throws {
        let (shop, next) = (Shop(), Shop())
        var dismissals = 0
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            shop.buy()
            shop.controller?.dismiss { dismissals += 1 }
        }
        #expect(payment.outcome == .notPaid(.cancelled))
        #expect(payment.calls.isEmpty)
        #expect(shop.shown == [false])
        #expect(dismissals == 1)
        #expect(shop.log.isEmpty)
        #expect(try await phone.run(ScriptedShopper(.authorize)) { next.buy() }.isPaid)
    }

    @Test func `asks nothing if it is dismissed at once`() async throws {
        let request = Shop.request()
        let shop = Shop(request)
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            let controller = PKPaymentAuthorizationController(paymentRequest: request)
            controller.delegate = shop
            controller.present { _ in controller.dismiss() }
        }
        #expect(!shop.log.contains("payment"))
        #expect(!shop.log.contains("didFinish"))
        #expect(payment.outcome == .notPaid(.cancelled))
    }

    @Test(arguments: [0, 0.02])
    func `an app that dismisses the sheet after success is paid, with the same calls in every run`(
        pause: TimeInterval
    ) async throws {
        let shop = Shop()
        shop.onPayment = { _, reply in
            DispatchQueue.main.async {
                reply(PKPaymentAuthorizationResult(status: .success, errors: nil))
                // The sheet may want to finish meanwhile.
                Thread.sleep(forTimeInterval: pause)
                MainActor.assumeIsolated { _ = shop.controller?.dismiss() }
            }
        }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.isPaid)
        #expect(shop.log == ["method", "contact", "willAuthorize", "payment"])
        #expect(!payment.calls.contains("didFinish"))
    }

    /// The sheet asks on its own thread while the app's thread is busy, and the app dismisses before
    /// it is called.
    @Test(
        arguments: [(Moment.method, 0), (.method, 0.02), (.contact, 0), (.contact, 0.02)]
            as [(Moment, TimeInterval)]
    )
    func `an app that answers and dismisses is not called for a later question`(
        moment: Moment,
        pause: TimeInterval
    ) async throws {
        let shop = Shop()
        shop.at(moment) { answer in
            DispatchQueue.main.async {
                answer()
                Thread.sleep(forTimeInterval: pause)
                MainActor.assumeIsolated { _ = shop.controller?.dismiss() }
            }
        }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(shop.log == moment.calls)
        #expect(payment.outcome == .notPaid(.cancelled))
    }

    @Test func `an app that dismisses the sheet during the authentication gets no token`()
        async throws
    {
        let shop = Shop()
        shop.onWillAuthorize = { shop.controller?.dismiss() }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(!payment.isPaid)
        #expect(!shop.log.contains("didFinish"))
    }
}

extension Shop {
    func presentAgain() async -> Bool {
        guard let controller else { return true }
        return await controller.present()
    }
}
