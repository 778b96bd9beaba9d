internal import Foundation
internal import Money
internal import PaymentRequest

extension UncheckedAmount {
    /// The amount as stated. What came through binary floating point, as the literal 4.99 does, is
    /// known by its noise and freed of it; that Apple's sheet shows such amounts is known from
    /// apps that use them (mission 7.21), how it rounds them is a guess.
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

    /// The short decimal that became this number on its way through binary floating point; nil
    /// where it came some other way.
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
    /// A sum of money as a number of its currency's units.
    convenience init(_ money: Money) {
        self.init(
            mantissa: money.minorUnits.magnitude,
            exponent: Int16(-money.currency.exponent),
            isNegative: money.isNegative
        )
    }
}
