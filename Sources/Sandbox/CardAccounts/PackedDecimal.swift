/// Decimal digits, two in a byte, as EMV's format n has them: leading zeros fill the first bytes.
///
/// - Source: EMV 4.3 Book 3 § 4.3.
enum PackedDecimal {
    /// The digits of a text in whole bytes; nil if it has another character or does not fit.
    static func bytes(_ digits: some Collection<UInt8>, count: Int) -> [UInt8]? {
        guard digits.count <= count * 2 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        var place = count * 2 - digits.count
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            bytes[place / 2] |= (digit & 0xf) << (place.isMultiple(of: 2) ? 4 : 0)
            place += 1
        }
        return bytes
    }

    /// A number that is not negative; nil if it does not fit.
    static func bytes(_ number: Int64, count: Int) -> [UInt8]? {
        number < 0 ? nil : bytes(String(number).utf8, count: count)
    }

    /// The number in at most nine bytes; nil if a half byte is not a digit.
    static func number(_ bytes: some Collection<UInt8>) -> Int64? {
        guard bytes.count <= 9 else { return nil }
        var number: Int64 = 0
        for byte in bytes {
            let (high, low) = (Int64(byte >> 4), Int64(byte & 0xf))
            guard high < 10, low < 10 else { return nil }
            number = number * 100 + high * 10 + low
        }
        return number
    }
}
