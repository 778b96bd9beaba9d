public import PaymentDevice
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
    typealias Done = CheckedContinuation<Void, Never>

    struct State {
        var sheet: PaymentSheet
        var events: [PaymentSheet.Event] = []
        var takers: [Done] = []
        var isTakingEvents = false
        var hasBegun = false
        var isBeingDismissed = false
        var isDismissed = false
        var dismissalWaiters: [Done] = []
        var now: Duration = .zero
        var deadline: (ask: PaymentSheet.AskID, at: Duration)?
        var letGo: PaymentSheet.AskID?
        var tokens: [PaymentSheet.TokenID: SealedPaymentToken] = [:]
        var methods: [PaymentSheet.AskID: String] = [:]
        var waiters: [Done] = []
        var enders: [Done] = []
        var isOver = false
        var failure: (any Error)?
        var watchers: [AsyncStream<PaymentSheet.Display?>.Continuation] = []
    }

    let state: LockedValue<State>
    let time: SheetTime
    private let parties: LockedValue<Parties?>
    private let place: LockedValue<Place>
    private let observe: @Sendable (PaymentObservation) -> Void

    /// Who has to do with the sheet while it is not over; the device holds the sheet for longer.
    private struct Parties {
        let device: InstalledApp
        let app: any PaymentApp
        let shopper: any SheetShopper
    }

    /// Where it is shown; the screen holds the sheet.
    private struct Place { weak var screen: SheetScreen? }

    init(
        _ sheet: PaymentSheet,
        on device: InstalledApp,
        for app: any PaymentApp,
        before shopper: any SheetShopper
    ) {
        state = LockedValue(State(sheet: sheet))
        time = shopper.time
        place = LockedValue(Place(screen: device.screen))
        observe = device.observe
        parties = LockedValue(Parties(device: device, app: app, shopper: shopper))
    }

    /// The sheet as it stands.
    public var sheet: PaymentSheet { state.withLock { $0.sheet } }

    /// How the sheet ended; nil while it has not.
    public var outcome: PaymentSheet.Outcome? { sheet.outcome }

    /// What made the shopper give up, such as a ``ScriptFailure``; nil where nothing has.
    public var failure: (any Error)? { state.withLock { $0.failure } }

    /// The cards in the wallet that the request admits.
    public var cards: [WalletCard] { device?.wallet.cards(for: sheet.request.request) ?? [] }

    /// All cards in the wallet, the default card first.
    public var walletCards: [WalletCard] { device?.wallet.cards ?? [] }

    /// The contacts that the shopper's device knows.
    public var contacts: [Contact] { device?.contacts ?? [] }

    /// How long the sheet has been on screen, in the time that the shopper lives in.
    public var elapsed: Duration { state.withLock { $0.now } }

    /// Whether the app has taken the sheet away.
    public var isDismissed: Bool { state.withLock { $0.isDismissed } }

    /// What to draw next: something for a moment, or nil where the sheet itself has changed. Ends
    /// with the sheet.
    public func changes() -> AsyncStream<PaymentSheet.Display?> {
        let (stream, watcher) = AsyncStream<PaymentSheet.Display?>.makeStream()
        state.withLock { state in
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
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        Task {
            await take(.presented)
            do {
                try await parties.withLock { $0?.shopper }?.use(self)
            } catch {
                state.withLock { $0.failure = error }
            }
            await cancel()
            end()
        }
    }

    /// Comes back when the sheet is over and the shopper has turned away.
    public func ended() async -> PaymentSheet.Outcome {
        await withCheckedContinuation { ender in
            let isOver = state.withLock { state in
                if !state.isOver { state.enders.append(ender) }
                return state.isOver
            }
            if isOver { ender.resume() }
        }
        return outcome ?? .notPaid(.cancelled)
    }

    private func end() {
        parties.withLock { $0 = nil }
        let enders = state.withLock { state in
            defer { state.enders = [] }
            state.isOver = true
            return state.enders
        }
        for ender in enders { ender.resume() }
    }

    /// Takes the sheet away; the app is not called any more.
    public nonisolated(nonsending) func dismiss(
        then done: @escaping @Sendable () async -> Void
    ) async {
        let isUnseen = state.withLock { state in
            defer { state.hasBegun = true }
            state.isBeingDismissed = true
            return !state.hasBegun
        }
        place.withLock(\.screen)?.remove(self)
        await take(.dismissed)
        if isUnseen { end() }
        await done()
        state.withLock { $0.isDismissed = true }
        wakeDismissalWaiters()
    }

    private func wakeDismissalWaiters() {
        let waiters = state.withLock { state in
            defer { state.dismissalWaiters = [] }
            return state.dismissalWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Comes back when the app has taken the sheet away, or after this much real time.
    ///
    /// - Returns: Whether it has.
    public func dismissed(within patience: Duration) async -> Bool {
        let alarm = Task {
            await RealTime.pass(patience)
            if !Task.isCancelled { wakeDismissalWaiters() }
        }
        await withCheckedContinuation { waiter in
            let isDismissed = state.withLock { state in
                if !state.isDismissed { state.dismissalWaiters.append(waiter) }
                return state.isDismissed
            }
            if isDismissed { waiter.resume() }
        }
        alarm.cancel()
        return isDismissed
    }

    /// Chooses a card.
    public func take(card: WalletCard) async {
        await take(.choseCard(PaymentSheet.Card(id: card.id, method: card.method)))
    }

    /// Takes an event, and comes back when the app has been called for it and for all that
    /// followed from it at once.
    public func take(_ event: PaymentSheet.Event) async {
        await withCheckedContinuation { post(event, done: $0) }
    }

    private var device: InstalledApp? { parties.withLock { $0?.device } }

    private var app: (any PaymentApp)? { parties.withLock { $0?.app } }

    func told(_ observation: PaymentObservation) { observe(observation) }

    func post(_ event: PaymentSheet.Event, done: Done? = nil, isFirst: Bool = false) {
        let isIdle = state.withLock { state in
            defer { state.isTakingEvents = true }
            state.events.insert(event, at: isFirst ? 0 : state.events.count)
            if let done { state.takers.append(done) }
            return !state.isTakingEvents
        }
        if isIdle { Task { await takeEvents() } }
    }

    private func takeEvents() async {
        guard let device else { return await takeEventsInTurn() }
        await CurrentDevice.with(device) { await takeEventsInTurn() }
    }

    private func takeEventsInTurn() async {
        while let event = nextEvent() {
            let (before, after, actions) = state.withLock { state in
                let before = state.sheet.request
                let actions = state.sheet.handle(event)
                return (before, state.sheet.request, actions)
            }
            if after != before { told(.updated(after)) }
            for action in actions { await perform(action) }
            for watcher in state.withLock({ $0.watchers }) { watcher.yield(nil) }
        }
    }

    private func nextEvent() -> PaymentSheet.Event? {
        var waiters: [Done] = []
        let next = state.withLock { state -> PaymentSheet.Event? in
            if !state.events.isEmpty { return state.events.removeFirst() }
            state.isTakingEvents = false
            swap(&waiters, &state.takers)
            if state.isSettled {
                waiters += state.waiters
                state.waiters = []
            }
            return nil
        }
        for waiter in waiters { waiter.resume() }
        return next
    }

    private func perform(_ action: PaymentSheet.Action) async {
        switch action {
        case .ask(let ask, let question): await pose(question, ask)
        case .startWaiting(let ask, let limit): startWaiting(for: ask, limit)
        case .stopWaiting(let ask):
            state.withLock { if $0.deadline?.ask == ask { $0.deadline = nil } }
        case .announceAuthorization:
            told(.announced)
            await app?.willAuthorizePayment()
        case .makeToken(let order): makeToken(order)
        case .show(let display):
            told(.shown(display))
            for watcher in state.withLock({ $0.watchers }) { watcher.yield(display) }
        case .finish(let outcome): await finish(outcome)
        case .report(let diagnostic):
            let method = diagnostic.ask.flatMap { ask in state.withLock { $0.methods[ask] } }
            told(.reported(diagnostic, method: method))
        }
    }

    private func makeToken(_ order: PaymentSheet.TokenOrder) {
        guard let device else { return post(.tokenRefused(order.id)) }
        do {
            let token = try device.wallet.makeToken(order, observe: told)
            state.withLock { $0.tokens[order.id] = token }
            post(.tokenMade(order.id))
        } catch {
            told(.noToken(error))
            post(.tokenRefused(order.id))
        }
    }

    private func finish(_ outcome: PaymentSheet.Outcome) async {
        let (watchers, isDismissed) = state.withLock { state in
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
        state.withLock { $0.methods[ask] = method }
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
            guard let device, let token = state.withLock({ $0.tokens[details.token] }) else {
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
            state.withLock { $0.letGo = ask }
            post(.answerLetGo(ask))
            wakeWaiters()
        }
    }
}

extension PaymentSheet.Question {
    /// What follows where the app does not listen.
    fileprivate func unheard(_ ask: PaymentSheet.AskID) -> PaymentSheet.Event {
        if case .authorization = self {
            return .authorizationAnswered(ask, AuthorizationResult(.failure))
        }
        return .updateAnswered(ask, .unchanged)
    }
}

extension SheetSession.State {
    /// Whether the sheet waits for nobody but the shopper, or is over.
    var isSettled: Bool {
        hasBegun && events.isEmpty && !isTakingEvents
            && (sheet.outcome != nil || (sheet.isPresented && sheet.outstanding == nil))
    }
}
