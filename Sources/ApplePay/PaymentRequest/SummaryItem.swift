public import Money

/// An amount as an app or a page states it, before anybody has looked whether it is one.
///
/// - Source: an `NSDecimalNumber` may be absent or not a number; a page's amount is any text.
public enum UncheckedAmount: Hashable, Sendable {
    /// A decimal amount.
    case decimal(DecimalAmount)
    /// A decimal amount that came through binary floating point, with the noise of that taken off.
    case binaryFraction(DecimalAmount)
    /// Nothing was stated.
    case missing
    /// Not a number.
    case notANumber
    /// A number with more digits than a ``Money/DecimalAmount`` has.
    case outOfRange

    /// The amount that a text states.
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

    /// The amount, where one is stated.
    public var decimal: DecimalAmount? {
        switch self {
        case .decimal(let amount), .binaryFraction(let amount): amount
        case .missing, .notANumber, .outOfRange: nil
        }
    }
}

/// A line of the sheet: what is charged, and how much; the last one is the total.
///
/// - Source: Apple, PassKit, `PKPaymentSummaryItem`.
public struct SummaryItem: Hashable, Sendable {
    /// Whether the amount is known.
    public enum Kind: UInt, Hashable, Sendable {
        /// The amount is known.
        case final = 0
        /// The amount is not known yet, as a taxi's fare; the sheet shows none.
        case pending = 1
    }

    /// The text, or nil where none was ever given.
    public var label: String?
    /// The amount.
    public var amount: UncheckedAmount
    /// Whether the amount is known.
    public var kind: Kind
    /// When the amount is due; nil for at once.
    public var timing: PaymentTiming?

    /// A line with a text and an amount.
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

/// A way of getting the goods to the shopper, and its price.
///
/// - Source: Apple, PassKit, `PKShippingMethod`.
public struct ShippingMethod: Hashable, Sendable {
    /// The text, or nil where none was ever given.
    public var label: String?
    /// The price.
    public var amount: UncheckedAmount
    /// What sets it apart from the others, such as when it arrives.
    public var detail: String?
    /// The merchant's own name for it, never shown.
    public var identifier: String?
    /// When the goods arrive; shown in place of the detail once the method is selected.
    public var arrival: ArrivalRange?

    /// A way of shipping.
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

/// What the sheet calls the handing over of the goods; a matter of words only.
///
/// - Source: Apple, PassKit, `PKShippingType`.
public enum ShippingType: UInt, Hashable, Sendable, CaseIterable {
    /// Sent by post or parcel service.
    case shipping = 0
    /// Brought, as a pizza is.
    case delivery = 1
    /// Collected by the shopper at a shop.
    case storePickup = 2
    /// Collected by the merchant at the shopper's.
    case servicePickup = 3
}

/// Whether the shopper may change the address.
///
/// - Source: Apple, PassKit, `PKShippingContactEditingMode`.
public enum ShippingContactEditingMode: UInt, Hashable, Sendable {
    /// The shopper chooses.
    case available = 1
    /// The address is the shop's and stays.
    case storePickup = 2
}
