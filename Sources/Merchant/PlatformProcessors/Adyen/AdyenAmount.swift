internal import JSON
internal import Money

/// Amounts as Adyen writes them.
///
/// - Source: Adyen, *Currency codes and minor units*, which names the four currencies that differ from
///   ISO 4217.
enum AdyenAmount {
    private static let exponents = ["CLP": 2, "CVE": 0, "IDR": 0, "ISK": 2]

    /// The member `amount`; nil where Adyen cannot express the amount, such as a hundredth of a rupiah.
    static func json(_ amount: Money) -> JSONOutput? {
        let currency = amount.currency
        let exponent = exponents[currency.code] ?? currency.exponent
        return DecimalPoint.move(amount.minorUnits, from: currency.exponent, to: exponent).map {
            .object(["currency": .string(currency.code), "value": .integer($0)])
        }
    }

    /// The amount in a member `amount`; nil where it is none.
    static func money(_ json: JSONValue?) -> Money? {
        guard let units = json?.member("value")?.integer,
            let currency = json?.member("currency")?.string.flatMap({ Currency(code: $0) })
        else { return nil }
        let exponent = exponents[currency.code] ?? currency.exponent
        return DecimalPoint.move(units, from: exponent, to: currency.exponent).map {
            Money(minorUnits: $0, currency: currency)
        }
    }
}
