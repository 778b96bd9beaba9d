/// A currency of ISO 4217's list of active codes.
///
/// The thirteen codes of that list that have no minor unit (gold, special drawing rights, the code
/// for tests and their like) are left out: an amount in them is not a whole number of anything.
///
/// - Source: ISO 4217:2015, list one, with its amendments up to 180, in force on 2026-01-01.
/// - Units: ``exponent`` is the number of decimal digits between the unit and its minor unit.
public struct Currency: Hashable, Sendable {
    /// The alphabetic code, such as `USD`.
    public let code: String

    /// The numeric code as three digits, such as `840`; what card messages carry.
    public let numericCode: String

    /// How many decimal digits the minor unit takes: 2 for USD, 0 for JPY, 3 for KWD.
    public let exponent: Int

    init(listed code: String, numericCode: String, exponent: Int) {
        self.code = code
        self.numericCode = numericCode
        self.exponent = exponent
    }

    /// The currency with an alphabetic code, or nil where no active currency has it.
    ///
    /// Only upper case is read, as Apple Pay has done since iOS 11.
    public init?(code: String) {
        guard let currency = CurrencyTable.byCode[code] else { return nil }
        self = currency
    }

    /// The currency with a numeric code, or nil where no active currency has it.
    ///
    /// The code is three digits: `036` is the Australian dollar and `36` is nothing.
    public init?(numericCode: String) {
        guard let currency = CurrencyTable.byNumericCode[numericCode] else { return nil }
        self = currency
    }

    /// Every active currency, ordered by alphabetic code.
    public static var active: [Currency] { CurrencyTable.active }

    /// The dollar of the United States.
    public static let usd = Currency(listed: "USD", numericCode: "840", exponent: 2)

    /// The euro.
    public static let eur = Currency(listed: "EUR", numericCode: "978", exponent: 2)

    /// The yuan renminbi.
    public static let cny = Currency(listed: "CNY", numericCode: "156", exponent: 2)

    /// The yen, which has no minor unit.
    public static let jpy = Currency(listed: "JPY", numericCode: "392", exponent: 0)
}

extension Currency: CustomStringConvertible {
    /// The alphabetic code.
    public var description: String { code }
}
