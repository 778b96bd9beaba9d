internal import CardMessages
internal import ISO8583
internal import Payments

/// The connection to a card network: what to do about each event. Pure: it reads no clock, opens no
/// socket and draws no random number but from its seed, so a simulation drives what the acquirer
/// runs.
///
/// - One connection at a time, opened at the start and again after each end, with a pause that
///   doubles and is jittered.
/// - Requests are sent after the sign-on was accepted. Until then they wait in a queue, for a
///   limited time. Once a connection could not be opened or signed on, they are given up at once.
/// - An answer belongs to the request with its ``AnswerKey``, in whatever order answers come.
/// - A request that was handed to a connection is never called "not sent".
struct AcquirerConnection: Sendable {
    typealias RequestNumber = UInt64
    typealias ConnectionNumber = UInt64

    enum Event: Sendable {
        case started
        case opened(ConnectionNumber)
        /// It could not be opened, or it ended.
        case ended(ConnectionNumber)
        case received(ConnectionNumber, ISO8583Message)
        case receivedUnreadable(ConnectionNumber)
        case submitted(RequestNumber, ISO8583Message)
        case cancelled(RequestNumber)
        case timePassed
        case stopped
    }

    enum Action: Sendable, Equatable {
        case open(ConnectionNumber)
        case close(ConnectionNumber)
        case send(ConnectionNumber, ISO8583Message)
        /// Fields 7 and 32 are the driver's.
        case sendManagement(ConnectionNumber, NetworkManagement.Code, traceNumber: Int)
        /// Answers an echo of the network.
        case answerManagement(ConnectionNumber, to: ISO8583Message)
        case finish(RequestNumber, Outcome)
        case report(AcquirerObservation)
        /// Nothing is to be done any more.
        case end
    }

    enum Outcome: Sendable, Equatable {
        case answered(ISO8583Message)
        case failed(ProcessorFailure)
    }

    /// Everything but the connection itself has the same meaning in each phase.
    enum Phase: Equatable, Sendable {
        case idle
        case pausing(until: Duration)
        case opening
        case signingOn(trace: Int, until: Duration)
        case ready
        case signingOff(trace: Int, until: Duration)
        case ended
    }

    struct Waiting: Sendable {
        let message: ISO8583Message
        let limit: Duration
    }

    /// A message in flight and all that wait for its answer: a repetition while the first waits is
    /// not sent again.
    struct InFlight: Sendable {
        let message: ISO8583Message
        var waiting: [RequestNumber: Duration]
    }

    let settings: AcquirerSettings
    var phase = Phase.idle
    var connection: ConnectionNumber = 0
    var failures = 0
    var wasRefused = false
    /// Whether the last connection could not be opened or signed on: nothing waits for the next one.
    var isDown = false
    var isStopping = false
    var unsent: [RequestNumber: Waiting] = [:]
    var unsentOrder: [RequestNumber] = []
    var inFlight: [AnswerKey: InFlight] = [:]
    var keys: [RequestNumber: AnswerKey] = [:]
    var remembered: RememberedRequests
    var lastReceived = Duration.zero
    var echo: (trace: Int, until: Duration)?
    private var lastTrace = 0
    private var jitter: UInt64

