/// One line of an order.
public struct OrderLineItem: Hashable, Sendable {
    /// What it is.
    public let title: String
    /// How many.
    public let quantity: Int64
    /// What the line comes to, negative for a discount. Units: minor units of the order's currency.
    public let amountMinorUnits: Int64

    /// A line by its parts.
    public init(title: String, quantity: Int64 = 1, amountMinorUnits: Int64) {
        self.title = title
        self.quantity = quantity
        self.amountMinorUnits = amountMinorUnits
    }
}

/// How an order is sent.
public struct OrderShippingMethod: Hashable, Sendable {
    /// The merchant's own name for the method.
    public let identifier: String
    /// What the customer read.
    public let label: String

    /// A method by its parts.
    public init(identifier: String, label: String) {
        self.identifier = identifier
        self.label = label
    }
}

/// What is to be ordered. Its total is what was authorized, so it is not repeated here.
///
/// Make it before the card is charged: an order that cannot be kept should stop the charge.
public struct NewOrder: Hashable, Sendable {
    /// Whom the customer pays, as on the payment sheet's last line.
    public let label: String
    /// The lines, in order.
    public let lineItems: [OrderLineItem]
    /// How it is sent; nil where nothing is sent.
    public let shippingMethod: OrderShippingMethod?
    /// Whom it is for.
    public let contact: OrderContact

    /// The most lines an order has.
    public static let lineItemsAtMost = 200
    /// The longest text an order holds. Units: bytes of UTF-8.
    public static let textBytesAtMost = 1_024

    /// An order that can be kept.
    ///
    /// - Throws: ``Problem`` otherwise.
    public init(
        label: String,
        lineItems: [OrderLineItem],
        shippingMethod: OrderShippingMethod?,
        contact: OrderContact
    ) throws(Problem) {
        guard !label.isEmpty else { throw .labelEmpty }
        guard lineItems.count <= Self.lineItemsAtMost else { throw .tooManyLineItems }
        guard lineItems.allSatisfy({ $0.quantity > 0 }) else { throw .quantityNotPositive }
        let texts =
            [label, shippingMethod?.identifier, shippingMethod?.label] + contact.parts
            + lineItems.map(\.title)
        guard texts.allSatisfy({ ($0?.utf8.count ?? 0) <= Self.textBytesAtMost }) else {
            throw .textTooLong
        }
        self.label = label
        self.lineItems = lineItems
        self.shippingMethod = shippingMethod
        self.contact = contact
    }

    /// Why an order cannot be kept.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// It does not say whom the customer pays.
        case labelEmpty
        /// It has more than ``NewOrder/lineItemsAtMost`` lines.
        case tooManyLineItems
        /// A line is of nothing.
        case quantityNotPositive
        /// A text is longer than ``NewOrder/textBytesAtMost``.
        case textTooLong

        /// One line for a log.
        public var description: String {
            switch self {
            case .labelEmpty: "the order has no label"
            case .tooManyLineItems: "the order has more than \(NewOrder.lineItemsAtMost) lines"
            case .quantityNotPositive: "a line of the order is of nothing"
            case .textTooLong:
                "a text of the order is longer than \(NewOrder.textBytesAtMost) bytes"
            }
        }
    }
}
