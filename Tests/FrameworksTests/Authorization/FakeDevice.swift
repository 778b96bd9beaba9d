import PaymentRequest
import PaymentSheet
import Testing
import World

/// A device that shows sheets as a test says.
final class FakeDevice: PaymentDevice {
    private struct State {
        var capability = PaymentCapability(
            deviceSupportsPayments: true,
            isRestricted: false,
            cards: [PaymentCapability.Card(network: .visa, type: .credit)]
        )
        var passes: [DevicePass] = []
        var refusal: PresentationRefusal?
        var mistakes: [AppMistake] = []
        var setUps = 0
        var sheets: [FakeSheet] = []
        var waiting: [CheckedContinuation<FakeSheet, Never>] = []
    }

    private let state = LockedValue(State())
    private let watchers = PassChangeObservers()

    init(refusing refusal: PresentationRefusal? = nil) {
        state.withLock { $0.refusal = refusal }
    }

    var availableNetworks: [PaymentNetwork] { [.amex, .visa] }
    var capability: PaymentCapability {
        get { state.withLock(\.capability) }
        set { state.withLock { $0.capability = newValue } }
    }
    var passes: [DevicePass] {
        get { state.withLock(\.passes) }
        set {
            let before = state.withLock { state in
                defer { state.passes = newValue }
                return state.passes
            }
            watchers.tell(
                PassChange(
                    added: newValue.filter { !before.contains($0) },
                    removed: before.filter { !newValue.contains($0) }
                )
            )
        }
    }
    var mistakes: [AppMistake] { state.withLock(\.mistakes) }
    var setUps: Int { state.withLock(\.setUps) }
    var sheets: [FakeSheet] { state.withLock(\.sheets) }

    func refuse(_ refusal: PresentationRefusal) { state.withLock { $0.refusal = refusal } }
    func watchPasses(_ watcher: @escaping PassChangeObservers.Watcher) -> PassChangeObservation {
        watchers.watch(watcher)
    }
    func openPaymentSetup() { state.withLock { $0.setUps += 1 } }
    func report(_ mistake: AppMistake) { state.withLock { $0.mistakes.append(mistake) } }

    func refusal(of request: PaymentRequest) -> PresentationRefusal? {
        if let refusal = state.withLock(\.refusal) { return refusal }
        do throws(InvalidPaymentRequest) {
            _ = try request.validated()
            return nil
        } catch {
            return .invalidRequest(error)
        }
    }

    func present(
        _ request: PaymentRequest,
        for app: any PaymentApp
    ) async throws(PresentationRefusal) -> any PresentedSheet {
        if let refusal = refusal(of: request) {
            report(.notPresented(refusal))
            throw refusal
        }
        return FakeSheet(request: request, app: app, begins: sheetBegins)
    }

    private func sheetBegins(_ sheet: FakeSheet) {
        let waiting = state.withLock { state in
            state.sheets.append(sheet)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: sheet) }
    }

    /// The first sheet, as soon as its shopper may begin.
    func sheet() async -> FakeSheet {
        await withCheckedContinuation { continuation in
            let sheet = state.withLock { state -> FakeSheet? in
                if state.sheets.isEmpty { state.waiting.append(continuation) }
                return state.sheets.first
            }
            if let sheet { continuation.resume(returning: sheet) }
        }
    }
}

/// A sheet that asks what a test says.
final class FakeSheet: PresentedSheet {
    /// The request, as the device got it.
    let request: PaymentRequest
    private let app: LockedValue<(any PaymentApp)?>
    private let dismissals = LockedValue(0)
    private let replies = LockedValue<[SheetAnswer.Reply]>([])

    private let begins: @Sendable (FakeSheet) -> Void

    init(
        request: PaymentRequest,
        app: any PaymentApp,
        begins: @escaping @Sendable (FakeSheet) -> Void
    ) {
        self.request = request
        self.begins = begins
        self.app = LockedValue(app)
    }

    /// How often the app took the sheet away.
    var timesDismissed: Int { dismissals.withLock(\.self) }
    /// Everything that came in answer to anything.
    var allReplies: [SheetAnswer.Reply] { replies.withLock(\.self) }

    func begin() { begins(self) }

    nonisolated(nonsending) func dismiss(then done: @escaping @Sendable () async -> Void) async {
        dismissals.withLock { $0 += 1 }
        await done()
    }

    /// Asks the app something and waits for what comes of it.
    func ask(_ question: AppQuestion) async -> SheetAnswer.Reply {
        await withCheckedContinuation { continuation in
            let first = LockedValue<CheckedContinuation<SheetAnswer.Reply, Never>?>(continuation)
            let answer = SheetAnswer { reply in
                self.replies.withLock { $0.append(reply) }
                let waiting = first.withLock { first in
                    defer { first = nil }
                    return first
                }
                waiting?.resume(returning: reply)
            }
            let app = app.withLock(\.self)
            Task { await app?.ask(question, answer: answer) }
        }
    }

    /// Tells the app that the shopper has authenticated.
    func announce() async { await app.withLock(\.self)?.willAuthorizePayment() }

    /// Tells the app that the sheet has gone away, and lets the app go.
    func finish() async {
        let last = app.withLock { app in
            defer { app = nil }
            return app
        }
        await last?.didFinish {}
    }
}

extension SheetAnswer.Reply {
    /// The update, if it is one.
    var update: RequestUpdate? {
        guard case .update(let update) = self else { return nil }
        return update
    }

    /// The result, if it is one.
    var result: AuthorizationResult? {
        guard case .authorization(let result) = self else { return nil }
        return result
    }

    /// Whether the app does not listen.
    var isUnheard: Bool {
        guard case .unheard = self else { return false }
        return true
    }

    /// Whether there can be no answer any more.
    var isLetGo: Bool {
        guard case .letGo = self else { return false }
        return true
    }
}
