/// Where the wallet gets a paid order for tracking.
///
/// - Source: Apple, PassKit, `PKPaymentOrderDetails`.
public struct OrderDetails: Hashable, Sendable {
    /// The order type identifier that is registered with Apple.
    public var orderTypeIdentifier: String
    /// The merchant's identifier of the order.
    public var orderIdentifier: String
    /// The URL of the web service that delivers the order.
    public var webServiceURL: String
    /// The secret with which the wallet authenticates there. No description contains it.
    public var authenticationToken: String

    /// Creates order details.
    public init(
        orderTypeIdentifier: String,
        orderIdentifier: String,
        webServiceURL: String,
        authenticationToken: String
    ) {
        self.orderTypeIdentifier = orderTypeIdentifier
        self.orderIdentifier = orderIdentifier
        self.webServiceURL = webServiceURL
        self.authenticationToken = authenticationToken
    }
}

extension OrderDetails: CustomStringConvertible, CustomReflectable {
    /// The order's identifiers.
    public var description: String { "order \(orderIdentifier) of \(orderTypeIdentifier)" }

    /// The identifiers only, so that a dump does not show the secret.
    public var customMirror: Mirror { Mirror(self, children: ["order": description]) }
}
