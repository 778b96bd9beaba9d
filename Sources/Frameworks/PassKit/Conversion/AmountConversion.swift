internal import Foundation
internal import Money
internal import PaymentRequest

extension UncheckedAmount {
    /// The amount as the app gave it. The rounding error of an amount that was created from a
    /// floating-point number, such as the literal 4.99, is removed. Apps show that Apple's sheet
    /// accepts such amounts (mission 7.21); how it rounds them is a guess.
    init(_ number: NSDecimalNumber?) {
        guard let number else {
            self = .missing
            return
        }
        let stated = UncheckedAmount(text: number.decimalValue.description)
        if let short = number.withoutBinaryNoise,
            case .decimal(let amount) = UncheckedAmount(text: short.description)
        {
            self = .binaryFraction(amount)
        } else {
            self = stated
        }
    }
}

extension NSDecimalNumber {
    /// More digits after the point than any currency has.
    private static let noiseScale = 6

    /// The short decimal from which a floating-point literal made this number; nil if it was
    /// made in another way.
    fileprivate var withoutBinaryNoise: Decimal? {
        guard self != .notANumber else { return nil }
        let behavior = NSDecimalNumberHandler(
            roundingMode: .plain,
            scale: Int16(Self.noiseScale),
            raiseOnExactness: false,
            raiseOnOverflow: false,
            raiseOnUnderflow: false,
            raiseOnDivideByZero: false
        )
        let short = rounding(accordingToBehavior: behavior)
        // Foundation's doubleValue does not round as a literal does.
        guard short != self, let literal = Double(short.description),
            NSDecimalNumber(value: literal) == self
        else { return nil }
        return short.decimalValue
    }
}

extension NSDecimalNumber {
    /// Creates an amount of money as a number of the currency's units.
    convenience init(_ money: Money) {
        self.init(
            mantissa: money.minorUnits.magnitude,
            exponent: Int16(-money.currency.exponent),
            isNegative: money.isNegative
        )
    }
}
