internal import JSON
internal import Money

/// Amounts as Adyen writes them: in minor units of ISO 4217, but for four currencies.
///
/// - Source: Adyen, "Currency codes and minor units".
enum AdyenAmount {
    /// The power of ten between Adyen's units and those of ISO 4217.
    private static let shifts = ["CLP": 2, "CVE": -2, "IDR": -2, "ISK": 2]

    /// The amount; nil where there is no such amount in the currency.
    static func money(_ units: Int64, _ currency: Currency) -> Money? {
        switch shifts[currency.code] ?? 0 {
        case 2:
            guard units.isMultiple(of: 100) else { return nil }
            return Money(minorUnits: units / 100, currency: currency)
        case -2:
            let (minor, overflows) = units.multipliedReportingOverflow(by: 100)
            return overflows ? nil : Money(minorUnits: minor, currency: currency)
        default: return Money(minorUnits: units, currency: currency)
        }
    }

    /// The object `amount`.
    static func json(_ minorUnits: Int64, _ currency: Currency) -> JSONOutput {
        let units =
            switch shifts[currency.code] ?? 0 {
            case 2: minorUnits * 100
            case -2: minorUnits / 100
            default: minorUnits
            }
        return .object(["currency": .string(currency.code), "value": .integer(units)])
    }

    static func json(_ amount: Money) -> JSONOutput { json(amount.minorUnits, amount.currency) }
}
