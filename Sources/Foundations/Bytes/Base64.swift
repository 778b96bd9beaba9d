/// Base64, read strictly: the standard alphabet, padded, no white space, and only the canonical
/// form, in which the bits that padding leaves over are zero.
///
/// - Source: RFC 4648 § 4, with the strictness of § 3.3 and § 3.5.
public enum Base64 {
    /// Why a text is not Base64.
    public enum Failure: Error, Hashable, Sendable {
        /// The length is not a multiple of four characters.
        case wrongLength
        /// A character outside the standard alphabet, at this offset in UTF-8 bytes.
        case notInAlphabet(offset: Int)
        /// A space, at this offset in UTF-8 bytes; decoders of forms make spaces of plus signs.
        case space(offset: Int)
        /// The bits after the last whole byte are not zero, so another text means the same bytes.
        case notCanonical
    }

    /// The bytes that a text stands for.
    public static func decode(_ text: Span<UInt8>) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: try decodedCount(of: text))
        var output = bytes.mutableSpan
        try decode(text, to: &output)
        return bytes
    }

    /// The bytes that a text stands for, which must not be seen: no copy of them is left behind.
    public static func decodeSecret(_ text: Span<UInt8>) throws(Failure) -> Secret {
        try Secret(count: decodedCount(of: text)) { (output) throws(Failure) in
            try decode(text, to: &output)
        }
    }

    private static func decodedCount(of text: Span<UInt8>) throws(Failure) -> Int {
        let length = text.count
        guard length.isMultiple(of: 4) else { throw .wrongLength }
        return length / 4 * 3 - padding(of: text)
    }

    private static func padding(of text: Span<UInt8>) -> Int {
        guard text.count >= 4 else { return 0 }
        return text[text.count - 2] == pad ? 2 : text[text.count - 1] == pad ? 1 : 0
    }

    private static func decode(
        _ text: Span<UInt8>,
        to output: inout MutableSpan<UInt8>
    ) throws(Failure) {
        let length = text.count
        let padding = padding(of: text)
        let digits = length - padding
        let values = values.span
        let whole = digits & ~3
        var filled = 0
        var offset = 0
        while offset < whole {
            let first = values[Int(text[offset])]
            let second = values[Int(text[offset + 1])]
            let third = values[Int(text[offset + 2])]
            let fourth = values[Int(text[offset + 3])]
            guard first | second | third | fourth < 64 else {
                throw stranger(in: text, at: firstStranger(in: text, from: offset))
            }
            output[filled] = first << 2 | second >> 4
            output[filled + 1] = second << 4 | third >> 2
            output[filled + 2] = third << 6 | fourth
            filled += 3
            offset += 4
        }
        var rest: UInt32 = 0
        while offset < digits {
            let value = values[Int(text[offset])]
            guard value < 64 else { throw stranger(in: text, at: offset) }
            rest = rest << 6 | UInt32(value)
            offset += 1
        }
        switch padding {
        case 1:
            guard text[length - 1] == pad, rest & 0x3 == 0 else { throw .notCanonical }
            output[filled] = UInt8(truncatingIfNeeded: rest >> 10)
            output[filled + 1] = UInt8(truncatingIfNeeded: rest >> 2)
        case 2:
            guard text[length - 1] == pad else { throw .notInAlphabet(offset: length - 2) }
            guard rest & 0xf == 0 else { throw .notCanonical }
            output[filled] = UInt8(truncatingIfNeeded: rest >> 4)
        default: break
        }
    }

    /// The bytes that a text stands for.
    public static func decode(_ text: String) throws(Failure) -> [UInt8] {
        try decode(Array(text.utf8).span)
    }

    /// Bytes as padded text in one line.
    public static func encode(_ bytes: [UInt8]) -> String {
        encode(bytes.span)
    }

    /// Bytes as padded text in one line.
    public static func encode(_ bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(encodedLength(of: bytes.count))
        forEachCharacter(of: bytes) { text.append($0) }
        return String(decoding: text, as: UTF8.self)
    }

    /// A secret as padded text in one line.
    public static func encodeSecret(_ secret: Secret) -> Secret {
        Secret(count: encodedLength(of: secret.count)) { text in
            secret.withBytes { bytes in
                var offset = 0
                forEachCharacter(of: bytes) { character in
                    text[offset] = character
                    offset += 1
                }
            }
        }
    }

    private static func encodedLength(of count: Int) -> Int { (count + 2) / 3 * 4 }

    private static func forEachCharacter(of bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        var offset = 0
        while offset < bytes.count {
            let left = bytes.count - offset
            let word =
                UInt32(bytes[offset]) << 16
                | (left > 1 ? UInt32(bytes[offset + 1]) << 8 : 0)
                | (left > 2 ? UInt32(bytes[offset + 2]) : 0)
            body(alphabet[Int(word >> 18 & 63)])
            body(alphabet[Int(word >> 12 & 63)])
            body(left > 1 ? alphabet[Int(word >> 6 & 63)] : pad)
            body(left > 2 ? alphabet[Int(word & 63)] : pad)
            offset += 3
        }
    }

    private static func stranger(in text: Span<UInt8>, at offset: Int) -> Failure {
        text[offset] == UInt8(ascii: " ") ? .space(offset: offset) : .notInAlphabet(offset: offset)
    }

    private static func firstStranger(in text: Span<UInt8>, from start: Int) -> Int {
        var offset = start
        while values[Int(text[offset])] < 64 { offset += 1 }
        return offset
    }

    private static let pad = UInt8(ascii: "=")

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xff, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
