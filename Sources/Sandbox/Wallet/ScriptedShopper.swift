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
    /// One thing that a shopper does.
    public enum Step: Hashable, Sendable {
        /// Chooses where goods go.
        case chooseShippingContact(Contact)
        /// Chooses where bills go.
        case chooseBillingContact(Contact)
        /// Writes anew where goods go.
        case editShippingContact(Contact)
        /// Writes anew where bills go.
        case editBillingContact(Contact)
        /// Chooses a shipping method by its identifier.
        case chooseShippingMethod(String)
        /// Chooses a card by the name that the wallet shows.
        case chooseCard(String)
        /// Types a coupon code.
        case enterCouponCode(String)
        /// Says yes to the total that the sheet shows.
        case authorize
        /// Types the card's PIN.
        case enterPIN
        /// Closes the sheet.
        case cancel
        /// Closes the sheet without waiting for an answer.
        case cancelAtOnce
        /// Lets time pass, whatever the sheet waits for.
        case wait(Duration)
    }

    /// What comes first in the script is done first.
    public typealias Script = @Sendable (SheetSession) async throws -> Void

    /// How time passes; by default an app may work for as long as the sheet allows.
    public let time: SheetTime
    private let script: Script

    /// A shopper with a script.
    ///
    /// - Parameters:
    ///   - patience: The real time that an app may work on an answer before the sheet's time limit
    ///     is taken to be over.
    ///   - script: What the shopper does.
    public init(patience: Duration = .seconds(30), _ script: @escaping Script) {
        time = .counted(patience: patience)
        self.script = script
    }

    /// A shopper who takes these steps, which have the names and arguments that they have in a
    /// script.
    ///
    /// - Parameters:
    ///   - steps: What the shopper does, the first first.
    ///   - patience: As for a script.
    public init(_ steps: Step..., patience: Duration = .seconds(30)) {
        self.init(patience: patience) { sheet in
            for step in steps { try await sheet.take(step) }
        }
    }

    /// Follows the script.
    public func use(_ sheet: SheetSession) async throws { try await script(sheet) }
}
