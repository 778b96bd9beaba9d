import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("After a sheet has ended, nothing is left", .timeLimit(.minutes(30)))
struct LifetimeTests {
    let phone: ApplePaySandbox

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    /// Waits until something is gone, once the main actor has come to rest.
    private func settle(until isGone: () -> Bool) async {
        for _ in 0..<1_000 where !isGone() { await Task.yield() }
    }

    @Test(arguments: Moment.allCases)
    func `of the app, its controller and its sheet, for every outcome`(
        moment: Moment
    ) async throws {
        for ending in 0..<4 {
            var shop: Shop? = Shop.withCoupons()
            weak let gone = shop
            weak var controller: PKPaymentAuthorizationController?
            var held: [@Sendable () -> Void] = []
            switch ending {
            case 0: break
            case 1: shop?.at(moment) { held.append($0) }
            case 2: shop?.at(moment) { _ in }
            default: shop?.at(moment) { [weak shop] _ in shop?.controller?.dismiss() }
            }
            let seen = Weak()
            let shopper = ScriptedShopper { sheet in
                await MainActor.run { seen.sheet = sheet }
                for step in moment.steps { try await sheet.take(step) }
                if ending == 1 { await sheet.cancelAtOnce() } else { await sheet.settled() }
            }
            try await phone.run(shopper) { [weak shop] in
                shop?.buy()
                controller = shop?.controller
                #expect(controller != nil)
            }
            shop = nil
            held = []
            await settle { gone == nil && controller == nil && seen.sheet == nil }
            #expect(gone == nil, "\(ending)")
            #expect(controller == nil, "\(ending)")
            #expect(seen.sheet == nil, "\(ending)")
        }
    }

    /// Holds a sheet weakly.
    @MainActor final class Weak { weak var sheet: SheetSession? }

    /// Holds an app until it is told not to.
    @MainActor final class Holder {
        var shop: Shop? = Shop()

        /// Releases the app, and returns whether it was deallocated.
        func letGo() -> Bool {
            weak let gone = shop
            shop = nil
            return gone == nil
        }
    }

    @Test func `an app may release the delegate while the sheet is shown`() async throws {
        let holder = Holder()
        let shopper = ScriptedShopper { sheet in
            await sheet.settled()
            #expect(await holder.letGo())
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { holder.shop?.buy() }
        #expect(payment.outcome == .notPaid(.cancelled), "\(payment)")
        #expect(!payment.calls.contains("didFinish"))
        #expect(payment.mistakes.map { $0.contains("delegate was released") } == [true])
    }

    @Test func `an app without a delegate is not paid`() async throws {
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            PKPaymentAuthorizationController(paymentRequest: Shop.request()).present()
        }
        #expect(payment.outcome == .notPaid(.cancelled))
        #expect(!payment.calls.contains("didFinish"))
    }

    @Test func `an app that never dismisses its sheet gets a diagnostic, and is released`()
        async throws
    {
        var shop: Shop? = Shop()
        weak let gone = shop
        shop?.onFinish = { _ in }
        let payment = try await phone.run(
            ScriptedShopper(.authorize),
            patience: .milliseconds(50)
        ) { [weak shop] in shop?.buy() }
        #expect(payment.isPaid)
        #expect(payment.mistakes.count == 1)
        #expect(payment.mistakes.first?.contains("not dismissed") == true)
        shop = nil
        await settle { gone == nil }
        #expect(gone == nil)
    }
}
