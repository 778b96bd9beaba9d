public import Money
public import PaymentRequest
public import PaymentSheet

extension SheetSession {
    /// Takes a step of a script, once the sheet waits for the shopper alone.
    ///
    /// Nothing happens where the sheet has ended unpaid.
    ///
    /// - Throws: ``ScriptFailure`` where the sheet has nothing that the step names, or is paid and
    ///   nothing can be chosen any more.
    public func take(_ step: ScriptedShopper.Step) async throws(ScriptFailure) {
        switch step {
        case .cancelAtOnce, .wait: break
        default: await settled()
        }
        if let reason = reason(against: step) {
            let failure = ScriptFailure(step: step, reason: reason)
            told(.stepFailed(failure))
            throw failure
        }
        guard outcome == nil else { return }
        told(.shopper(step))
        switch step {
        case .chooseShippingContact(let contact), .editShippingContact(let contact):
            await take(.choseShippingContact(contact))
        case .chooseBillingContact(let contact), .editBillingContact(let contact):
            await take(.choseBillingContact(contact))
        case .chooseShippingMethod(let identifier):
            await take(.choseShippingMethod(identifier: identifier))
        case .chooseCard(let name):
            if let card = cards.first(where: { $0.displayName == name }) { await take(card: card) }
        case .enterCouponCode(let code): await take(.enteredCouponCode(code))
        case .authorize: await take(.authorized(total: sheet.request.total))
        case .enterPIN: await take(.enteredPIN)
        case .cancel, .cancelAtOnce: await take(.cancelled)
        case .wait(let duration): await pass(duration)
        }
    }

    /// Why a step cannot be taken at the sheet as it stands; nil where it can.
    private func reason(against step: ScriptedShopper.Step) -> ScriptFailure.Reason? {
        let sheet = sheet
        let request = sheet.request.request
        switch (step, sheet.outcome) {
        case (.cancel, _), (.cancelAtOnce, _), (.wait, _), (.authorize, _?): return nil
        case (_, .paid): return .sheetIsPaid
        case (_, _?): return nil
        case (_, nil): break
        }
        switch step {
        case .authorize: return sheet.obstacle?.reason
        case .chooseShippingContact, .editShippingContact:
            let isShown = !request.requiredShippingContactFields.isEmpty || !sheet.errors.isEmpty
            return isShown ? nil : .noShippingContact
        case .chooseBillingContact, .editBillingContact:
            let isShown = !request.requiredBillingContactFields.isEmpty || !sheet.errors.isEmpty
            return isShown ? nil : .noBillingContact
        case .chooseShippingMethod(let identifier):
            let offered = sheet.request.shippingMethods.map(\.identifier)
            return offered.contains(identifier) ? nil : .noSuchShippingMethod(offered: offered)
        case .chooseCard(let name):
            let admitted = cards.map(\.displayName)
            let others = walletCards.map(\.displayName).filter { !admitted.contains($0) }
            return admitted.contains(name) ? nil : .noSuchCard(admitted: admitted, others: others)
        case .enterCouponCode: return request.supportsCouponCode ? nil : .noCouponCode
        case .enterPIN: return sheet.waitsForPIN ? nil : .noPIN
        case .cancel, .cancelAtOnce, .wait: return nil
        }
    }

    /// Takes an event at once, as a person causes it, and tells which step of a script it would be.
    public func take(_ event: PaymentSheet.Event, as step: ScriptedShopper.Step) async {
        guard outcome == nil else { return }
        told(.shopper(step))
        await take(event)
    }

    /// The total that the sheet shows once the app has answered.
    public func total() async -> Money {
        await settled()
        return sheet.request.total
    }

    /// The errors that the app found and the shopper has not corrected, once the app has answered.
    public func errors() async -> [PaymentError] {
        await settled()
        return sheet.errors
    }

    /// Chooses where goods go.
    ///
    /// - Throws: ``ScriptFailure``, as `take(_:)` does, and so do the steps below.
    public func chooseShippingContact(_ contact: Contact) async throws(ScriptFailure) {
        try await take(.chooseShippingContact(contact))
    }

    /// Chooses where bills go.
    public func chooseBillingContact(_ contact: Contact) async throws(ScriptFailure) {
        try await take(.chooseBillingContact(contact))
    }

    /// Edits where goods go.
    public func editShippingContact(_ contact: Contact) async throws(ScriptFailure) {
        try await take(.editShippingContact(contact))
    }

    /// Edits where bills go.
    public func editBillingContact(_ contact: Contact) async throws(ScriptFailure) {
        try await take(.editBillingContact(contact))
    }

    /// Chooses a shipping method by the identifier that the app gave it.
    public func chooseShippingMethod(_ identifier: String) async throws(ScriptFailure) {
        try await take(.chooseShippingMethod(identifier))
    }

    /// Chooses a card by the name that the wallet shows.
    public func chooseCard(_ name: String) async throws(ScriptFailure) {
        try await take(.chooseCard(name))
    }

    /// Types a coupon code.
    public func enterCouponCode(_ code: String) async throws(ScriptFailure) {
        try await take(.enterCouponCode(code))
    }

    /// Types the card's PIN.
    public func enterPIN() async throws(ScriptFailure) { try await take(.enterPIN) }

    /// Authorizes the total that the sheet shows. Nothing happens where the sheet is over, or shows
    /// errors that must be put right first.
    public func authorize() async { try? await take(.authorize) }

    /// Closes the sheet once it waits for the shopper alone.
    public func cancel() async { try? await take(.cancel) }

    /// Closes the sheet without waiting for an answer.
    public func cancelAtOnce() async { try? await take(.cancelAtOnce) }

    /// Lets time pass, whatever the sheet waits for.
    public func wait(_ duration: Duration) async { try? await take(.wait(duration)) }
}

extension PaymentSheet.Display {
    /// The reason for which a shopper cannot authorize, of what the sheet says.
    fileprivate var reason: ScriptFailure.Reason? {
        switch self {
        case .errors(let errors): .errors(errors)
        case .missing(let shipping, let billing):
            .fieldsMissing(shipping: shipping, billing: billing)
        case .failed: .cardLocked
        case .processing, .paid, .totalChanged, .enterPIN, .notCompleted: nil
        }
    }
}
