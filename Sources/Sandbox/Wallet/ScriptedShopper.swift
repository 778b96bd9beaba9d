public import PaymentRequest

/// A shopper that follows a script: each step is taken when the sheet waits for nothing else.
///
/// Where the script ends before the sheet does, the shopper closes the sheet.
public struct ScriptedShopper: Hashable, Sendable {
    /// One thing that a shopper does.
    public enum Step: Hashable, Sendable {
        /// Chooses where goods go.
        case chooseShippingContact(Contact)
        /// Chooses where bills go.
        case chooseBillingContact(Contact)
        /// Chooses a way of shipping by its identifier.
        case chooseShippingMethod(identifier: String)
        /// Says yes to the total that the sheet shows.
        case authorize
        /// Closes the sheet.
        case cancel
    }

    /// The steps in order.
    public let steps: [Step]

    /// A shopper with a script.
    public init(_ steps: Step...) {
        self.steps = steps
    }
}
