/// Where the wallet finds an order that was just paid, to keep track of it.
///
/// - Source: Apple, PassKit, `PKPaymentOrderDetails`.
public struct OrderDetails: Hashable, Sendable {
    /// The kind of order, by the identifier registered with Apple.
    public var orderTypeIdentifier: String
    /// The merchant's own name for the order.
    public var orderIdentifier: String
    /// Where the order can be had.
    public var webServiceURL: String
    /// What the wallet must show there; a secret, which no description tells.
    public var authenticationToken: String

    /// An order.
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
    /// Which order it is.
    public var description: String { "order \(orderIdentifier) of \(orderTypeIdentifier)" }

    /// What a dump shows: the order, without what opens it.
    public var customMirror: Mirror { Mirror(self, children: ["order": description]) }
}
