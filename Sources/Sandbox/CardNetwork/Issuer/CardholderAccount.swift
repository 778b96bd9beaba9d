/// An account at an issuer, behind a card.
package struct CardholderAccount: Hashable, Sendable {
    /// What an account may be used for.
    package enum Status: String, Hashable, Sendable {
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

    /// A keyed digest of the card's number.
    package let identifier: String
    /// The bank.
    package let issuer: String
    /// The last month in which the card is valid, `YYMM`.
    package let expiry: String
    /// The state.
    package var status = Status.open
    /// The credit line, in each currency. Units: minor units.
    package let limit: Int64
    /// The largest payment; nil if only the credit line limits it. Units: minor units.
    package var paymentLimit: Int64?
    /// The address for the comparison of addresses; nil if the bank has none.
    package var address: BillingAddress?
    /// The name of the scenario that belongs to the card's number.
    package var scenario: String?

    /// An open account.
    package init(identifier: String, issuer: String, expiry: String, limit: Int64) {
        self.identifier = identifier
        self.issuer = issuer
        self.expiry = expiry
        self.limit = limit
    }
}

/// What the comparison of addresses compares.
package struct BillingAddress: Hashable, Sendable {
    /// The postal code.
    package let postalCode: String
    /// The street with the house number.
    package let street: String

    /// An address.
    package init(postalCode: String, street: String) {
        self.postalCode = postalCode
        self.street = street
    }

    /// Compares an address with the account's.
    ///
    /// Of the street only the digits count; of the postal code the letters and digits.
    ///
    /// - Returns: Y if both match, A the street, Z the postal code, N neither, and U if the issuer
    ///   has no address.
    package static func result(of given: BillingAddress, against known: BillingAddress?) -> String {
        guard let known else { return "U" }
        let isStreet = given.digits == known.digits && !given.digits.isEmpty
        let isCode = given.code == known.code && !given.code.isEmpty
        return switch (isStreet, isCode) {
        case (true, true): "Y"
        case (true, false): "A"
        case (false, true): "Z"
        case (false, false): "N"
        }
    }

    private var digits: String { street.filter { $0.isASCII && $0.isNumber } }
    private var code: String { postalCode.uppercased().filter { $0.isLetter || $0.isNumber } }
}
