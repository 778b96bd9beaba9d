/// An exact decimal number of the size of a price.
///
/// The value is normalized, so that 10.0 equals 10. Nothing is rounded: a number that does not fit
/// is an error.
///
/// - Source: replaces Foundation's `NSDecimalNumber`, which holds longer numbers; a price of more
///   than eighteen digits is refused with ``Failure/outOfRange``.
public struct DecimalAmount: Hashable, Sendable {
    /// The digits, without the decimal point.
    public let mantissa: Int64

    /// The number of digits after the decimal point, 0 to 18, without trailing zeros.
    public let fractionDigits: Int

    /// Maximum number of digits after the decimal point.
    public static let fractionDigitLimit = 18

    /// Zero.
    public static let zero = DecimalAmount(wholeNumber: 0)

    /// A whole number.
    public init(wholeNumber: Int64) {
        mantissa = wholeNumber
        fractionDigits = 0
    }

    /// Creates the number ±mantissa × 10^exponent.
    ///
    /// The parameters are those of `NSDecimalNumber.init(mantissa:exponent:isNegative:)`.
    ///
    /// - Throws: ``Failure/outOfRange`` where the number does not fit.
    public init(mantissa: UInt64, exponent: Int, isNegative: Bool) throws(Failure) {
        let magnitude = Int128(mantissa)
        try self.init(digits: isNegative ? -magnitude : magnitude, exponent: exponent)
    }

    /// Parses an optional minus, digits, and optionally a point and more digits.
    ///
    /// - Throws: ``Failure/notADecimal(offset:)`` for anything else, including a plus, an exponent,
    ///   white space, a comma and a bare point; ``Failure/outOfRange`` when it does not fit.
    public init(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        let isNegative = bytes.first == UInt8(ascii: "-")
        var digits: Int128 = 0
        var pointOffset: Int?
        var isDigitBefore = false
        for offset in (isNegative ? 1 : 0)..<bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "."), isDigitBefore, pointOffset == nil {
                pointOffset = offset
                isDigitBefore = false
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                throw .notADecimal(offset: offset)
            }
            digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
            guard digits < Self.digitLimit else { throw .outOfRange }
            isDigitBefore = true
        }
        guard isDigitBefore else { throw .notADecimal(offset: bytes.count) }
        let fractionDigits = pointOffset.map { bytes.count - $0 - 1 } ?? 0
        try self.init(digits: isNegative ? -digits : digits, exponent: -fractionDigits)
    }

    /// Normalizes, then checks the size.
    private init(digits: Int128, exponent: Int) throws(Failure) {
        var (digits, exponent) = (digits, digits == 0 ? 0 : exponent)
        while exponent < 0, digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        while exponent > 0 {
            digits *= 10
            exponent -= 1
            guard digits.magnitude < Self.digitLimit.magnitude else { throw .outOfRange }
        }
        guard exponent >= -Self.fractionDigitLimit, let mantissa = Int64(exactly: digits) else {
            throw .outOfRange
        }
        self.mantissa = mantissa
        fractionDigits = -exponent
    }

    /// Greater than every mantissa, and small enough that one more digit still fits in `Int128`.
    private static let digitLimit: Int128 = 1_000_000_000_000_000_000_000_000_000_000_000_000

    /// Whether the number is less than zero.
    public var isNegative: Bool { mantissa < 0 }

    /// Why a number cannot be represented.
    public enum Failure: Error, Hashable, Sendable {
        /// The text is not a decimal number; the offset of the first wrong byte, in UTF-8.
        case notADecimal(offset: Int)
        /// The exact result has too many digits.
        case outOfRange
    }
}

extension DecimalAmount {
    /// The exact sum.
    ///
    /// - Throws: ``Failure/outOfRange`` where it does not fit.
    public func adding(_ other: DecimalAmount) throws(Failure) -> DecimalAmount {
        let digits = max(fractionDigits, other.fractionDigits)
        return try DecimalAmount(
            digits: scaled(to: digits) + other.scaled(to: digits),
            exponent: -digits
        )
    }

    /// The exact difference.
    ///
    /// - Throws: ``Failure/outOfRange`` where it does not fit.
    public func subtracting(_ other: DecimalAmount) throws(Failure) -> DecimalAmount {
        let digits = max(fractionDigits, other.fractionDigits)
        return try DecimalAmount(
            digits: scaled(to: digits) - other.scaled(to: digits),
            exponent: -digits
        )
    }

    /// The exact product: a discount of 5 % is a price multiplied by 0.05.
    ///
    /// - Throws: ``Failure/outOfRange`` where it does not fit.
    public func multiplied(by other: DecimalAmount) throws(Failure) -> DecimalAmount {
        try DecimalAmount(
            digits: Int128(mantissa) * Int128(other.mantissa),
            exponent: -(fractionDigits + other.fractionDigits)
        )
    }

    /// The mantissa for this number of fraction digits. It has at most 37 digits, which fit.
    func scaled(to digits: Int) -> Int128 {
        var scaled = Int128(mantissa)
        for _ in fractionDigits..<digits { scaled *= 10 }
        return scaled
    }
}

extension DecimalAmount: Comparable {
    /// Whether one number is less than the other, exactly.
    public static func < (left: DecimalAmount, right: DecimalAmount) -> Bool {
        let digits = max(left.fractionDigits, right.fractionDigits)
        return left.scaled(to: digits) < right.scaled(to: digits)
    }
}

extension DecimalAmount: CustomStringConvertible {
    /// The shortest text of the number, such as `-12.75`.
    public var description: String {
        digits(of: mantissa, places: fractionDigits)
    }
}

extension DecimalAmount.Failure: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .notADecimal(let offset): "not a decimal number from byte \(offset) on"
        case .outOfRange: "the number has too many digits"
        }
    }
}
