public import PaymentRequest
internal import World

/// A shopper that follows a script, in counted time.
///
/// Each step is taken when the sheet waits for nobody but the shopper, unless it says otherwise.
/// Where the script ends before the sheet does, the shopper closes the sheet.
///
/// ```swift
/// ScriptedShopper { sheet in
///     await sheet.chooseShippingMethod("next-day")
///     await sheet.authorize()
/// }
/// ```
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
        /// Chooses a way of shipping by its identifier.
        case chooseShippingMethod(identifier: String)
        /// Chooses a card by the name that the wallet shows.
        case chooseCard(named: String)
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
    private let failure = LockedValue<(any Error)?>(nil)

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

    /// A shopper who takes these steps.
    public init(_ steps: Step...) {
        self.init { sheet in
            for step in steps { await sheet.take(step) }
        }
    }

    /// Follows the script.
    public func use(_ sheet: SheetSession) async {
        do {
            try await script(sheet)
        } catch {
            failure.withLock { $0 = error }
        }
    }

    /// What the script threw, if it has.
    public var thrown: (any Error)? { failure.withLock { $0 } }
}
