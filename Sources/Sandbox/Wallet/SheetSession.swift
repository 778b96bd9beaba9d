public import PaymentRequest
public import PaymentSheet
internal import PaymentToken
internal import World

/// A sheet on screen: carries events to the machine, and what it says to the app, the Secure
/// Element and Apple's server.
///
/// Events are taken one after another in the order in which they came, whichever thread they came
/// from; the app is called for one before the next is looked at.
public final class SheetSession: PresentedSheet {
    struct State {
        var sheet: PaymentSheet
        var events: [PaymentSheet.Event] = []
        var isTakingEvents = false
        var hasBegun = false
        var isBeingDismissed = false
        var isDismissed = false
        var now: Duration = .zero
        var deadline: (ask: PaymentSheet.AskID, at: Duration)?
        var unanswerable: PaymentSheet.AskID?
        var tokens: [PaymentSheet.TokenID: SealedPaymentToken] = [:]
        var methods: [PaymentSheet.AskID: String] = [:]
        var failure: (any Error)?
        var watchers: [AsyncStream<PaymentSheet.Display?>.Continuation] = []
        /// Nil once the sheet is over and the shopper is done with it: the app's test may keep the
        /// session for longer.
        var parties: Parties?
        /// The screen holds the session.
        weak var screen: SheetScreen?
    }

    /// Who takes part while the sheet is not over.
    struct Parties {
        let device: InstalledApp
        let app: any PaymentApp
        let shopper: any SheetShopper
    }

    let state: AwaitableValue<State>
    let time: SheetTime
    private let observe: @Sendable (PaymentObservation) -> Void

    init(
        _ sheet: PaymentSheet,
        on device: InstalledApp,
        for app: any PaymentApp,
        before shopper: any SheetShopper
    ) {
        let parties = Parties(device: device, app: app, shopper: shopper)
        state = AwaitableValue(State(sheet: sheet, parties: parties, screen: device.screen))
        time = shopper.time
        observe = device.observe
    }

    /// The sheet as it stands.
    public var sheet: PaymentSheet { state.read(\.sheet) }

    /// How the sheet ended; nil while it has not.
    public var outcome: PaymentSheet.Outcome? { sheet.outcome }

    /// The error that made the shopper give up, such as a ``ScriptFailure``; nil where there was none.
    public var failure: (any Error)? { state.read(\.failure) }

    /// The cards in the wallet that the request admits.
    public var cards: [WalletCard] { device?.wallet.cards(for: sheet.request.request) ?? [] }

    /// All cards in the wallet, the default card first.
    public var walletCards: [WalletCard] { device?.wallet.cards ?? [] }

    /// The contacts that the shopper's device knows.
    public var contacts: [Contact] { device?.contacts ?? [] }

    /// How long the sheet has been on screen, in the time that the shopper lives in.
    public var elapsed: Duration { state.read(\.now) }

    /// The displays to draw next: something for a moment, or nil where the sheet itself has changed. Ends
    /// with the sheet.
    public func changes() -> AsyncStream<PaymentSheet.Display?> {
        let (stream, watcher) = AsyncStream<PaymentSheet.Display?>.makeStream()
        state.change { state in
            if state.sheet.outcome == nil {
                state.watchers.append(watcher)
            } else {
                watcher.finish()
            }
        }
        return stream
    }

