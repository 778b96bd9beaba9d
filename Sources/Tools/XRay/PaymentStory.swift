internal import CardNetwork
internal import JSON
internal import PaymentRequest
import PaymentSheet
internal import PaymentToken
internal import Platforms
internal import SandboxServer
internal import TokenDisplay
internal import Wallet
internal import World

/// One payment as steps, from what the sandbox and the merchant's server have of it.
struct PaymentStory: Sendable {
    /// The payment's journal.
    let payment: PaymentJournal.Payment
    /// The parts of it that are shown.
    let privacy: StoryPrivacy
    /// The merchant's side of each token, by the token's identifier.
    let charges: [TransactionID: StoryCharge]
    /// The requests as commands.
    let commands: StoryCommands
    private(set) var steps: [StoryStep] = []
    private var token: SealedPaymentToken?
    /// The network's messages that are shown, by their numbers.
    private var shown: Set<Int> = []

    init(
        _ payment: PaymentJournal.Payment,
        privacy: StoryPrivacy,
        charges: [TransactionID: StoryCharge],
        commands: StoryCommands
    ) {
        (self.payment, self.privacy, self.charges) = (payment, privacy, charges)
        self.commands = commands
        for (place, moment) in payment.moments.enumerated() { add(moment, at: place) }
        addWhatFollowed()
    }

    private mutating func add(_ moment: PaymentJournal.Moment, at place: Int) {
        switch moment.event {
        case .observed(let observation): add(observation, at: moment.time)
        case .requested(let request):
            var step = StoryStep(
                phase: .sheet,
                from: .page,
                to: .sheet,
                title: "The page asks for a payment",
                text: "The request is checked once; only a valid one gets a sheet.",
                time: moment.time
            )
            let shown = privacy.request(request)
            step.parts = [.json("The request, as it came", shown), commands.payment(shown)]
            steps.append(step)
        case .refused(let reason):
            add(.sheet, .page, "No sheet is shown", moment.time, reason, .bad)
        case .asked(let question, let method):
            ask(question, method, at: moment, until: answer(to: question, after: place))
        case .answered(let question, let reply): answer(reply, to: question, at: moment.time)
        case .merchantSession(let refusal):
            steps.append(
                StoryStep(
                    phase: .sheet,
                    from: .sheet,
                    to: .sheet,
                    title: refusal == nil
                        ? "The merchant session is valid" : "The merchant session is refused",
                    text: refusal ?? "Apple’s gateway signed it for this shop and this page.",
                    time: moment.time,
                    mood: refusal == nil ? .good : .bad
                )
            )
        }
    }

    /// The answer to the question at a place; nil where there is none.
    private func answer(
        to question: AppQuestion,
        after place: Int
    ) -> PaymentJournal.Moment? {
        payment.moments[place...].first { moment in
            guard case .answered(let answered, _) = moment.event else { return false }
            return answered.isAuthorization == question.isAuthorization
        }
    }

    private mutating func ask(
        _ question: AppQuestion,
        _ method: String,
        at moment: PaymentJournal.Moment,
        until end: PaymentJournal.Moment?
    ) {
        var step = StoryStep(
            phase: question.isAuthorization ? .token : .sheet,
            from: .sheet,
            to: .page,
            title: method,
            text: question.words,
            time: moment.time,
            parts: [.json("The event", privacy.event(question))]
        )
        if case .merchantSession = question {
            step.parts.append(commands.session(displayName: payment.summary.payee ?? ""))
        }
        steps.append(step)
        guard question.isAuthorization, let token, let charge = charges[token.transactionID] else {
            return
        }
        let last = end?.messages ?? Int.max
        steps += charge.steps(
            at: moment.time,
            until: end?.time ?? moment.time,
            messages: last,
            commands
        )
        shown.formUnion(charge.exchanges.map(\.number).filter { $0 <= last })
    }

    private mutating func answer(
        _ reply: SheetAnswer.Reply,
        to question: AppQuestion,
        at time: UnixTime
    ) {
        var step = StoryStep(
            phase: question.isAuthorization ? .end : .sheet,
            from: .page,
            to: .sheet,
            title: "The page answers",
            time: time
        )
        switch reply {
        case .update(let update):
            if case .merchantSession = question {
                step.title = "The page gives a merchant session"
            } else {
                step.parts = [.facts("The update", StoryFacts.of(update))]
            }
            step.mood = update.allErrors.isEmpty && update.status == .success ? .plain : .bad
        case .authorization(let result):
            step.title = result.isPaid ? "The payment is completed" : "The payment is not completed"
            step.mood = result.isPaid ? .good : .bad
            step.parts = [.facts("The result", StoryFacts.of(result))]
        case .unheard:
            step.title = "The page does not listen to this event"
            step.text = "The sheet goes on as it was."
        case .letGo:
            step.title = "The page will not answer any more"
            step.mood = .bad
        }
        steps.append(step)
    }

