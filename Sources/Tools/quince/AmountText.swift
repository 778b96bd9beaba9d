import Money

/// An amount as a token or an instruction states it, in words.
enum AmountText {
    /// The amount with its currency, or the bare minor units where the currency is not known.
    static func of(minorUnits: Int64, numericCode: String) -> String {
        guard let currency = Currency(numericCode: numericCode) else { return "\(minorUnits)" }
        return "\(Money(minorUnits: minorUnits, currency: currency))"
    }
}
