public import Bytes

/// A card as its issuer gave it out: the number that is printed on it.
///
/// Only TEST numbers exist here. The card's number stays in the network; what a device gets is a
/// ``SecureElement/DeviceAccount``.
public struct PaymentCard: Sendable {
    /// The card's number, in digits.
    public let number: Secret
    /// When it ends, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// Its network.
    public let scheme: CardScheme

    /// A card, or nil where the number is not one of its scheme's or fails its check digit.
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
    /// Whether the last of these digits is the right one.
    package static func isValid(_ digits: [UInt8]) -> Bool {
        guard let last = digits.last else { return false }
        return last == checkDigit(after: Array(digits.dropLast()))
    }

    /// The digit that follows these.
    package static func checkDigit(after digits: [UInt8]) -> UInt8 {
        var sum = 0
        for (position, digit) in digits.reversed().enumerated() {
            let value = Int(digit - 0x30) * (position.isMultiple(of: 2) ? 2 : 1)
            sum += value > 9 ? value - 9 : value
        }
        return 0x30 + UInt8((10 - sum % 10) % 10)
    }
}
