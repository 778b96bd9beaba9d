internal import Foundation
internal import Money
internal import PaymentRequest

extension StatedAmount {
    /// The amount exactly as stated: what came in as binary floating point keeps its noise.
    init(_ number: NSDecimalNumber?) {
        self = number.map { StatedAmount(text: $0.decimalValue.description) } ?? .missing
    }
}

extension NSDecimalNumber {
    /// A sum of money as a number of its currency's units.
    convenience init(_ money: Money) {
        self.init(
            mantissa: money.minorUnits.magnitude,
            exponent: Int16(-money.currency.exponent),
            isNegative: money.isNegative
        )
    }
}
