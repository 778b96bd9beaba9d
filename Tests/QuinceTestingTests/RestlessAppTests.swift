import PassKit
import QuinceTesting
import Testing

/// Random shoppers before random apps, through PassKit's controller and the real wallet.
@MainActor
@Suite("A random app and a random shopper", .timeLimit(.minutes(30)))
struct RestlessAppTests {
    /// The steps of a shopper who does anything in any order.
    private static func shopper(seed: UInt64) -> ScriptedShopper {
        let chance = Chance(seed: seed ^ 0xABCD)
        var steps: [ScriptedShopper.Step] = []
        for _ in 0..<(2 + chance.below(6)) {
            switch chance.below(10) {
            case 0: steps.append(.chooseShippingContact(.inLondon))
            case 1: steps.append(.chooseBillingContact(.inParis))
            case 2: steps.append(.chooseShippingMethod("next-day"))
            case 3: steps.append(.chooseCard("AmEx 0005"))
            case 4: steps.append(.enterCouponCode("SPRING"))
            case 5: steps.append(.enterPIN)
            case 6: steps.append(chance.happens(30) ? .cancelAtOnce : .wait(.seconds(5)))
            default: steps.append(.authorize)
            }
        }
        // What the sheet has nothing for is tried as well.
        return ScriptedShopper { [steps] sheet in
            for step in steps { try? await sheet.take(step) }
        }
    }

    typealias Delegate = RestlessApp & PKPaymentAuthorizationControllerDelegate

    private static func app(seed: UInt64, _ bug: RestlessApp.Bug?) -> any Delegate {
        switch seed % 3 {
        case 0: RestlessHandlers(seed: seed, bug: bug)
        case 1: RestlessStatuses(seed: seed, bug: bug)
        default: RestlessTasks(seed: seed, bug: bug)
        }
    }

    /// The first broken rule, if there is one, and the events.
    private func run(
        seed: UInt64,
        on phone: ApplePaySandbox,
        bug: RestlessApp.Bug? = nil
    ) async throws -> (broken: String?, app: RestlessApp, payment: ObservedPayment) {
        let app = Self.app(seed: seed, bug)
        let payment = try await phone.run(Self.shopper(seed: seed)) { app.buy(app) }
        var broken = app.verdict()
        let isTold = payment.calls.contains("didFinish")
        if isTold != (app.finishes > 0) { broken = broken ?? "the record is wrong about didFinish" }
        if payment.isPaid && !app.saidPaid { broken = broken ?? "paid, and the app did not say so" }
        return (broken, app, payment)
    }

    private static func phone() throws -> ApplePaySandbox {
        try ApplePaySandbox(merchant: "merchant.com.example", cards: [.visa, .amex])
    }

    /// Three hundred and sixty seeds.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func `is asked one question at a time, sees nothing early, and finishes once`(
        part: UInt64
    ) async throws {
        let phone = try Self.phone()
        for seed in part * 60..<(part + 1) * 60 {
            let (broken, app, payment) = try await run(seed: seed, on: phone)
            #expect(broken == nil, "seed \(seed): \(app.log)\n\(payment)")
            if broken != nil { return }
        }
    }

    @Test func `reaches the important outcomes`() async throws {
        let phone = try Self.phone()
        var (paid, unpaid, unresolved, dismissed) = (0, 0, 0, 0)
        for seed in 0..<90 as Range<UInt64> {
            let (_, app, payment) = try await run(seed: seed, on: phone)
            if app.hasDismissed { dismissed += 1 }
            switch payment.outcome {
            case .paid: paid += 1
            case .notPaid: unpaid += 1
            case .unresolved: unresolved += 1
            case nil: Issue.record("seed \(seed) did not end")
            }
        }
        #expect(paid > 10 && unpaid > 10 && unresolved > 1 && dismissed > 3)
    }

    /// A simulation that cannot find a planted bug proves nothing about the others.
    @Test(arguments: RestlessApp.Bug.allCases)
    func `finds a planted bug`(bug: RestlessApp.Bug) async throws {
        let phone = try Self.phone()
        var found = false
        for seed in 0..<60 as Range<UInt64> where !found {
            found =
                try await run(seed: seed, on: phone, bug: bug).broken?.contains(bug.rawValue)
                == true
        }
        #expect(found)
    }
}
