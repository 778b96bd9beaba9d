import Money
import PaymentRequest
import PaymentSheet
import World

/// One shopper with a restless finger, one app that answers late, twice, wrongly or never, and one
/// wallet that makes tokens, around the real sheet.
///
/// Method: everything that happens is drawn from the seed; after each event the witness, a model
/// that knows the rules and not the sheet's state, checks what the sheet asked to be done. At the
/// end the shopper closes the sheet, if nothing else has.
struct PaymentSheetSimulation {
    /// A bug planted between the sheet and the world, to see the witness find it.
    ///
    /// Each is named for what the sheet would be doing, with what the witness says of it.
    enum Bug: String, CaseIterable {
        case answersForTheApp = "was open"
        case authorizesAlone = "nobody authorized"
        case believesFailure = "the merchant did not say so"
        case finishesTwice = "after the finish"
        case forgetsCharges = "a possible charge is forgotten"
        case showsTheCard = "the card is shown"
    }

    private let randomness: SeededRandomness
    private let bug: Bug?
    private(set) var sheet: PaymentSheet
    private(set) var witness = PaymentSheetWitness()
    private(set) var transcript: [PaymentSheet.Action] = []
    private var now: UInt64 = 0
    private var coming: [(at: UInt64, event: PaymentSheet.Event)] = []

    init(seed: UInt64, bug: Bug? = nil) throws(InvalidPaymentRequest) {
        randomness = SeededRandomness(seed: seed)
        self.bug = bug
        sheet = try PaymentSheetFixtures.sheet(Self.request(randomness))
        schedule(.presented, after: 0)
        for _ in 0..<(2 + randomness.number(below: 10)) {
            schedule(choice(), after: randomness.number(below: 60_000))
        }
        schedule(.cancelled, after: happens(10) ? randomness.number(below: 60_000) : 500_000)
    }

    private static func request(_ randomness: SeededRandomness) -> PaymentRequest {
        var request = PaymentSheetFixtures.shipped
        let drawn = randomness.number(below: 16)
        if drawn & 1 != 0 { request.requiredShippingContactFields = [] }
        if drawn & 2 != 0 { request.requiredBillingContactFields = [.postalAddress] }
        if drawn & 4 != 0 { request.shippingMethods = nil }
        request.supportsCouponCode = drawn & 8 != 0
        return request
    }

    /// Runs to the end, and says what was broken first, if anything was.
    mutating func run() -> String? {
        while let index = coming.indices.min(by: { coming[$0].at < coming[$1].at }) {
            let (time, event) = coming.remove(at: index)
            now = time
            deliver(event)
            if let broken = witness.broken { return "at \(now) ms: \(broken)" }
        }
        return witness.finished == 1 ? nil : "finished \(witness.finished) times"
    }

    private mutating func deliver(_ event: PaymentSheet.Event) {
        var event = event
        if case .authorized = event {
            event = .authorized(total: sheet.request.total)
            // The shopper may say yes before the sheet has come to rest.
            guard sheet.canAuthorize || happens(20) else { return }
        }
        witness.see(event)
        for action in actions(upon: event) {
            transcript.append(action)
            witness.see(action, of: sheet)
            perform(action)
        }
        retry(after: event)
    }

    private mutating func perform(_ action: PaymentSheet.Action) {
        switch action {
        case .ask(let ask, let question): answer(question, ask)
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
        case .announceAuthorization, .show, .finish, .report: break
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

    private mutating func answer(_ question: PaymentSheet.Question, _ ask: PaymentSheet.AskID) {
        guard happens(96) else { return }  // Never.
        let delay =
            happens(97)
            ? randomness.number(below: 4_000)
            : 25_000
                + randomness.number(below: 15_000)
        let event = answerEvent(question, ask)
        schedule(event, after: delay)
        if happens(10) { schedule(event, after: delay + randomness.number(below: 9_000)) }
        if happens(3) {
            let wrong: PaymentSheet.Event =
                if case .authorization = question { .updateAnswered(ask, .unchanged) } else {
                    .authorizationAnswered(ask, AuthorizationResult(.success))
                }
            schedule(wrong, after: randomness.number(below: 9_000))
        }
    }

    private func answerEvent(
        _ question: PaymentSheet.Question,
        _ ask: PaymentSheet.AskID
    ) -> PaymentSheet.Event {
        let email = PaymentError(.shippingContactInvalid(.field(.emailAddress)))
        guard case .authorization = question else {
            let total = "\(randomness.number(below: 99)).50"
            let items = PaymentSheetFixtures.items(total: happens(99) ? total : "-1")
            return .updateAnswered(
                ask,
                RequestUpdate(
                    status: happens(95) ? .success : .failure,
                    paymentSummaryItems: happens(30) ? items : nil,
                    shippingMethods: happens(10) ? [PaymentSheetFixtures.standard] : nil,
                    errors: happens(5) ? [email] : []
                )
            )
        }
        let statuses: [AuthorizationStatus] = [
            .success, .success, .failure, .pinRequired, .pinIncorrect, .invalidShippingContact,
        ]
        let status = statuses[Int(randomness.number(below: UInt64(statuses.count)))]
        return .authorizationAnswered(
            ask,
            AuthorizationResult(status, errors: happens(5) ? [email] : [])
        )
    }

    private func choice() -> PaymentSheet.Event {
        switch randomness.number(below: 10) {
        case 0: .choseShippingContact(PaymentSheetFixtures.john)
        case 1: .choseShippingContact(PaymentSheetFixtures.london)
        case 2: .choseBillingContact(PaymentSheetFixtures.london)
        case 3: .choseShippingMethod(identifier: happens(80) ? "next-day" : "pigeon")
        case 4: .choseCard(happens(50) ? PaymentSheetFixtures.visa : PaymentSheetFixtures.amex)
        case 5: .enteredCouponCode("SPRING")
        case 6: .enteredPIN
        default: .authorized(total: .zero(in: .usd))
        }
    }

    private func happens(_ percent: UInt64) -> Bool { randomness.number(below: 100) < percent }

    private mutating func schedule(_ event: PaymentSheet.Event, after delay: UInt64) {
        coming.append((now + delay, event))
    }
}

extension PaymentSheetSimulation {
    /// The sheet's actions, after the planted bug has had its way with them.
    private mutating func actions(upon event: PaymentSheet.Event) -> [PaymentSheet.Action] {
        var event = event
        if bug == .believesFailure, case .authorizationAnswered(let ask, _) = event {
            event = .authorizationAnswered(ask, AuthorizationResult(.success))
        }
        var actions = sheet.handle(event)
        switch bug {
        case .answersForTheApp:
            if let ask = sheet.outstanding {
                actions += sheet.handle(.updateAnswered(ask, .unchanged))
            }
        case .authorizesAlone:
            actions += sheet.handle(.authorized(total: sheet.request.total))
        case .finishesTwice:
            if case .cancelled = event, let outcome = sheet.outcome {
                actions.append(.finish(outcome))
            }
        case .forgetsCharges:
            actions = actions.map { action in
                guard case .finish(.unresolved(_, let ending)) = action else { return action }
                return .finish(.notPaid(ending))
            }
        case .showsTheCard:
            let method = sheet.card.method
            actions = actions.map { action in
                guard case .ask(let ask, .paymentMethod) = action else { return action }
                return .ask(ask, .paymentMethod(method))
            }
        case .believesFailure, nil: break
        }
        return actions
    }
}
