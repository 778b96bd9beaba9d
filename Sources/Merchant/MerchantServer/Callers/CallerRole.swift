/// What a caller of the merchant's server may do.
public enum CallerRole: String, CaseIterable, Sendable {
    /// Asks for sessions, takes payments and reads them.
    case shop
    /// All that a shop may, and captures, voids and refunds.
    case backOffice = "back-office"
    /// Reads payments, orders and metrics.
    case readOnly = "read-only"
}
