public import PaymentToken
public import World

/// An order, as recorded.
public struct Order: Hashable, Sendable {
    /// Its identifier.
    public let id: OrderID
    /// Its number, for people; later orders have higher ones.
    public let number: Int64
    /// Its status.
    public let status: OrderStatus
    /// Its payment's status.
    public let paymentStatus: PaymentStatus
    /// The attempt that authorized its payment.
    public let attempt: AttemptID
    /// The authorized amount. Units: minor units of the currency.
    public let totalMinorUnits: Int64
    /// The currency, as three capital letters of ISO 4217.
    public let currencyCode: String
    /// The transaction of the payment token.
    public let transactionID: TransactionID
    /// The payee.
    public let label: String
    /// The lines, in order.
    public internal(set) var lineItems: [OrderLineItem]
    /// The shipping method; nil if nothing is shipped.
    public let shippingMethod: OrderShippingMethod?
    /// The customer.
    public let contact: OrderContact
    /// The members that the merchant changes, as a JSON object: the fulfillments, the returns and the metadata.
    public let details: String
    /// The number of its version: 1 when it is placed, and one more with each change.
    public let version: Int64
    /// When it was placed.
    public let createdAt: UnixTime
    /// When it last changed. Each change has a later time, whatever the clock does.
    public let updatedAt: UnixTime
}

/// One line of the history of orders. Lines are added, never changed or removed.
public struct OrderEvent: Hashable, Sendable {
    /// The line's number; it increases over all orders.
    public let sequence: Int64
    /// The version of the order that has it.
    public let version: Int64
    /// When it happened.
    public let time: UnixTime
    /// The change.
    public let change: Change

    /// A change of an order.
    public enum Change: Hashable, Sendable {
        /// It was placed, with its payment authorized.
        case placed
        /// Its status changed.
        case status(OrderStatus)
        /// Its payment's status changed.
        case payment(PaymentStatus)
        /// Its fulfillments, returns or metadata changed: all of them, as a JSON object.
        case details(String)
    }
}
