import Money
import PaymentRequest
import PaymentSheet
import World

/// The real sheet with a random shopper, an app that makes mistakes, and a wallet that creates
/// tokens.
///
/// Method: everything that happens is drawn from the seed; after each event the checker, a model
/// that knows the rules and not the sheet's state, checks what the sheet asked to be done. At the
/// end the shopper closes the sheet, if nothing else has.
struct PaymentSheetSimulation {
    private let randomness: SeededRandomness
    private let app: PaymentSheetSimulatedApp
    let bug: Bug?
    private(set) var checker: PaymentSheetChecker
    private(set) var transcript: [PaymentSheet.Action] = []
    var sheet: PaymentSheet
    private var now: UInt64 = 0
    private var totalSeen = Money.zero(in: .usd)
    private var coming: [(at: UInt64, event: PaymentSheet.Event)] = []

    init(seed: UInt64, bug: Bug? = nil) throws(InvalidPaymentRequest) {
        randomness = SeededRandomness(seed: seed)
        app = PaymentSheetSimulatedApp(randomness)
        self.bug = bug
        // Reading every field's text takes long, so not every run does.
        checker = PaymentSheetChecker(readsTexts: seed.isMultiple(of: 20) || bug != nil)
        let people = PaymentSheetContacts.all
        let (shipped, billed) = (randomness.pick(people), randomness.pick(people))
        var card = PaymentSheetFixtures.visa.method
        card.billingContact = billed
        sheet = PaymentSheet(
            request: try Self.request(randomness).validated(),
            shopper: .init(
                card: .init(id: PaymentSheetFixtures.visa.id, method: card),
                shippingContact: randomness.number(below: 10) > 0 ? shipped : nil,
                billingContact: billed
            ),
            asksForMerchantSession: randomness.number(below: 2) == 0
        )
        schedule(.presented, after: 0)
        for _ in 0..<(2 + randomness.number(below: 10)) {
            schedule(choice(), after: randomness.number(below: 60_000))
        }
        let end: PaymentSheet.Event = happens(50) ? .cancelled : .dismissed
        schedule(end, after: happens(15) ? randomness.number(below: 60_000) : 500_000)
        schedule(.cancelled, after: 500_001)
    }

    private static func request(_ randomness: SeededRandomness) -> PaymentRequest {
        var request = PaymentSheetFixtures.shipped
        let drawn = randomness.number(below: 16)
        if drawn & 1 != 0 { request.requiredShippingContactFields = [] }
        if drawn & 2 != 0 { request.requiredBillingContactFields = [.postalAddress] }
        if drawn & 4 != 0 { request.shippingMethods = nil }
        request.supportsCouponCode = drawn & 8 != 0
        switch randomness.number(below: 5) {
        case 0: request.recurringPayment = PaymentRequestTypedTests.subscription
        case 1: request.tokenContexts = [hotel("5"), hotel("5.75")]
        case 2: request.shippingContactEditingMode = .storePickup
        default: break
        }
        return request
    }

    static func hotel(_ amount: String) -> PaymentTokenContext {
        PaymentTokenContext(
            merchantIdentifier: "merchant.com.hotel",
            externalIdentifier: "h-1",
            merchantName: "Hotel",
            amount: UncheckedAmount(text: amount)
        )
    }

    /// Runs to the end, and returns the first violation, if any.
    mutating func run() -> String? {
        while let index = coming.indices.min(by: { coming[$0].at < coming[$1].at }) {
            let (time, event) = coming.remove(at: index)
            now = time
            deliver(event)
            if let broken = checker.broken { return "at \(now) ms: \(broken)" }
        }
        return checker.finished == 1 ? nil : "finished \(checker.finished) times"
    }

    private mutating func deliver(_ event: PaymentSheet.Event) {
        var event = event
        if case .authorized = event {
            // The shopper may authorize while the sheet is busy, or an earlier total.
            guard sheet.canAuthorize || happens(20) else { return }
            event = .authorized(total: happens(90) ? sheet.request.total : totalSeen)
            totalSeen = sheet.request.total
        }
        checker.see(event)
        for action in actions(upon: event) {
            transcript.append(action)
            checker.see(action, as: seen(action), of: sheet.request)
            perform(action)
        }
        checker.endOfEvent()
        retry(after: event)
    }

    private mutating func perform(_ action: PaymentSheet.Action) {
        switch action {
        case .ask(let ask, let question):
            for reply in app.replies(to: question, ask, of: sheet.request.request) {
                schedule(reply.event, after: reply.after)
            }
        case .startWaiting(let ask, let limit):
            schedule(.answerOverdue(ask), after: UInt64(limit.components.seconds) * 1_000)
        case .stopWaiting(let ask):
            guard !happens(10) else { return }  // The timer has gone off already.
            coming.removeAll { $0.event == .answerOverdue(ask) }
        case .makeToken(let order):
            let event: PaymentSheet.Event =
                happens(90) ? .tokenMade(order.id) : .tokenRefused(order.id)
            schedule(event, after: randomness.number(below: 3_000))
        case .show(.enterPIN): schedule(.enteredPIN, after: randomness.number(below: 9_000))
        case .finish:
            for reply in app.replies(toFinishAfter: checker.asked) {
                schedule(reply.event, after: reply.after)
            }
        case .announceAuthorization, .show, .report: break
        }
    }

    /// A shopper who has not paid tries again.
    private mutating func retry(after event: PaymentSheet.Event) {
        guard case .authorizationAnswered = event, sheet.outcome == nil, happens(70) else { return }
        schedule(choice(), after: randomness.number(below: 5_000))
        schedule(
            .authorized(total: sheet.request.total),
            after: 5_000 + randomness.number(below: 9_000)
        )
    }

    private func choice() -> PaymentSheet.Event {
        switch randomness.number(below: 10) {
        case 0, 1: .choseShippingContact(randomness.pick(PaymentSheetContacts.all))
        case 2: .choseBillingContact(randomness.pick(PaymentSheetContacts.all))
        case 3: .choseShippingMethod(identifier: happens(80) ? "next-day" : "pigeon")
        case 4: .choseCard(happens(50) ? PaymentSheetFixtures.visa : PaymentSheetFixtures.amex)
        case 5: .enteredCouponCode("SPRING")
        case 6: .enteredPIN
        default: .authorized(total: .zero(in: .usd))
        }
    }

    func happens(_ percent: UInt64) -> Bool { randomness.number(below: 100) < percent }

    func drawn(below bound: UInt64) -> UInt64 { randomness.number(below: bound) }

    private mutating func schedule(_ event: PaymentSheet.Event, after delay: UInt64) {
        coming.append((now + delay, event))
    }
}

extension SeededRandomness {
    /// A random element.
    func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(number(below: UInt64(elements.count)))]
    }
}
