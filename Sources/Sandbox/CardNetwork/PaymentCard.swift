public import Bytes

/// A card with the number that is printed on it.
///
/// Only TEST numbers exist here. The card's number stays in the network; a device gets a
/// ``CardAccounts/DeviceAccount`` instead.
public struct PaymentCard: Sendable {
    /// The card number, in digits.
    public let number: Secret
    /// The expiry, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// Its network.
    public let scheme: CardScheme

    /// Creates a card; nil if the number is not one of the scheme's or its check digit is wrong.
    ///
    /// - Source: ISO/IEC 7812-1 annex B for the check digit.
    public init?(number: String, expirationDate: String, scheme: CardScheme) {
        let digits = Array(number.utf8)
        guard digits.count == scheme.numberLength, CardScheme(ofCardNumber: number) == scheme,
            digits.allSatisfy({ (0x30...0x39).contains($0) }), CheckDigit.isValid(digits)
        else { return nil }
        self.number = Secret(copying: digits)
        self.expirationDate = expirationDate
        self.scheme = scheme
    }
}

/// The check digit of account numbers.
///
/// - Source: ISO/IEC 7812-1 annex B.
package enum CheckDigit {
    /// Whether the last digit is correct.
    package static func isValid(_ digits: [UInt8]) -> Bool {
        guard let last = digits.last else { return false }
        return last == checkDigit(after: Array(digits.dropLast()))
    }

    /// The check digit for these digits.
    package static func checkDigit(after digits: [UInt8]) -> UInt8 {
        var sum = 0
        for (position, digit) in digits.reversed().enumerated() {
            let value = Int(digit - 0x30) * (position.isMultiple(of: 2) ? 2 : 1)
            sum += value > 9 ? value - 9 : value
        }
        return 0x30 + UInt8((10 - sum % 10) % 10)
    }
}
