/// The units in which a payment platform counts amounts, which for some currencies are not the minor units of ISO 4217.
public struct AmountUnits: Sendable {
    /// The digits after the point, by currency.
    private let exponents: [String: Int]
    /// The digits of the other currencies; nil for those of ISO 4217.
    private let usualExponent: Int?
    /// Whether the last of three digits after the point is always 0.
    private let hasRoundThousandths: Bool
    /// The greatest number of units.
    private let largest: Int64

    /// Stripe's: zero-decimal currencies, the special cases ISK and UGX, and three-decimal currencies, whose last digit
    /// is 0.
    ///
    /// - Source: Stripe, *Supported currencies*.
    public static let stripe = AmountUnits(
        exponents: ["MGA": 0, "ISK": 2, "UGX": 2],
        usualExponent: nil,
        hasRoundThousandths: true,
        largest: .max
    )

    /// Adyen's.
    ///
    /// - Source: Adyen, *Currency codes and minor units*, which names the four currencies that differ from ISO 4217.
    public static let adyen = AmountUnits(
        exponents: ["CLP": 2, "CVE": 0, "IDR": 0, "ISK": 2],
        usualExponent: nil,
        hasRoundThousandths: false,
        largest: .max
    )

    /// Checkout.com's: currencies that are counted whole, those in thousandths, whose last digit is 0, and all others
    /// in hundredths; at most nine digits.
    ///
    /// - Source: Checkout.com, *Format the amount value* (2025-12).
    public static let checkout = AmountUnits(
        exponents: [
            "BIF": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
            "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
            "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
        ],
        usualExponent: 2,
        hasRoundThousandths: true,
        largest: 999_999_999
    )

    /// The digits after the point of a currency.
    public func exponent(of currency: Currency) -> Int {
        exponents[currency.code] ?? usualExponent ?? currency.exponent
    }

    /// An amount in these units; nil where it cannot be expressed, such as a hundredth of a rupiah.
    public func units(_ amount: Money) -> Int64? {
        let (from, to) = (amount.currency.exponent, exponent(of: amount.currency))
        return Self.move(amount.minorUnits, from: from, to: to).flatMap {
            takes($0, to) ? $0 : nil
        }
    }

    /// The amount that a number of these units stands for; nil where there is no such amount of the currency.
    public func money(_ units: Int64, _ currency: Currency) -> Money? {
        let exponent = exponent(of: currency)
        guard takes(units, exponent) else { return nil }
        return Self.move(units, from: exponent, to: currency.exponent).map {
            Money(minorUnits: $0, currency: currency)
        }
    }

    private func takes(_ units: Int64, _ exponent: Int) -> Bool {
        units <= largest && (!hasRoundThousandths || exponent < 3 || units.isMultiple(of: 10))
    }

    /// A number with another number of digits after the point; nil where digits would be lost, or there are too many.
    private static func move(_ units: Int64, from: Int, to: Int) -> Int64? {
        var (units, exponent) = (units, from)
        while exponent < to {
            let (product, overflows) = units.multipliedReportingOverflow(by: 10)
            guard !overflows else { return nil }
            (units, exponent) = (product, exponent + 1)
        }
        while exponent > to {
            guard units.isMultiple(of: 10) else { return nil }
            (units, exponent) = (units / 10, exponent - 1)
        }
        return units
    }
}
