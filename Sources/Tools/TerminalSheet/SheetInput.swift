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
        event.step(before: sheet, isWritten: isWritten)
    }
}
