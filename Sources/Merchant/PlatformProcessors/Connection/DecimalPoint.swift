/// The place of the decimal point in amounts, where a platform counts a currency in other units than ISO 4217.
enum DecimalPoint {
    /// An amount with another number of digits after the point; nil where digits would be lost, or there are
    /// too many.
    static func move(_ units: Int64, from: Int, to: Int) -> Int64? {
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
