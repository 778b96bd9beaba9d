internal import HTTPServer

/// The role of a caller of the merchant's server.
public enum CallerRole: String, CaseIterable, Sendable {
    /// Asks for sessions, takes payments, changes orders and reads both.
    case shop
    /// All that a shop may, and charges and ends stored credentials.
    case billing
    /// All that billing may, and captures, voids and refunds.
    case backOffice = "back-office"
    /// Reads payments, orders and metrics.
    case readOnly = "read-only"
}

/// The operations, by the roles that may use them.
extension APIAccess {
    /// Reading payments, orders and events.
    static let reading = roles(of: CallerRole.allCases)
    /// Asking for sessions, also by pages without a key.
    static let sessions = roles(of: sellers, or: [SessionRoutes.page])
    /// Taking payments and changing orders.
    static let selling = roles(of: sellers)
    /// Charging and ending stored credentials.
    static let credentials = roles(of: [.billing, .backOffice])
    /// Captures, voids, refunds and the endpoints of webhooks.
    static let backOffice = roles(of: [.backOffice])
    /// Reading metrics.
    static let metrics = roles(of: [.backOffice, .readOnly])

    private static var sellers: [CallerRole] { [.shop, .billing, .backOffice] }

    private static func roles(of roles: [CallerRole], or others: [String] = []) -> APIAccess {
        .roles(Set(roles.map(\.rawValue) + others))
    }
}