    init(_ settings: AcquirerSettings, seed: UInt64) {
        self.settings = settings
        remembered = RememberedRequests(limit: settings.rememberedLimit)
        jitter = seed
    }

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: Elapsed time, which never decreases.
    /// - Returns: What to do, in this order.
    mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .started:
            if phase == .idle { open(&actions) }
        case .opened(let number):
            if number == connection, phase == .opening { signOn(at: now, &actions) }
        case .ended(let number):
            if number == connection {
                lose(phase == .opening ? .notOpened : .ended, at: now, &actions)
            }
        case .received(let number, let message):
            if number == connection { receive(message, at: now, &actions) }
        case .receivedUnreadable(let number):
            if number == connection { actions.append(.report(.unreadable)) }
        case .submitted(let number, let message):
            submit(number, message, at: now, &actions)
        case .cancelled(let number): cancel(number, &actions)
        case .timePassed: passTime(at: now, &actions)
        case .stopped: stop(&actions)
        }
        sendUnsent(at: now, &actions)
        endIfDone(at: now, &actions)
        return actions
    }

    // MARK: The connection

    private mutating func open(_ actions: inout [Action]) {
        connection += 1
        phase = .opening
        actions.append(.open(connection))
    }

    private mutating func signOn(at now: Duration, _ actions: inout [Action]) {
        let trace = nextTrace()
        phase = .signingOn(trace: trace, until: now + settings.managementLimit)
        lastReceived = now
        actions.append(.sendManagement(connection, .signOn, traceNumber: trace))
    }

    /// Gives up the connection. What was sent on it may have arrived.
    private mutating func lose(
        _ cause: AcquirerObservation.Cause,
        at now: Duration,
        _ actions: inout [Action]
    ) {
        switch phase {
        case .idle, .pausing, .ended: return
        case .opening, .signingOn: isDown = true
        case .ready, .signingOff: break
        }
        actions.append(.close(connection))
        actions.append(.report(.disconnected(cause)))
        connection += 1
        echo = nil
        for (key, request) in inFlight.sorted(by: { $0.value.first < $1.value.first }) {
            giveUp(key, request, .connectionLost, &actions)
        }
        if isDown { endUnsent(&actions) }
        if isStopping {
            phase = .ended
            actions.append(.end)
        } else {
            phase = .pausing(until: now + pause())
        }
    }

    private mutating func pause() -> Duration {
        failures += 1
        let doubled = settings.shortestPause * (1 << min(failures - 1, 16))
        let longest = min(doubled, settings.longestPause)
        // SplitMix64; half of the pause is certain.
        jitter &+= 0x9e37_79b9_7f4a_7c15
        var mixed = jitter
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        mixed ^= mixed >> 31
        return longest / 2 + longest / 2 * Int(mixed % 1_000) / 1_000
    }

    mutating func nextTrace() -> Int {
        lastTrace = lastTrace % 999_999 + 1
        return lastTrace
    }

    private mutating func passTime(at now: Duration, _ actions: inout [Action]) {
        expireRequests(at: now, &actions)
        switch phase {
        case .pausing(let until): if now >= until, !isStopping { open(&actions) }
        case .signingOn(_, let until), .signingOff(_, let until):
            if now >= until { lose(.silent, at: now, &actions) }
        case .ready:
            if let echo, now >= echo.until {
                lose(.silent, at: now, &actions)
            } else if echo == nil, now - lastReceived >= settings.idleLimit {
                let trace = nextTrace()
                echo = (trace, now + settings.managementLimit)
                actions.append(.sendManagement(connection, .echo, traceNumber: trace))
            }
        case .idle, .opening, .ended: break
        }
    }

    /// Takes no more requests, and waits for the answers to those that were sent.
    private mutating func stop(_ actions: inout [Action]) {
        isStopping = true
        endUnsent(&actions)
    }

    private mutating func endIfDone(at now: Duration, _ actions: inout [Action]) {
        guard isStopping, inFlight.isEmpty else { return }
        switch phase {
        case .ready:
            let trace = nextTrace()
            phase = .signingOff(trace: trace, until: now + settings.managementLimit)
            actions.append(.sendManagement(connection, .signOff, traceNumber: trace))
        case .idle, .pausing:
            phase = .ended
            actions.append(.end)
        case .opening, .signingOn: lose(.closed, at: now, &actions)
        case .signingOff, .ended: break
        }
    }

    // MARK: What the network sends

    private mutating func receive(
        _ message: ISO8583Message,
        at now: Duration,
        _ actions: inout [Action]
    ) {
        lastReceived = now
        if message.type.number / 100 == 8 {
            receiveManagement(message, at: now, &actions)
            return
        }
        let key = AnswerKey(message)
        if message.type.isResponse, let request = inFlight.removeValue(forKey: key) {
            remembered.remember(key, .answered)
            for number in request.waiting.keys.sorted() {
                keys[number] = nil
                actions.append(.finish(number, .answered(message)))
            }
            return
        }
        switch message.type.isResponse ? remembered[key] : nil {
        case .answered: actions.append(.report(.repeatedAnswer(MessageTrace(message))))
        case .givenUp:
            remembered.remember(key, .answered)
            let isReversed = remembered.isReversed(key)
            actions.append(
                .report(
                    .lateAnswer(AcquirerObservation.LateAnswer(message, isReversed: isReversed))
                )
            )
        case nil: actions.append(.report(.unmatchedAnswer(MessageTrace(message))))
        }
    }

    private mutating func receiveManagement(
        _ message: ISO8583Message,
        at now: Duration,
        _ actions: inout [Action]
    ) {
        guard message.type.isResponse else {
            if message.text(70) == NetworkManagement.Code.echo.rawValue {
                actions.append(.answerManagement(connection, to: message))
            } else {
                actions.append(.report(.unmatchedAnswer(MessageTrace(message))))
            }
            return
        }
        let trace = message.text(11).flatMap { Int($0) }
        switch phase {
        case .signingOn(trace, _):
            if message.text(39) == ResponseCode.approved.text {
                phase = .ready
                failures = 0
                (wasRefused, isDown) = (false, false)
                actions.append(.report(.signedOn))
            } else {
                wasRefused = true
                let code = message.text(39).flatMap(ResponseCode.init) ?? .systemError
                actions.append(.report(.signOnRefused(code)))
                lose(.refused, at: now, &actions)
            }
        case .signingOff(trace, _): lose(.closed, at: now, &actions)
        case .ready where echo?.trace == trace: echo = nil
        default: actions.append(.report(.unmatchedAnswer(MessageTrace(message))))
        }
    }
}

extension AcquirerConnection.InFlight {
    /// Orders requests, so that the same events have the same actions in the same order.
    var first: AcquirerConnection.RequestNumber { waiting.keys.min() ?? 0 }
}
