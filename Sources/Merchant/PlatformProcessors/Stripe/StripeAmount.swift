internal import Money

/// An amount in the units in which Stripe counts its currency.
///
/// - Source: Stripe, *Supported currencies*: zero-decimal currencies, the special cases ISK and UGX, and
///   three-decimal currencies, whose last digit is 0. All others have the minor units of ISO 4217.
struct StripeAmount: Hashable, Sendable {
    /// The amount in Stripe's units.
    let units: Int64
    /// The currency.
    let currency: Currency

    /// The currencies that Stripe counts in other units than ISO 4217, with the digits after the point.
    private static let exponents = ["MGA": 0, "ISK": 2, "UGX": 2]

    /// An amount; nil where Stripe cannot express it, such as a thousandth of a dinar.
    init?(_ amount: Money) {
        let currency = amount.currency
        let exponent = Self.exponents[currency.code] ?? currency.exponent
        guard
            let units = DecimalPoint.move(
                amount.minorUnits,
                from: currency.exponent,
                to: exponent
            ),
            exponent < 3 || units.isMultiple(of: 10)
        else { return nil }
        (self.units, self.currency) = (units, currency)
    }

    /// The amount that Stripe's units stand for; nil where it is none of the currency.
    static func money(_ units: Int64, _ currency: Currency) -> Money? {
        let exponent = exponents[currency.code] ?? currency.exponent
        return DecimalPoint.move(units, from: exponent, to: currency.exponent).map {
            Money(minorUnits: $0, currency: currency)
        }
    }
}
