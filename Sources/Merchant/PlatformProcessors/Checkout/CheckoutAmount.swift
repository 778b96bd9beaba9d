internal import Money

/// An amount in the units in which Checkout.com counts its currency.
///
/// - Source: Checkout.com, *Format the amount value* (2025-12): the currencies that are counted whole, those in
///   thousandths, whose last digit is 0, and at most nine digits. All others are counted in hundredths.
struct CheckoutAmount: Hashable, Sendable {
    /// The amount in Checkout.com's units.
    let units: Int64

    private static let whole: Set = [
        "BIF", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
        "XOF", "XPF",
    ]
    private static let thousandths: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

    /// An amount; nil where Checkout.com cannot express it.
    init?(_ amount: Money) {
        let (currency, exponent) = (amount.currency, Self.exponent(of: amount.currency))
        guard
            let units = DecimalPoint.move(
                amount.minorUnits,
                from: currency.exponent,
                to: exponent
            ), units <= 999_999_999, exponent < 3 || units.isMultiple(of: 10)
        else { return nil }
        self.units = units
    }

    /// The amount that Checkout.com's units stand for; nil where it is none of the currency.
    static func money(_ units: Int64, _ currency: Currency) -> Money? {
        DecimalPoint.move(units, from: exponent(of: currency), to: currency.exponent).map {
            Money(minorUnits: $0, currency: currency)
        }
    }

    private static func exponent(of currency: Currency) -> Int {
        whole.contains(currency.code) ? 0 : thousandths.contains(currency.code) ? 3 : 2
    }
}
