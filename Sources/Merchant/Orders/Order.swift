public import Charging
public import PaymentToken
public import World

/// An order, as recorded.
public struct Order: Hashable, Sendable {
    /// Its identifier.
    public let id: OrderID
    /// Its number, which people can say; later orders have higher ones.
    public let number: Int64
    /// Where it stands.
    public let status: OrderStatus
    /// Where its payment stands.
    public let paymentStatus: PaymentStatus
    /// The attempt that authorized its payment.
    public let attempt: AttemptID
    /// What was authorized. Units: minor units of the currency.
    public let totalMinorUnits: Int64
    /// The currency, as three capital letters of ISO 4217.
    public let currencyCode: String
    /// The transaction of the payment token.
    public let transactionID: TransactionID
    /// Whom the customer pays.
    public let label: String
    /// The lines, in order.
    public let lineItems: [OrderLineItem]
    /// How it is sent; nil where nothing is sent.
    public let shippingMethod: OrderShippingMethod?
    /// Whom it is for.
    public let contact: OrderContact
    /// When it was placed.
    public let createdAt: UnixTime
    /// When it last changed; never before that it said earlier, whatever the clock does.
    public let updatedAt: UnixTime
}

/// One line of the history of orders. Lines are added, never changed or removed.
public struct OrderEvent: Hashable, Sendable {
    /// The line's number among those of all orders, rising.
    public let sequence: Int64
    /// The order.
    public let order: OrderID
    /// When it happened.
    public let time: UnixTime
    /// What happened.
    public let change: Change

    /// What can happen to an order.
    public enum Change: Hashable, Sendable {
        /// It was placed, with its payment authorized.
        case placed
        /// It came to stand elsewhere.
        case status(OrderStatus)
        /// Its payment came to stand elsewhere.
        case payment(PaymentStatus)
    }
}
