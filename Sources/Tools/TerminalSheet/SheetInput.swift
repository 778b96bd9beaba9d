internal import PaymentRequest
public import PaymentSheet
public import Wallet

/// An action of a shopper at the sheet.
public struct SheetInput: Hashable, Sendable {
    /// The event for the sheet.
    public let event: PaymentSheet.Event
    /// Whether the shopper edited a contact and did not only choose one.
    public let isWritten: Bool

    init(_ event: PaymentSheet.Event, isWritten: Bool = false) {
        self.event = event
        self.isWritten = isWritten
    }

    /// The step of a script that does the same; nil if no shopper can do it.
    ///
    /// - Parameter sheet: The sheet before the action.
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
