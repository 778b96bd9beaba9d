/// Field 39: what became of a request.
///
/// - Source: ISO 8583:1987, table A.13, as the networks extend it; `1A` is Visa's.
package enum DecisionCode: String, Hashable, Sendable, CaseIterable {
    /// Approved.
    case approved = "00"
    /// The issuer wants to be called.
    case refer = "01"
    /// The merchant is unknown.
    case invalidMerchant = "03"
    /// The card is to be kept.
    case pickUp = "04"
    /// Declined without a reason.
    case doNotHonor = "05"
    /// A part of the amount is approved.
    case partiallyApproved = "10"
    /// The request is not possible in this state, or the network has no such request.
    case invalidTransaction = "12"
    /// The amount is zero, or more than the original permits.
    case invalidAmount = "13"
    /// No such account.
    case unknownAccount = "14"
    /// The original of this request is not known.
    case originalUnknown = "25"
    /// A field is missing or not as it must be.
    case formatError = "30"
    /// The card was lost.
    case lost = "41"
    /// The card was stolen.
    case stolen = "43"
    /// The account is closed.
    case closed = "46"
    /// The amount is more than is available.
    case insufficientFunds = "51"
    /// The account or the card has expired.
    case expired = "54"
    /// The PIN is wrong.
    case wrongPIN = "55"
    /// The cardholder may not do this.
    case notPermitted = "57"
    /// Suspected fraud.
    case suspectedFraud = "59"
    /// The amount is more than the account permits for one payment.
    case amountLimit = "61"
    /// The card is restricted.
    case restricted = "62"
    /// More payments than the account permits.
    case countLimit = "65"
    /// The request came after its reversal.
    case late = "68"
    /// The cryptogram is not right.
    case cryptogramInvalid = "82"
    /// The PIN was wrong too often.
    case pinTriesExceeded = "75"
    /// The account is valid: the answer to an amount of zero.
    case accountValid = "85"
    /// The issuer does not answer.
    case issuerUnavailable = "91"
    /// Another request with the same references was answered before.
    case duplicate = "94"
    /// The network failed.
    case systemError = "96"
    /// The cardholder has to authenticate with the PIN.
    case pinRequired = "1A"

    /// Whether an amount is held.
    package var isApproval: Bool { self == .approved || self == .partiallyApproved }
}
