internal import Storage

/// One line of an order.
public struct OrderLineItem: Hashable, Sendable {
    /// The title of the line.
    public let title: String
    /// How many.
    public let quantity: Int64
    /// The line's amount, negative for a discount. Units: minor units of the order's currency.
    public let amountMinorUnits: Int64

    /// A line by its parts.
    public init(title: String, quantity: Int64 = 1, amountMinorUnits: Int64) {
        self.title = title
        self.quantity = quantity
        self.amountMinorUnits = amountMinorUnits
    }
}

/// A shipping method.
public struct OrderShippingMethod: Hashable, Sendable {
    /// The merchant's identifier of the method.
    public let identifier: String
    /// The label that the customer saw.
    public let label: String

    /// A method by its parts.
    public init(identifier: String, label: String) {
        self.identifier = identifier
        self.label = label
    }
}

/// An order to place. Its total is the authorized amount, so it is not repeated here.
///
/// Make it before the card is charged, so that an invalid order stops the charge.
public struct NewOrder: Hashable, Sendable {
    /// The payee, as on the payment sheet's last line.
    public let label: String
    /// The lines, in order.
    public let lineItems: [OrderLineItem]
    /// The shipping method; nil if nothing is shipped.
    public let shippingMethod: OrderShippingMethod?
    /// The customer.
    public let contact: OrderContact

    /// The members that the merchant may change later, as a JSON object.
    public var details = "{}"

    /// The most lines an order has.
    public static let lineItemsAtMost = 200
    /// The longest text an order holds. Units: bytes of UTF-8.
    public static let textBytesAtMost = 1_024

    /// Checks a text that an order is to hold, since an order that the database refuses leaves a charge
    /// without an order.
    ///
    /// - Throws: ``Problem`` where the database would not take it.
    public static func check(_ text: String) throws(Problem) {
        guard text.utf8.count <= textBytesAtMost else { throw .textTooLong }
        guard StoredValue.takes(text) else { throw .zeroCharacter }
    }

    /// An order within the bounds.
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
        for case let text? in texts { try Self.check(text) }
        self.label = label
        self.lineItems = lineItems
        self.shippingMethod = shippingMethod
        self.contact = contact
    }

    /// Why an order is invalid.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The label is empty.
        case labelEmpty
        /// It has more than ``NewOrder/lineItemsAtMost`` lines.
        case tooManyLineItems
        /// The quantity of a line is not positive.
        case quantityNotPositive
        /// A text is longer than ``NewOrder/textBytesAtMost``.
        case textTooLong
        /// A text holds U+0000, which a database cannot store.
        case zeroCharacter

        /// One line for a log.
        public var description: String {
            switch self {
            case .labelEmpty: "the order has no label"
            case .tooManyLineItems: "the order has more than \(NewOrder.lineItemsAtMost) lines"
            case .quantityNotPositive: "the quantity of a line of the order is not positive"
            case .textTooLong:
                "a text of the order is longer than \(NewOrder.textBytesAtMost) bytes"
            case .zeroCharacter: "a text of the order holds U+0000"
            }
        }
    }
}
