/// An issuer's settings of an account. A test sets them.
public struct AccountSettings: Hashable, Sendable {
    /// The status of an account.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// For payments.
        case open
        /// The card was lost.
        case lost
        /// The card was stolen.
        case stolen
        /// The issuer blocks payments.
        case blocked
        /// For refunds only.
        case closed
    }

    /// The largest amount that can be set: twelve digits, as in a message.
    public static let largestAmount: Int64 = 999_999_999_999

    /// The state.
    public var status = Status.open
    /// The credit line, in each currency. Units: minor units.
    public var creditLine: Int64
    /// The largest payment; nil if only the credit line limits it. Units: minor units.
    public var paymentLimit: Int64?
    /// The largest sum of a day's payments in one currency; nil for any sum. Units: minor units.
    public var dailyAmount: Int64?
    /// The largest number of a day's payments in one currency; nil for any number.
    public var dailyPayments: Int64?
    /// The address for the comparison of addresses; nil if the bank has none.
    public var address: CardholderAddress?

    /// An open account without other limits than its credit line.
    public init(creditLine: Int64) { self.creditLine = creditLine }

    /// Whether every amount and number is in its range: 0 to ``largestAmount``.
    var isValid: Bool {
        [creditLine, paymentLimit, dailyAmount, dailyPayments]
            .allSatisfy { $0.map((0...Self.largestAmount).contains) ?? true }
    }
}

/// Why the settings of an account were not changed.
public enum AccountRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The network has no account of the card.
    case unknownCard
    /// An amount or a number is negative, or has more than twelve digits.
    case amountOutOfRange
    /// The PIN does not have 4 to 12 digits.
    case pinMalformed

    /// The cause in one line.
    public var description: String {
        switch self {
        case .unknownCard: "the network has no account of the card"
        case .amountOutOfRange: "an amount is negative or has more than twelve digits"
        case .pinMalformed: "the PIN does not have 4 to 12 digits"
        }
    }
}
