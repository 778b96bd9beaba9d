/// The terminal's statements in a payment by chip data, besides amount and currency. In an app, the
/// device is the terminal.
public struct ChipTerms: Hashable, Sendable {
    /// The merchant's country (9F1A), as three digits of ISO 3166-1; `000` if it has none.
    public let countryNumericCode: String
    /// The date of the payment (9A), `YYMMDD`.
    public let date: String

    /// Terms; nil if the country is not three digits or the date not six.
    public init?(countryNumericCode: String, date: String) {
        guard countryNumericCode.utf8.count == 3, date.utf8.count == 6,
            PackedDecimal.bytes(countryNumericCode.utf8, count: 2) != nil,
            PackedDecimal.bytes(date.utf8, count: 3) != nil
        else { return nil }
        self.countryNumericCode = countryNumericCode
        self.date = date
    }
}
