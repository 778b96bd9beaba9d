public import AppleServers
public import PaymentRequest
public import PaymentSheet
internal import PaymentToken

/// Shows one sheet: carries events to the machine, and what it says to the delegate, the Secure
/// Element and Apple's server.
public struct PaymentPresentation: Sendable {
    private let wallet: Wallet
    private let delegate: any PaymentDelegate
    private let observe: @Sendable (PaymentObservation) -> Void
    private var sheet: PaymentSheet
    private var tokens: [PaymentSheet.TokenID: SealedPaymentToken] = [:]

    /// Prepares a sheet for an app's request.
    ///
    /// - Throws: ``PresentationRefusal``, upon which no sheet is shown.
    public init(
        of request: PaymentRequest,
        from app: AppEntitlement,
        in wallet: Wallet,
        contacts: (shipping: Contact?, billing: Contact?),
        delegate: any PaymentDelegate,
        observe: @escaping @Sendable (PaymentObservation) -> Void
    ) throws(PresentationRefusal) {
        let valid: ValidPaymentRequest
        do {
            valid = try request.validated()
        } catch { throw .invalidRequest(error) }
        guard app.merchantIdentifiers.contains(request.merchantIdentifier) else {
            throw .merchantNotInEntitlement
        }
        guard wallet.capability.canMakePayments else { throw .deviceCannotPay }
        guard let card = wallet.defaultCard(for: request) else { throw .noCard }
        self.wallet = wallet
        self.delegate = delegate
        self.observe = observe
        sheet = PaymentSheet(
            request: valid,
            shopper: PaymentSheet.Shopper(
                card: card,
                shippingContact: contacts.shipping,
                billingContact: contacts.billing
            )
        )
    }

    /// Shows the sheet until it is over.
    public mutating func run(_ shopper: ScriptedShopper) async -> PaymentSheet.Outcome {
        observe(.presented(sheet.request))
        await handle(.presented)
        var steps = shopper.steps[...]
        while true {
            if let outcome = sheet.outcome { return outcome }
            let step = steps.popFirst() ?? .cancel
            observe(.shopper(step))
            await handle(event(for: step))
        }
    }

    private func event(for step: ScriptedShopper.Step) -> PaymentSheet.Event {
        switch step {
        case .chooseShippingContact(let contact): .choseShippingContact(contact)
        case .chooseBillingContact(let contact): .choseBillingContact(contact)
        case .chooseShippingMethod(let identifier): .choseShippingMethod(identifier: identifier)
        case .authorize: .authorized(total: sheet.request.total)
        case .cancel: .cancelled
        }
    }

    /// Hands the machine an event, and then every event that follows from what it says.
    private mutating func handle(_ first: PaymentSheet.Event) async {
        var events = [first]
        while !events.isEmpty {
            let before = sheet.request
            let actions = sheet.handle(events.removeFirst())
            if sheet.request != before { observe(.updated(sheet.request)) }
            for action in actions {
                if let event = await perform(action) { events.append(event) }
            }
        }
    }

    private mutating func perform(_ action: PaymentSheet.Action) async -> PaymentSheet.Event? {
        switch action {
        case .ask(let ask, let question):
            observe(.asked(question))
            return await answer(question, ask)
        case .makeToken(let order):
            do {
                tokens[order.id] = try wallet.makeToken(order, observe: observe)
                return .tokenMade(order.id)
            } catch {
                observe(.noToken(error))
                return .tokenRefused(order.id)
            }
        case .show(let display): observe(.shown(display))
        case .finish(let outcome):
            observe(.finished(outcome))
            await delegate.didFinish(outcome)
        case .report(let diagnostic): observe(.reported(diagnostic))
        case .startWaiting, .stopWaiting, .announceAuthorization: break
        }
        return nil
    }

    private func answer(
        _ question: PaymentSheet.Question,
        _ ask: PaymentSheet.AskID
    ) async -> PaymentSheet.Event {
        switch question {
        case .paymentMethod(let method):
            return .updateAnswered(ask, await delegate.didSelectPaymentMethod(method))
        case .shippingContact(let contact):
            return .updateAnswered(ask, await delegate.didSelectShippingContact(contact))
        case .shippingMethod(let method):
            return .updateAnswered(ask, await delegate.didSelectShippingMethod(method))
        case .couponCode: return .updateAnswered(ask, .unchanged)
        case .authorization(let details):
            guard let token = tokens[details.token] else {
                return .authorizationAnswered(ask, AuthorizationResult(.failure))
            }
            observe(.handedToDelegate(token))
            let payment = AuthorizedPayment(token: token, details: details)
            return .authorizationAnswered(ask, await delegate.didAuthorizePayment(payment))
        }
    }
}

/// Why no sheet is shown.
public enum PresentationRefusal: Error, Hashable, Sendable {
    /// The request breaks a rule; the developer must mend it.
    case invalidRequest(InvalidPaymentRequest)
    /// The app's entitlement does not name the merchant of the request (mission 3.11).
    case merchantNotInEntitlement
    /// The device cannot pay, or parental controls forbid it.
    case deviceCannotPay
    /// The wallet has no card that the request admits.
    case noCard
}
