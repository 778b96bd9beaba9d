public import JSON
public import PaymentSheet
public import Wallet
public import World

/// The events at the last sheets of a sandbox, in memory.
///
/// Everything is kept as it was told, tokens and contacts included. What shows it must mask what is
/// secret.
public final class PaymentJournal: Sendable {
    /// The maximum number of payments that are kept.
    public static let limit = 100
    /// The maximum number of events of one payment that are kept.
    public static let eventLimit = 500

    /// An event.
    public enum Event: Sendable {
        /// The page's request, as it came.
        case requested(JSONOutput)
        /// No sheet was shown, for this reason.
        case refused(String)
        /// An observation of the sheet.
        case observed(PaymentObservation)
        /// The app or the page was asked.
        case asked(AppQuestion, method: String)
        /// It answered, or cannot answer any more.
        case answered(AppQuestion, SheetAnswer.Reply)
        /// Why its merchant session was refused; nil where it was accepted.
        case merchantSession(refusal: String?)
    }

    /// An event with its time.
    public struct Moment: Sendable {
        /// When it happened.
        public let time: UnixTime
        /// How many messages the card network had got before.
        public let messages: Int
        /// The event.
        public let event: Event
    }

    /// One sheet, from its request to its end.
    public struct Payment: Sendable {
        /// Its number; 1 for the first of the sandbox.
        public let number: Int
        /// The device, as the sandbox names it.
        public let device: String
        /// The origin of the page, or the identifier of the app; empty where it is not known.
        public let client: String
        /// When it began.
        public let time: UnixTime
        /// The events, in order.
        public internal(set) var moments: [Moment] = []
    }

    /// Is called with a payment's number and its event.
    public typealias Watcher = @Sendable (Int, Event) -> Void

    private struct State {
        var count = 0
        var payments: [Payment] = []
        var watchers: [Int: Watcher] = [:]
        var watcherCount = 0
    }

    private let clock: any WallClock
    private let countMessages: @Sendable () -> Int
    private let state = LockedValue(State())

    /// An empty journal.
    ///
    /// - Parameters:
    ///   - clock: The sandbox's clock.
    ///   - countMessages: How many messages the card network has got until now.
    public init(clock: any WallClock, countMessages: @escaping @Sendable () -> Int) {
        self.clock = clock
        self.countMessages = countMessages
    }

    /// The payments, the newest first.
    public var payments: [Payment] { state.withLock { $0.payments.reversed() } }

    /// A payment; nil where there is none with the number any more.
    public func payment(_ number: Int) -> Payment? {
        state.withLock { $0.payments.first { $0.number == number } }
    }

    /// Begins a payment.
    ///
    /// - Parameters:
    ///   - device: The device, as the sandbox names it.
    ///   - client: The origin of the page, or the identifier of the app; empty where it is not known.
    /// - Returns: What its events are told to.
    public func begin(device: String, client: String = "") -> Recorder {
        let time = clock.now
        let number = state.withLock { state in
            state.count += 1
            state.payments.append(
                Payment(number: state.count, device: device, client: client, time: time)
            )
            if state.payments.count > Self.limit { state.payments.removeFirst() }
            return state.count
        }
        return Recorder(journal: self, number: number)
    }

    /// Calls a closure after each event, until the returned closure is called.
    public func watch(_ watcher: @escaping Watcher) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.watcherCount += 1
            state.watchers[state.watcherCount] = watcher
            return state.watcherCount
        }
        return { [weak self] in self?.state.withLock { $0.watchers[number] = nil } }
    }

    fileprivate func add(_ event: Event, to number: Int) {
        let moment = Moment(time: clock.now, messages: countMessages(), event: event)
        let watchers = state.withLock { state in
            let place = state.payments.lastIndex { $0.number == number }
            if let place, state.payments[place].moments.count < Self.eventLimit {
                state.payments[place].moments.append(moment)
            }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher(number, event) }
    }

    /// Keeps the events of one payment.
    public struct Recorder: Sendable {
        fileprivate let journal: PaymentJournal
        /// The payment's number.
        public let number: Int

        /// Keeps an event.
        public func record(_ event: Event) { journal.add(event, to: number) }

        /// Keeps an observation; for `InstalledApp(observe:)`.
        public func observe(_ observation: PaymentObservation) { record(.observed(observation)) }

        /// An app whose questions and answers are kept.
        public func watching(_ app: any PaymentApp) -> any PaymentApp {
            WatchedApp(app: app, recorder: self)
        }
    }
}

/// An app that tells a journal of its questions and answers.
private struct WatchedApp: PaymentApp {
    let app: any PaymentApp
    let recorder: PaymentJournal.Recorder

    func ask(_ question: AppQuestion, answer: SheetAnswer) async {
        recorder.record(.asked(question, method: app.methodName(for: question)))
        let watched = SheetAnswer { [recorder] reply in
            recorder.record(.answered(question, reply))
            switch reply {
            case .update(let update): answer.update(update)
            case .authorization(let result): answer.authorization(result)
            case .unheard: answer.unheard()
            // The answer is released with this closure, which tells the sheet.
            case .letGo: break
            }
        }
        await app.ask(question, answer: watched)
    }

    func methodName(for question: AppQuestion) -> String { app.methodName(for: question) }

    func willAuthorizePayment() async { await app.willAuthorizePayment() }

    func didFinish(_ note: @Sendable () -> Void) async { await app.didFinish(note) }
}
