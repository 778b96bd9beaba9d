public import PaymentRequest

extension PaymentSheet {
    /// What the merchant found wrong and the shopper has not put right, the worst first.
    ///
    /// Where there were ways of shipping and now there are none, nothing can be sent there.
    public var errors: [PaymentError] {
        let standing = standingErrors.map(\.error)
        let isSaid = standing.contains { $0.cause == .shippingAddressUnserviceable }
        return hasLostDelivery && !isSaid
            ? standing + [PaymentError(.shippingAddressUnserviceable)] : standing
    }

    /// Whether the merchant used to ship and no longer offers any way to.
    var hasLostDelivery: Bool { offersShipping && request.shippingMethods.isEmpty }

    /// What the merchant asked for and is not filled in for the shipping.
    public var missingShippingFields: [ContactField] {
        let fields = request.request.requiredShippingContactFields
        return (shippingContact ?? Contact()).missing(of: fields)
    }

    /// What the merchant asked for and is not filled in for the bill.
    public var missingBillingFields: [ContactField] {
        let fields = request.request.requiredBillingContactFields
        return (billingContact ?? Contact()).missing(of: fields)
    }

    /// The question that the merchant has not answered yet.
    public var outstanding: AskID? {
        guard case .answer(let ask, _) = work else { return nil }
        return ask
    }

    /// What the sheet waits for before it does anything else.
    public enum Wait: Hashable, Sendable {
        /// The merchant's answer.
        case answer(AskID)
        /// A token.
        case token(TokenID)
        /// The shopper's PIN.
        case pin
    }

    /// What the sheet waits for; nil where it is at rest.
    public var waitsFor: Wait? {
        switch work {
        case .answer(let ask, _): .answer(ask)
        case .token(let token): .token(token)
        case .pin: .pin
        case nil: nil
        }
    }

    /// Whether nothing is under way: no question, no token, no PIN, and no choice that waits.
    ///
    /// Then it is the shopper's turn, or the sheet is not yet, or no longer, on screen.
    public var isAtRest: Bool { work == nil && waiting.isEmpty }

    /// Whether the app has asked for the card's PIN and the shopper has not entered it yet.
    public var waitsForPIN: Bool { work == .pin }

    /// Whether the selected card's PIN is locked out, so that another card must be chosen.
    public var isCardLockedOut: Bool { lockedOut.contains(card.id) }

    /// Whether the button that authorizes does anything now.
    public var canAuthorize: Bool {
        isPresented && outcome == nil && isAtRest && !isCardLockedOut
            && !errors.contains(where: \.blocksAuthorization)
            && missingShippingFields.isEmpty && missingBillingFields.isEmpty
    }

    /// Whether a merchant holds a token and has not said what became of it.
    public var isChargePossible: Bool { handedOver != nil }

    /// Puts the sheet on screen, asks for a merchant session where that is wanted, and reports what
    /// is selected from the start: the card, and a contact where an address is asked for.
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

    /// Whether a payment is under way: a second yes to it is no yes to the next.
    private var isAuthorizing: Bool {
        switch work {
        case .token, .pin, .answer(_, .authorization): true
        case .answer, nil: false
        }
    }

    /// Does what waits, until something has to be waited for.
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

    /// The app took the sheet away before anybody saw it.
    mutating func leaveUnseen() -> [Action] { outcome == nil ? end(.cancelled) : [] }

    /// Ends unpaid, and remembers which question is left without an answer.
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
