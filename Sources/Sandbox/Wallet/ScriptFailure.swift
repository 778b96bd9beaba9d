public import PaymentRequest

/// A step of a shopper's script that the sheet does not support.
public struct ScriptFailure: Error, Hashable, Sendable {
    /// The step.
    public let step: ScriptedShopper.Step
    /// Why it cannot be taken.
    public let reason: Reason

    /// Why a step cannot be taken.
    public enum Reason: Hashable, Sendable {
        /// The request offers no shipping method with this identifier; it offers these.
        case noSuchShippingMethod(offered: [String])
        /// No admitted card has this name; these are admitted, and the wallet has others.
        case noSuchCard(admitted: [String], others: [String])
        /// The request requires no field of a shipping contact, and the app has found no error to
        /// be corrected, so the sheet shows none.
        case noShippingContact
        /// The request requires no field of a billing contact, and the app has found no error to
        /// be corrected, so the sheet shows none.
        case noBillingContact
        /// The request does not support coupon codes, so the sheet has no field for one.
        case noCouponCode
        /// The app's last answer did not ask for the card's PIN.
        case noPIN
        /// The sheet does not let the shopper pay until these errors are corrected.
        case errors([PaymentError])
        /// The sheet does not let the shopper pay until these fields are filled in.
        case fieldsMissing(shipping: [ContactField], billing: [ContactField])
        /// The PIN of the selected card is locked.
        case cardLocked
        /// The payment has succeeded and the sheet has ended.
        case sheetIsPaid
    }
}

extension ScriptFailure: CustomStringConvertible {
    /// The step, why it cannot be taken, and what there is instead.
    public var description: String { "the script's \(step.call) cannot be taken: \(reason)" }
}

extension ScriptFailure.Reason: CustomStringConvertible {
    /// Why, and what there is instead.
    public var description: String {
        switch self {
        case .noSuchShippingMethod(let offered):
            offered.isEmpty
                ? "the sheet has no shipping methods; the app gives them as shippingMethods"
                : "the sheet's shipping methods are \(Self.list(offered))"
        case .noSuchCard(let admitted, let others):
            "the cards that the request admits are \(Self.list(admitted))"
                + (others.isEmpty
                    ? "; the wallet has no others, ApplePaySandbox(cards:) adds them"
                    : "; the request does not admit \(Self.list(others))")
        case .noShippingContact:
            "the sheet has no shipping contact, because the request's"
                + " requiredShippingContactFields is empty"
        case .noBillingContact:
            "the sheet has no billing contact, because the request's"
                + " requiredBillingContactFields is empty"
        case .noCouponCode:
            "the sheet has no field for a coupon code, because the request's"
                + " supportsCouponCode is false"
        case .noPIN:
            "the sheet does not ask for a PIN; an app asks for it by the status pinRequired or"
                + " pinIncorrect"
        case .errors(let errors):
            "the sheet shows errors that must be corrected first:"
                + " \(errors.map(\.description).joined(separator: "; "))"
        case .fieldsMissing(let shipping, let billing):
            "fields must be filled in first: "
                + (Self.names(of: shipping, in: "shipping") + Self.names(of: billing, in: "billing"))
                .joined(separator: ", ")
        case .cardLocked: "the PIN of the selected card is locked; another card must be chosen"
        case .sheetIsPaid: "the sheet is over and paid"
        }
    }

    private static func names(of fields: [ContactField], in contact: String) -> [String] {
        fields.map { "\(PaymentError.Place.field($0)) of the \(contact) contact" }
    }

    private static func list(_ names: [String]) -> String {
        names.map(\.debugDescription).joined(separator: ", ")
    }
}
