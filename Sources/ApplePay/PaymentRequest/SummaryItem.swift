public import Money

/// An amount as an app or a page gives it, before validation.
///
/// - Source: an `NSDecimalNumber` may be absent or not a number; a page's amount is any text.
public enum UncheckedAmount: Hashable, Sendable {
    /// A decimal amount.
    case decimal(DecimalAmount)
    /// A decimal amount that was created from a floating-point number, after rounding off the
    /// error.
    case binaryFraction(DecimalAmount)
    /// No amount was given.
    case missing
    /// Not a number.
    case notANumber
    /// A number with more digits than a ``Money/DecimalAmount`` has.
    case outOfRange

    /// Parses an amount.
    public init(text: String) {
        do {
            self = .decimal(try DecimalAmount(text))
        } catch {
            switch error {
            case .notADecimal: self = .notANumber
            case .outOfRange: self = .outOfRange
            }
        }
    }

    /// The amount, when there is a valid one.
    public var decimal: DecimalAmount? {
        switch self {
        case .decimal(let amount), .binaryFraction(let amount): amount
        case .missing, .notANumber, .outOfRange: nil
        }
    }
}

/// A line of the sheet. The last one is the total.
///
/// - Source: Apple, PassKit, `PKPaymentSummaryItem`.
public struct SummaryItem: Hashable, Sendable {
    /// Whether the amount is known.
    public enum Kind: UInt, Hashable, Sendable {
        /// The amount is known.
        case final = 0
        /// The amount is not known yet, such as a taxi fare. The sheet shows none.
        case pending = 1
    }

    /// The text; nil when it was never set.
    public var label: String?
    /// The amount.
    public var amount: UncheckedAmount
    /// Whether the amount is known.
    public var kind: Kind
    /// When the amount is due; nil for immediately.
    public var timing: PaymentTiming?

    /// Creates a line.
    public init(
        label: String?,
        amount: UncheckedAmount,
        kind: Kind = .final,
        timing: PaymentTiming? = nil
    ) {
        self.label = label
        self.amount = amount
        self.kind = kind
        self.timing = timing
    }
}

/// A shipping method and its price.
///
/// - Source: Apple, PassKit, `PKShippingMethod`.
public struct ShippingMethod: Hashable, Sendable {
    /// The text; nil when it was never set.
    public var label: String?
    /// The price.
    public var amount: UncheckedAmount
    /// A second line, such as the delivery time.
    public var detail: String?
    /// The merchant's identifier, which is not shown.
    public var identifier: String?
    /// When the goods arrive; replaces the detail while the method is selected.
    public var arrival: ArrivalRange?

    /// Creates a shipping method.
    public init(
        label: String?,
        amount: UncheckedAmount,
        detail: String? = nil,
        identifier: String?,
        arrival: ArrivalRange? = nil
    ) {
        self.label = label
        self.amount = amount
        self.detail = detail
        self.identifier = identifier
        self.arrival = arrival
    }
}

/// How the goods reach the shopper. Only the sheet's wording depends on it.
///
/// - Source: Apple, PassKit, `PKShippingType`.
public enum ShippingType: UInt, Hashable, Sendable, CaseIterable {
    /// Shipped by a carrier.
    case shipping = 0
    /// Delivered by the merchant.
    case delivery = 1
    /// Picked up by the shopper at a store.
    case storePickup = 2
    /// Picked up by the merchant at the shopper's address.
    case servicePickup = 3
}

/// Whether the shopper may change the address.
///
/// - Source: Apple, PassKit, `PKShippingContactEditingMode`.
public enum ShippingContactEditingMode: UInt, Hashable, Sendable {
    /// The shopper can change the address.
    case available = 1
    /// The address is the store's and cannot be changed.
    case storePickup = 2
}
