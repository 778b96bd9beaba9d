/// Hexadecimal, read strictly: an even number of digits and nothing else.
///
/// - Source: RFC 4648 § 8. Both cases are read, because Apple writes transaction identifiers in
///   lower case inside a token and in upper case outside.
public enum Hexadecimal {
    /// Why a text is not hexadecimal.
    public enum Failure: Error, Hashable, Sendable {
        /// Half a byte is left over.
        case oddLength
        /// Something other than 0-9, a-f and A-F, at this offset in UTF-8 bytes.
        case notADigit(offset: Int)
    }

    /// The bytes that a text of hexadecimal digits stands for.
    ///
    /// Leading zeros are kept: two digits are always one byte.
    public static func decode(_ digits: Span<UInt8>) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: try decodedCount(of: digits))
        var output = bytes.mutableSpan
        try decode(digits, to: &output)
        return bytes
    }

    /// The bytes that a text of hexadecimal digits stands for, which must not be seen: no copy of
    /// them is left behind.
    public static func decodeSecret(_ digits: Span<UInt8>) throws(Failure) -> Secret {
        try Secret(count: decodedCount(of: digits)) { (output) throws(Failure) in
            try decode(digits, to: &output)
        }
    }

    private static func decodedCount(of digits: Span<UInt8>) throws(Failure) -> Int {
        guard digits.count.isMultiple(of: 2) else { throw .oddLength }
        return digits.count / 2
    }

    private static func decode(
        _ digits: Span<UInt8>,
        to output: inout MutableSpan<UInt8>
    ) throws(Failure) {
        for index in output.indices {
            let offset = 2 * index
            guard let high = value(of: digits[offset]) else { throw .notADigit(offset: offset) }
            guard let low = value(of: digits[offset + 1]) else {
                throw .notADigit(offset: offset + 1)
            }
            output[index] = high << 4 | low
        }
    }

    /// The bytes that a text of hexadecimal digits stands for.
    public static func decode(_ text: String) throws(Failure) -> [UInt8] {
        try decode(Array(text.utf8).span)
    }

    /// Bytes as lower-case digits, two for each.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        // Of an array, since a generic sequence of another module is far slower.
        let bytes = Array(bytes)
        var text = [UInt8](repeating: 0, count: 2 * bytes.count)
        for index in bytes.indices {
            text[2 * index] = digit(bytes[index] >> 4)
            text[2 * index + 1] = digit(bytes[index] & 0x0f)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The digits of a secret, with capital letters.
    public static func encodeSecret(_ secret: Secret) -> Secret {
        Secret(count: 2 * secret.count) { digits in
            secret.withBytes { bytes in
                for index in bytes.indices {
                    digits[2 * index] = capitalDigit(bytes[index] >> 4)
                    digits[2 * index + 1] = capitalDigit(bytes[index] & 0x0f)
                }
            }
        }
    }

    /// The digit of a value from 0 to 15, a capital one.
    public static func capitalDigit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? 0x30 : 0x41 - 10)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x61 - 10) }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        case 0x41...0x46: digit - 0x41 + 10
        default: nil
        }
    }
}
