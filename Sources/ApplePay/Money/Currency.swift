/// An active currency of ISO 4217.
///
/// The thirteen active codes without a minor unit (gold, special drawing rights, the code for tests
/// and so on) are left out, because ``Money`` counts minor units.
///
/// - Source: ISO 4217:2015, list one, with its amendments up to 180, in force on 2026-01-01.
/// - Units: ``exponent`` is the number of decimal digits between the unit and its minor unit.
public struct Currency: Hashable, Sendable {
    /// The alphabetic code, such as `USD`.
    public let code: String

    /// The numeric code as three digits, such as `840`, as used in card messages.
    public let numericCode: String

    /// The number of decimal digits: 2 for USD, 0 for JPY, 3 for KWD.
    public let exponent: Int

    init(listed code: String, numericCode: String, exponent: Int) {
        self.code = code
        self.numericCode = numericCode
        self.exponent = exponent
    }

    /// The currency with an alphabetic code, or nil when no active currency has it.
    ///
    /// The code must be in upper case, as Apple Pay requires since iOS 11.
    public init?(code: String) {
        guard let currency = CurrencyTable.byCode[code] else { return nil }
        self = currency
    }

    /// The currency with a numeric code, or nil when no active currency has it.
    ///
    /// The code has three digits: `036` is the Australian dollar, `36` is not a code.
    public init?(numericCode: String) {
        guard let currency = CurrencyTable.byNumericCode[numericCode] else { return nil }
        self = currency
    }

    /// Every active currency, ordered by alphabetic code.
    public static var active: [Currency] { CurrencyTable.active }

    /// The United States dollar.
    public static let usd = Currency(listed: "USD", numericCode: "840", exponent: 2)

    /// The euro.
    public static let eur = Currency(listed: "EUR", numericCode: "978", exponent: 2)

    /// The Chinese yuan.
    public static let cny = Currency(listed: "CNY", numericCode: "156", exponent: 2)

    /// The yen, which has no minor unit.
    public static let jpy = Currency(listed: "JPY", numericCode: "392", exponent: 0)
}

extension Currency: CustomStringConvertible {
    /// The alphabetic code.
    public var description: String { code }
}