    /// Lets the shopper begin.
    public func begin() {
        let isFirst = state.change { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        Task {
            await take(.presented)
            do {
                try await state.read(\.parties)?.shopper.use(self)
            } catch {
                state.change { $0.failure = error }
            }
            await cancel()
            end()
        }
    }

    /// Returns when the sheet is over and the shopper is done with it.
    public func ended() async -> PaymentSheet.Outcome {
        await state.wait { $0.parties == nil }
        return outcome ?? .notPaid(.cancelled)
    }

    private func end() {
        // What it held is released outside the lock.
        _ = state.change { state in
            defer { state.parties = nil }
            return state.parties
        }
    }

    /// Takes the sheet away; the app is not called any more.
    public nonisolated(nonsending) func dismiss(
        then done: @escaping @Sendable () async -> Void
    ) async {
        let (isUnseen, screen) = state.change { state in
            defer { state.hasBegun = true }
            state.isBeingDismissed = true
            return (!state.hasBegun, state.screen)
        }
        screen?.remove(self)
        await take(.dismissed)
        if isUnseen { end() }
        await done()
        state.change { $0.isDismissed = true }
    }

    /// Returns when the app has taken the sheet away, or after this much real time.
    ///
    /// - Returns: Whether it has.
    public func dismissed(within patience: Duration) async -> Bool {
        await state.wait(patiently: patience, until: \.isDismissed)
    }

    /// Chooses a card.
    public func take(card: WalletCard) async {
        await take(.choseCard(PaymentSheet.Card(id: card.id, method: card.method)))
    }

    /// Takes an event, and returns when the app has been called for it and for all that followed
    /// from it at once.
    public func take(_ event: PaymentSheet.Event) async {
        post(event)
        await state.wait(until: \.isIdle)
    }

    private var device: InstalledApp? { state.read(\.parties)?.device }

    private var app: (any PaymentApp)? { state.read(\.parties)?.app }

    func told(_ observation: PaymentObservation) { observe(observation) }

    func post(_ event: PaymentSheet.Event, isFirst: Bool = false) {
        let wasIdle = state.change { state in
            defer { state.isTakingEvents = true }
            state.events.insert(event, at: isFirst ? 0 : state.events.count)
            return !state.isTakingEvents
        }
        if wasIdle { Task { await takeEvents() } }
    }

    private func takeEvents() async {
        guard let device else { return await takeEventsInTurn() }
        await CurrentDevice.with(device) { await takeEventsInTurn() }
    }

    private func takeEventsInTurn() async {
        while let event = nextEvent() {
            let (before, after, actions) = state.change { state in
                let before = state.sheet.request
                let actions = state.sheet.handle(event)
                return (before, state.sheet.request, actions)
            }
            if after != before { told(.updated(after)) }
            for action in actions { await perform(action) }
            for watcher in state.read(\.watchers) { watcher.yield(nil) }
        }
    }

    private func nextEvent() -> PaymentSheet.Event? {
        state.change { state in
            guard state.events.isEmpty else { return state.events.removeFirst() }
            state.isTakingEvents = false
            return nil
        }
    }

    private func perform(_ action: PaymentSheet.Action) async {
        switch action {
        case .ask(let ask, let question): await pose(question, ask)
        case .startWaiting(let ask, let limit): startWaiting(for: ask, limit)
        case .stopWaiting(let ask):
            state.change { if $0.deadline?.ask == ask { $0.deadline = nil } }
        case .announceAuthorization:
            told(.announced)
            await app?.willAuthorizePayment()
        case .makeToken(let order): await makeToken(order)
        case .show(let display):
            told(.shown(display))
            for watcher in state.read(\.watchers) { watcher.yield(display) }
        case .finish(let outcome): await finish(outcome)
        case .report(let diagnostic):
            let method = diagnostic.ask.flatMap { ask in state.read { $0.methods[ask] } }
            told(.reported(diagnostic, method: method))
        }
    }

    private func makeToken(_ order: PaymentSheet.TokenOrder) async {
        guard let device else { return post(.tokenRefused(order.id)) }
        do {
            let token = try await device.wallet.makeToken(order, observe: told)
            state.change { $0.tokens[order.id] = token }
            post(.tokenMade(order.id))
        } catch {
            told(.noToken(error))
            post(.tokenRefused(order.id))
        }
    }

    private func finish(_ outcome: PaymentSheet.Outcome) async {
        let (watchers, isDismissed) = state.change { state in
            defer { state.watchers = [] }
            return (state.watchers, state.isBeingDismissed)
        }
        let isHeard = LockedValue(false)
        if !isDismissed {
            await app?.didFinish {
                isHeard.withLock { $0 = true }
                told(.finished(outcome))
            }
        }
        if !isHeard.withLock(\.self) { told(.closed(outcome)) }
        for watcher in watchers { watcher.finish() }
    }

    private func pose(_ question: PaymentSheet.Question, _ ask: PaymentSheet.AskID) async {
        told(.asked(question))
        guard let posed = appQuestion(question) else { return post(question.unheard(ask)) }
        let answer = SheetAnswer { [weak self] reply in
            self?.take(reply, to: question, ask)
        }
        guard let app else { return }
        let method = app.methodName(for: posed)
        state.change { $0.methods[ask] = method }
        await app.ask(posed, answer: answer)
    }

    private func appQuestion(_ question: PaymentSheet.Question) -> AppQuestion? {
        switch question {
        case .merchantSession: return .merchantSession
        case .paymentMethod(let method): return .paymentMethod(device?.shown(method) ?? method)
        case .shippingContact(let contact): return .shippingContact(contact)
        case .shippingMethod(let method): return .shippingMethod(method)
        case .couponCode(let code): return .couponCode(code)
        case .authorization(let details):
            guard let device, let token = state.read({ $0.tokens[details.token] }) else {
                return nil
            }
            told(.handedToDelegate(token))
            return .authorization(device.payment(token, details))
        }
    }

    private func take(
        _ reply: SheetAnswer.Reply,
        to question: PaymentSheet.Question,
        _ ask: PaymentSheet.AskID
    ) {
        switch reply {
        case .update(let update): post(.updateAnswered(ask, update))
        case .authorization(let result): post(.authorizationAnswered(ask, result))
        case .unheard:
            told(.unheard(question))
            // Before a dismissal that came meanwhile: the app was not asked, and has no token.
            post(question.unheard(ask), isFirst: true)
        case .letGo:
            state.change { $0.unanswerable = ask }
            post(.answerLetGo(ask))
        }
    }
}

extension PaymentSheet.Question {
    /// The event that follows where the app does not listen.
    fileprivate func unheard(_ ask: PaymentSheet.AskID) -> PaymentSheet.Event {
        if case .authorization = self {
            return .authorizationAnswered(ask, AuthorizationResult(.failure))
        }
        return .updateAnswered(ask, .unchanged)
    }
}
