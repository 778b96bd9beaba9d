/// A request's statement on an account that the merchant stores for later payments.
///
/// - Source: the indicators of Mastercard, as
///   [Galileo](https://docs.galileo-ft.com/pro/reference/api-reference-cit-and-mit-indicators) lists them, and
///   Visa's letters for the point of sale; Documentation/ChargingByISO8583.md says what is a guess.
public enum StoredCredentialIndicator: String, Hashable, Sendable, CaseIterable {
    /// The account is stored with this payment, for a series of regular ones.
    case storedForRecurring
    /// The account is stored with this payment, for ones that have no fixed time.
    case storedForUnscheduled
    /// A later payment of a regular series, which the merchant makes.
    case recurring
    /// A later payment without a fixed time, which the merchant makes.
    case unscheduled
    /// A later payment, which the cardholder makes.
    case cardholder

    /// Whether it is of a later payment.
    public var isLater: Bool {
        switch self {
        case .storedForRecurring, .storedForUnscheduled: false
        case .recurring, .unscheduled, .cardholder: true
        }
    }

    /// The electronic commerce indicator of a later payment; nil where it has none. Of Mastercard, 07 is a payment that
    /// the merchant makes.
    public func commerceIndicator(of scheme: MessageScheme) -> ElectronicCommerceIndicator? {
        guard scheme == .mastercard, isLater, self != .cardholder else { return nil }
        return ElectronicCommerceIndicator("07")
    }

    /// Sub-field 5 of Mastercard's sub-element 22.
    var mastercardCode: String {
        switch self {
        case .storedForRecurring: "C103"
        case .storedForUnscheduled, .cardholder: "C101"
        case .recurring: "M103"
        case .unscheduled: "M101"
        }
    }

    /// Field 126.13 of the other schemes; nil where none is sent.
    var environment: String? {
        switch self {
        case .storedForRecurring, .storedForUnscheduled, .unscheduled: "C"
        case .recurring: "R"
        case .cardholder: nil
        }
    }
}
