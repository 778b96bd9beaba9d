/// An amount of money: a whole number of a currency's minor units.
///
/// - Source: the payment data of a token carries amounts this way (Apple, *Payment token format
///   reference*, `transactionAmount` and `currencyCode`).
/// - Units: ``minorUnits`` are cents for USD, yen for JPY, fils for KWD.
public struct Money: Hashable, Sendable {
    /// The number of minor units; negative for a discount.
    public let minorUnits: Int64

    /// The currency.
    public let currency: Currency

    /// Creates an amount from minor units.
    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Creates an amount from a decimal number of units. Nothing is rounded.
    ///
    /// - Throws: ``Failure/tooManyFractionDigits(given:allowed:)`` for 0.999 USD or 1.5 JPY;
    ///   ``Failure/outOfRange`` when the minor units do not fit.
    public init(_ amount: DecimalAmount, in currency: Currency) throws(Failure) {
        guard amount.fractionDigits <= currency.exponent else {
            throw .tooManyFractionDigits(given: amount.fractionDigits, allowed: currency.exponent)
        }
        guard let units = Int64(exactly: amount.scaled(to: currency.exponent)) else {
            throw .outOfRange
        }
        self.init(minorUnits: units, currency: currency)
    }

    /// Zero in a currency.
    public static func zero(in currency: Currency) -> Money {
        Money(minorUnits: 0, currency: currency)
    }

    /// Whether the amount is less than zero.
    public var isNegative: Bool { minorUnits < 0 }

    /// The sum of two amounts.
    ///
    /// - Throws: ``Failure/differentCurrencies(_:_:)``; ``Failure/outOfRange``.
    public func adding(_ other: Money) throws(Failure) -> Money {
        guard currency == other.currency else {
            throw .differentCurrencies(currency, other.currency)
        }
        let (units, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .outOfRange }
        return Money(minorUnits: units, currency: currency)
    }

    /// The amount with exactly as many decimals as the currency has: `10.75`, `1000`, `1.250`.
    public var decimalText: String {
        digits(of: minorUnits, places: currency.exponent)
    }

    /// Why an amount cannot be represented.
    public enum Failure: Error, Hashable, Sendable {
        /// The amount has digits below the currency's minor unit.
        case tooManyFractionDigits(given: Int, allowed: Int)
        /// Amounts in different currencies cannot be added.
        case differentCurrencies(Currency, Currency)
        /// The number of minor units does not fit.
        case outOfRange
    }
}

extension Money: CustomStringConvertible {
    /// The amount and the currency's code, such as `10.75 USD`.
    public var description: String { "\(decimalText) \(currency.code)" }
}

extension Money.Failure: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .tooManyFractionDigits(let given, let allowed):
            "\(given) digits after the decimal point; the currency has \(allowed)"
        case .differentCurrencies(let left, let right):
            "\(left) and \(right) cannot be added"
        case .outOfRange: "the sum has too many digits"
        }
    }
}
