internal import Money

/// Amounts as Stripe writes them: in its own smallest unit of a currency.
///
/// - Source: Stripe, "Supported currencies": zero-decimal and three-decimal currencies, special cases.
enum StripeAmount {
    static let largest: Int64 = 99_999_999

    /// The power of ten between an amount of Stripe's and one in minor units of ISO 4217, and the power of ten that
    /// divides every amount of Stripe's.
    private static func scale(_ currency: Currency) -> (toMinorUnits: Int, step: Int64) {
        switch currency.code {
        // Without decimals since, but written with two that are zeros.
        case "ISK", "UGX": (-2, 100)
        // Written without decimals, though ISO 4217 has two.
        case "MGA": (2, 1)
        default: (0, currency.exponent == 3 ? 10 : 1)
        }
    }

    /// The amount; nil where Stripe does not take such an amount in the currency.
    static func money(_ units: Int64, _ currency: Currency) -> Money? {
        let scale = scale(currency)
        guard (0...largest).contains(units), units % scale.step == 0 else { return nil }
        let minor =
            switch scale.toMinorUnits {
            case 2: units * 100
            case -2: units / 100
            default: units
            }
        return Money(minorUnits: minor, currency: currency)
    }

    /// The amount as Stripe writes it.
    static func units(_ minorUnits: Int64, _ currency: Currency) -> Int64 {
        switch scale(currency).toMinorUnits {
        case 2: minorUnits / 100
        case -2: minorUnits * 100
        default: minorUnits
        }
    }

    static func units(_ amount: Money) -> Int64 { units(amount.minorUnits, amount.currency) }
}
