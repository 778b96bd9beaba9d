public import PaymentRequest

extension PaymentSheet {
    /// What the merchant found wrong and the shopper has not put right, the worst first.
    public var errors: [PaymentError] { standingErrors.map(\.error) }

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

    /// Whether the button that authorizes does anything now.
    public var canAuthorize: Bool {
        isPresented && outcome == nil && work == nil && waiting.isEmpty
            && !errors.contains(where: \.blocksAuthorization)
            && missingShippingFields.isEmpty && missingBillingFields.isEmpty
    }

    /// Whether a merchant holds a token and has not said what became of it.
    public var isChargePossible: Bool { handedOver != nil }

    /// Puts the sheet on screen and reports what is selected from the start: the card, and a
    /// contact where an address is asked for.
    mutating func present() -> [Action] {
        guard !isPresented else { return [.report(.presentedTwice)] }
        isPresented = true
        waiting = [.card(card)]
        if let contact = shippingContact { waiting.append(.shippingContact(contact)) }
        return goOn()
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
