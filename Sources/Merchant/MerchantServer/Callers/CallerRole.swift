/// The role of a caller of the merchant's server.
public enum CallerRole: String, CaseIterable, Sendable {
    /// Asks for sessions, takes payments and reads them.
    case shop
    /// All that a shop may, and charges and ends stored credentials.
    case billing
    /// All that billing may, and captures, voids and refunds.
    case backOffice = "back-office"
    /// Reads payments, orders and metrics.
    case readOnly = "read-only"
}
