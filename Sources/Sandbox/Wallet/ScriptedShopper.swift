public import PaymentRequest

/// A shopper that follows a script, in counted time.
///
/// Each step is taken when the sheet waits only for the shopper, unless it says otherwise.
/// Where the script ends before the sheet does, the shopper closes the sheet.
///
/// ```swift
/// ScriptedShopper { sheet in
///     try await sheet.chooseShippingMethod("next-day")
///     await sheet.authorize()
/// }
/// ```
///
/// A step that the sheet has nothing for, such as a shipping method that it does not offer, throws
/// ``ScriptFailure``; the shopper then closes the sheet.
public struct ScriptedShopper: SheetShopper {
    /// A step of a shopper.
    public enum Step: Hashable, Sendable {
        /// Chooses the shipping contact.
        case chooseShippingContact(Contact)
        /// Chooses the billing contact.
        case chooseBillingContact(Contact)
        /// Edits the shipping contact.
        case editShippingContact(Contact)
        /// Edits the billing contact.
        case editBillingContact(Contact)
        /// Chooses a shipping method by its identifier.
        case chooseShippingMethod(String)
        /// Chooses a card by the name that the wallet shows.
        case chooseCard(String)
        /// Enters a coupon code.
        case enterCouponCode(String)
        /// Confirms the total that the sheet shows.
        case authorize
        /// Enters the card's PIN.
        case enterPIN
        /// Closes the sheet.
        case cancel
        /// Closes the sheet without waiting for an answer.
        case cancelAtOnce
        /// Lets time pass.
        case wait(Duration)
    }

    /// The steps of a script, in order.
    public typealias Script = @Sendable (SheetSession) async throws -> Void

    /// How time passes; by default an app may work for as long as the sheet allows.
    public let time: SheetTime
    private let script: Script

    /// Creates a shopper with a script.
    ///
    /// - Parameters:
    ///   - patience: The real time that an app may take for an answer before the sheet's time
    ///     limit is assumed to have passed.
    ///   - script: The shopper's steps.
    public init(patience: Duration = .seconds(30), _ script: @escaping Script) {
        time = .counted(patience: patience)
        self.script = script
    }

    /// Creates a shopper with steps, which have the names and arguments of those in a script.
    ///
    /// - Parameters:
    ///   - steps: The steps, in order.
    ///   - patience: As for a script.
    public init(_ steps: Step..., patience: Duration = .seconds(30)) {
        self.init(patience: patience) { sheet in
            for step in steps { try await sheet.take(step) }
        }
    }

    /// Follows the script.
    public func use(_ sheet: SheetSession) async throws { try await script(sheet) }
}
