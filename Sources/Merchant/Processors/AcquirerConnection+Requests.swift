internal import ISO8583
internal import Payments

extension AcquirerConnection {
    mutating func submit(
        _ number: RequestNumber,
        _ message: ISO8583Message,
        at now: Duration,
        _ actions: inout [Action]
    ) {
        guard !isStopping, !isDown, phase != .ended else {
            actions.append(.finish(number, unsentOutcome(message, missingConnection)))
            return
        }
        guard unsent.count < settings.queueLimit else {
            actions.append(.finish(number, unsentOutcome(message, .overloaded)))
            return
        }
        unsent[number] = Waiting(message: message, limit: now + settings.unsentLimit)
        unsentOrder.append(number)
    }

    /// Why there is no connection to send on.
    private var missingConnection: ProcessorFailure.NotSentCause {
        wasRefused ? .notSignedOn : .unreachable
    }

    /// Gives up all requests that wait for a connection.
    mutating func endUnsent(_ actions: inout [Action]) {
        for number in unsentOrder {
            guard let waiting = unsent[number] else { continue }
            let outcome = unsentOutcome(waiting.message, missingConnection)
            actions.append(.finish(number, outcome))
        }
        unsent = [:]
        unsentOrder = []
    }

    /// The outcome of a request that is given up before it was sent. The same message may have been
    /// sent before, and then its outcome is unknown.
    func unsentOutcome(
        _ message: ISO8583Message,
        _ cause: ProcessorFailure.NotSentCause
    ) -> Outcome {
        let key = AnswerKey(message)
        let isRepetition = message.type.number % 10 == 1
        guard isRepetition || remembered[key] != nil || inFlight[key] != nil else {
            return .failed(.notSent(cause))
        }
        return .failed(.outcomeUnknown(cause == .cancelled ? .cancelled : .timedOut))
    }

    /// Sends what waits, in order, while the connection takes more.
    mutating func sendUnsent(at now: Duration, _ actions: inout [Action]) {
        guard phase == .ready, !unsentOrder.isEmpty else { return }
        var sent = 0
        for number in unsentOrder {
            guard let waiting = unsent[number] else {
                sent += 1
                continue
            }
            let key = AnswerKey(waiting.message)
            guard inFlight[key] != nil || inFlight.count < settings.inFlightLimit else { break }
            sent += 1
            unsent[number] = nil
            send(number, waiting.message, key, at: now, &actions)
        }
        unsentOrder.removeFirst(sent)
    }

    private mutating func send(
        _ number: RequestNumber,
        _ message: ISO8583Message,
        _ key: AnswerKey,
        at now: Duration,
        _ actions: inout [Action]
    ) {
        if let earlier = inFlight[key] {
            // A repetition differs in its type alone. Anything else is another operation whose
            // derived reference is the same by accident.
            guard earlier.message.fields == message.fields else {
                actions.append(.finish(number, .failed(.notSent(.requestInvalid))))
                return
            }
            inFlight[key]?.waiting[number] = now + settings.answerLimit
            keys[number] = key
            return
        }
        if key.isReversal { remembered.rememberReversal(of: key.authorization) }
        let limit = now + settings.answerLimit
        inFlight[key] = InFlight(message: message, waiting: [number: limit])
        keys[number] = key
        actions.append(.send(connection, message))
    }

    mutating func cancel(_ number: RequestNumber, _ actions: inout [Action]) {
        if let waiting = unsent.removeValue(forKey: number) {
            actions.append(.finish(number, unsentOutcome(waiting.message, .cancelled)))
        } else {
            leave(number, .cancelled, &actions)
        }
    }

    /// Ends requests whose time is over.
    mutating func expireRequests(at now: Duration, _ actions: inout [Action]) {
        for (number, waiting) in unsent.sorted(by: { $0.key < $1.key }) where now >= waiting.limit {
            unsent[number] = nil
            let isFull = phase == .ready
            let outcome = unsentOutcome(waiting.message, isFull ? .overloaded : missingConnection)
            actions.append(.finish(number, outcome))
        }
        unsentOrder.removeAll { unsent[$0] == nil }
        let over = inFlight.values.flatMap { $0.waiting.filter { now >= $0.value }.keys }
        for number in over.sorted() { leave(number, .timedOut, &actions) }
    }

    /// Ends one wait for an answer. After the last one the request is remembered as given up.
    private mutating func leave(
        _ number: RequestNumber,
        _ cause: ProcessorFailure.UnknownCause,
        _ actions: inout [Action]
    ) {
        guard let key = keys.removeValue(forKey: number) else { return }
        inFlight[key]?.waiting[number] = nil
        if inFlight[key]?.waiting.isEmpty == true {
            inFlight[key] = nil
            remembered.remember(key, .givenUp)
        }
        actions.append(.finish(number, .failed(.outcomeUnknown(cause))))
    }

    mutating func giveUp(
        _ key: AnswerKey,
        _ request: InFlight,
        _ cause: ProcessorFailure.UnknownCause,
        _ actions: inout [Action]
    ) {
        for number in request.waiting.keys.sorted() { leave(number, cause, &actions) }
    }
}
