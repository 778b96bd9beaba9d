public import PaymentRequest

extension PaymentSheet {
    /// The merchant's errors that the shopper has not corrected, the most severe first.
    ///
    /// If the merchant offered shipping methods and now offers none, the address cannot be served.
    public var errors: [PaymentError] {
        let standing = standingErrors.map(\.error)
        let isSaid = standing.contains { $0.cause == .shippingAddressUnserviceable }
        return hasLostDelivery && !isSaid
            ? standing + [PaymentError(.shippingAddressUnserviceable)] : standing
    }

    /// Whether the merchant offered shipping methods and now offers none.
    var hasLostDelivery: Bool { offersShipping && request.shippingMethods.isEmpty }

    /// The requested shipping fields that are missing.
    public var missingShippingFields: [ContactField] {
        let fields = request.request.requiredShippingContactFields
        return (shippingContact ?? Contact()).missing(of: fields)
    }

    /// The requested billing fields that are missing.
    public var missingBillingFields: [ContactField] {
        let fields = request.request.shownBillingContactFields
        return (billingContact ?? Contact()).missing(of: fields)
    }

    /// The question that is not answered yet.
    public var outstanding: AskID? {
        guard case .answer(let ask, _) = work else { return nil }
        return ask
    }

    /// The event that the sheet waits for before it continues.
    public enum Wait: Hashable, Sendable {
        /// The merchant's answer.
        case answer(AskID)
        /// A token.
        case token(TokenID)
        /// The shopper's PIN.
        case pin
    }

    /// The event that the sheet waits for; nil if it waits for nothing.
    public var waitsFor: Wait? {
        switch work {
        case .answer(let ask, _): .answer(ask)
        case .token(let token): .token(token)
        case .pin: .pin
        case nil: nil
        }
    }

    /// Whether nothing is in progress: no question, no token, no PIN, and no queued choice.
    ///
    /// Then the shopper can act, or the sheet is not yet, or no longer, presented.
    public var isAtRest: Bool { work == nil && waiting.isEmpty }

    /// Whether the app has requested the card's PIN and the shopper has not entered it yet.
    public var waitsForPIN: Bool { work == .pin }

    /// Whether the selected card's PIN is locked out, so that another card must be chosen.
    public var isCardLockedOut: Bool { lockedOut.contains(card.id) }

    /// Whether the shopper can authorize now.
    public var canAuthorize: Bool {
        isPresented && outcome == nil && isAtRest && obstacle == nil
    }

    /// The obstacle to authorizing, as the sheet says it: errors to correct, fields to fill in, or
    /// a locked card; nil if there is none.
    public var obstacle: Display? {
        let blocking = errors.filter(\.blocksAuthorization)
        guard blocking.isEmpty else { return .errors(blocking) }
        let (shipping, billing) = (missingShippingFields, missingBillingFields)
        guard shipping.isEmpty, billing.isEmpty else {
            return .missing(shipping: shipping, billing: billing)
        }
        return isCardLockedOut ? .failed : nil
    }

    /// Whether the merchant holds a token and has not answered yet.
    public var isChargePossible: Bool { handedOver != nil }

    /// Presents the sheet, requests a merchant session if one is needed, and reports the initial
    /// selection: the card, and a contact if an address is requested.
    mutating func present() -> [Action] {
        guard !isPresented else { return [.report(.presentedTwice)] }
        guard outcome == nil else { return [] }
        isPresented = true
        waiting = [.card(card)]
        if let contact = shippingContact { waiting.append(.shippingContact(contact)) }
        return asksForMerchantSession ? ask(.merchantSession) : goOn()
    }

    mutating func choose(_ choice: Choice) -> [Action] {
        guard isPresented else { return [.report(.notPresented)] }
        guard outcome == nil else { return [] }
        guard waiting.count < Self.waitingLimit else {
            return [.report(.tooManyChoices(limit: Self.waitingLimit))]
        }
        if case .authorization = choice, isAuthorizing { return [] }
        waiting.append(choice)
        return goOn()
    }

    /// Whether a payment is in progress: a second confirmation of it does not confirm the next
    /// one.
    private var isAuthorizing: Bool {
        switch work {
        case .token, .pin, .answer(_, .authorization): true
        case .answer, nil: false
        }
    }

    /// Processes the queued choices until the sheet has to wait.
    mutating func goOn() -> [Action] {
        var actions: [Action] = []
        while work == nil, outcome == nil, !waiting.isEmpty {
            actions += perform(waiting.removeFirst())
        }
        return actions
    }

    mutating func ask(_ question: Question) -> [Action] {
        lastAsk += 1
        let ask = AskID(number: lastAsk)
        work = .answer(ask, question)
        return [.ask(ask, question), .startWaiting(ask, for: Self.patience)]
    }

    mutating func cancel() -> [Action] {
        guard isPresented else { return [.report(.notPresented)] }
        guard outcome == nil else { return [] }
        let stop = outstanding.map { [Action.stopWaiting($0)] } ?? []
        return stop + end(.cancelled)
    }

    /// The app dismissed the sheet before it was visible.
    mutating func leaveUnseen() -> [Action] { outcome == nil ? end(.cancelled) : [] }

    /// Ends without payment, and remembers the question that remains unanswered.
    mutating func end(_ ending: Ending) -> [Action] {
        abandoned = outstanding
        return end(handedOver.map { .unresolved($0, ending) } ?? .notPaid(ending))
    }

    mutating func end(_ outcome: Outcome) -> [Action] {
        self.outcome = outcome
        work = nil
        waiting = []
        return [.finish(outcome)]
    }
}
