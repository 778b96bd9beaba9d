internal import Foundation
internal import Money
internal import PaymentRequest

extension StatedAmount {
    /// The amount exactly as stated: what came in as binary floating point keeps its noise.
    init(_ number: NSDecimalNumber?) {
        guard let number else {
            self = .missing
            return
        }
        let decimal = number.decimalValue
        self = decimal.isNaN ? .notANumber : StatedAmount(text: decimal.description)
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
