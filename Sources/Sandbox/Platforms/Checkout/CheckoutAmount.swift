internal import Money

/// Amounts as Checkout.com writes them.
///
/// - Source: Checkout.com, "Format the amount value" (2025-12).
enum CheckoutAmount {
    static let largest: Int64 = 999_999_999

    private static let whole: Set = [
        "BIF", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF",
        "XOF", "XPF",
    ]
    private static let thousandths: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

    /// The digits after the point.
    static func digits(_ currency: Currency) -> Int {
        whole.contains(currency.code) ? 0 : thousandths.contains(currency.code) ? 3 : 2
    }

    /// The amount; nil where Checkout.com does not take such an amount in the currency.
    static func money(_ units: Int64, _ currency: Currency) -> Money? {
        let digits = digits(currency)
        guard (1...largest).contains(units), digits < 3 || units % 10 == 0 else { return nil }
        let (up, down) = factors(from: digits, to: currency.exponent)
        guard units % down == 0 else { return nil }
        return Money(minorUnits: units / down * up, currency: currency)
    }

    /// The amount as Checkout.com writes it.
    static func units(_ minorUnits: Int64, _ currency: Currency) -> Int64 {
        let (up, down) = factors(from: currency.exponent, to: digits(currency))
        return minorUnits / down * up
    }

    private static func factors(from: Int, to: Int) -> (up: Int64, down: Int64) {
        func power(_ exponent: Int) -> Int64 {
            (0..<max(0, exponent)).reduce(1) { power, _ in power * 10 }
        }
        return (power(to - from), power(from - to))
    }
}