    /// The requests to the network after the sheet had its answer: captures, refunds.
    private mutating func addWhatFollowed() {
        for charge in charges.values.sorted(by: { $0.firstNumber < $1.firstNumber }) {
            let later = charge.exchanges.filter { !shown.contains($0.number) }
            steps += later.flatMap { StoryCharge.steps(of: $0, in: .later) }
        }
    }
}

extension PaymentStory {
    private mutating func add(_ observation: PaymentObservation, at time: UnixTime) {
        switch observation {
        case .presented(let request):
            steps.append(
                StoryStep(
                    phase: .sheet,
                    from: .sheet,
                    to: .shopper,
                    title: "The sheet is shown for \(request.total)",
                    time: time,
                    parts: StoryFacts.parts(of: request)
                )
            )
        case .shopper(let step): add(.shopper, .sheet, step.words, time)
        case .instructed(let instruction):
            steps.append(StoryTokenSteps.instructed(instruction, at: time))
        case .sealedForApple(let sealed):
            steps.append(StoryTokenSteps.sealed(sealed, at: time))
        case .sealedForMerchant(let token):
            self.token = token
            let charge = charges[token.transactionID]
            steps.append(
                StoryTokenSteps.made(
                    token,
                    charge?.explanation.opened?.payment,
                    for: charge?.platform?.owner?.platform.name,
                    reveals: privacy.reveals,
                    at: time
                )
            )
        case .noToken(let failure):
            add(.secureElement, .sheet, "No token is made", time, "\(failure)", .bad)
        case .shown(.processing):
            add(.sheet, .shopper, "The sheet shows that it is paying", time, phase: .token)
        case .shown(let display):
            let isPaid = display == .paid
            add(
                .sheet,
                .shopper,
                "The sheet shows \(display.words)",
                time,
                "",
                isPaid ? .good : .bad
            )
        case .reported, .appMistake:
            add(.page, .page, "A mistake of the page", time, observation.mistake ?? "", .bad)
        case .stepFailed(let failure):
            add(.shopper, .shopper, "The shopper cannot go on", time, "\(failure)", .bad)
        case .finished(let outcome), .closed(let outcome):
            add(outcome, at: time)
        case .asked, .unheard, .announced, .updated, .handedToDelegate, .paymentSetupOpened:
            // What was asked and answered is in the journal in full.
            break
        }
    }

    private mutating func add(_ outcome: PaymentSheet.Outcome, at time: UnixTime) {
        let isPaid = if case .paid = outcome { true } else { false }
        steps.append(
            StoryStep(
                phase: .end,
                from: .sheet,
                to: .page,
                title: "The sheet ends: \(outcome.words)",
                time: time,
                mood: isPaid ? .good : .bad
            )
        )
    }

    private mutating func add(
        _ from: StoryParty,
        _ to: StoryParty,
        _ title: String,
        _ time: UnixTime,
        _ text: String = "",
        _ mood: StoryStep.Mood = .plain,
        phase: StoryPhase? = nil
    ) {
        steps.append(
            StoryStep(
                phase: phase ?? (to == .shopper ? .end : .sheet),
                from: from,
                to: to,
                title: title.first.map { $0.uppercased() + title.dropFirst() } ?? title,
                text: text,
                time: time,
                mood: mood
            )
        )
    }
}

extension AppQuestion {
    /// Whether the question carries the token.
    var isAuthorization: Bool { if case .authorization = self { true } else { false } }

    fileprivate var words: String {
        switch self {
        case .merchantSession: "The page needs a merchant session."
        case .paymentMethod:
            "A card is chosen. Until the shopper authorizes, the page sees no name of it."
        case .shippingContact:
            "An address is chosen; the page sees only what it needs to price shipping."
        case .shippingMethod: "A shipping method is chosen."
        case .couponCode: "A coupon code was entered."
        case .authorization:
            "The shopper has authorized: the page gets the token and the contacts in full."
        }
    }
}
