/// The billing address of a card, for the issuer to compare. It is sent and not stored.
public struct BillingAddress: Hashable, Sendable {
    /// The postal code; empty if it is not known.
    public let postalCode: String
    /// The street with the house number; empty if it is not known.
    public let street: String

    /// An address.
    public init(postalCode: String, street: String) {
        self.postalCode = postalCode
        self.street = street
    }
}

/// The issuer's comparison of a ``BillingAddress``. It is information for the merchant: the issuer has
/// approved the payment, whatever it says.
public enum AddressCheck: String, Hashable, Sendable, CaseIterable {
    /// Street and postal code are those of the account.
    case matches
    /// The street is the account's, the postal code is not.
    case streetOnly
    /// The postal code is the account's, the street is not.
    case postalCodeOnly
    /// Neither is the account's.
    case differs
    /// The issuer has compared nothing, such as because it knows no address.
    case notCompared
}
