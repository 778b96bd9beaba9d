internal import PaymentRequest
public import PaymentSheet
public import Wallet

/// Something that a shopper did at the sheet.
public struct SheetInput: Hashable, Sendable {
    /// What it means for the sheet.
    public let event: PaymentSheet.Event
    /// Whether it is about a contact that the shopper has written, and not just chosen.
    public let isWritten: Bool

    init(_ event: PaymentSheet.Event, isWritten: Bool = false) {
        self.event = event
        self.isWritten = isWritten
    }

    /// The step of a script that does the same; nil where no shopper does this.
    ///
    /// - Parameter sheet: The sheet before it.
    /// - Returns: The step.
    public func step(before sheet: PaymentSheet) -> ScriptedShopper.Step? {
        switch event {
        case .choseShippingContact(let contact):
            isWritten ? .editShippingContact(contact) : .chooseShippingContact(contact)
        case .choseBillingContact(let contact):
            isWritten ? .editBillingContact(contact) : .chooseBillingContact(contact)
        case .choseShippingMethod(let identifier): .chooseShippingMethod(identifier)
        case .choseCard(let card): .chooseCard(card.method.displayName ?? "")
        case .enteredCouponCode(let code): .enterCouponCode(code)
        case .authorized: .authorize
        case .enteredPIN: .enterPIN
        case .cancelled: sheet.isAtRest ? .cancel : .cancelAtOnce
        case .presented, .dismissed, .updateAnswered, .authorizationAnswered, .answerLetGo,
            .answerOverdue, .tokenMade, .tokenRefused:
            nil
        }
    }
}
