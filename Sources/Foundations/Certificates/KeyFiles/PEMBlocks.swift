internal import Bytes

/// The blocks of a PEM text, with what is in them still as bytes that must not be seen.
///
/// Text around the blocks is passed over, as RFC 7468 § 5.2 allows: OpenSSL writes some.
struct PEMBlocks {
    struct Block {
        let label: String
        let hasHeaders: Bool
        let content: Secret
    }

    private(set) var blocks: [Block] = []

    init(_ text: Secret, limit: Int) throws(KeyFileFailure) {
        try text.withBytes { (bytes) throws(KeyFileFailure) in
            var lines = LineScanner(of: bytes)
            while let line = lines.next(in: bytes) {
                guard let label = Self.label(after: "-----BEGIN ", of: line, in: bytes) else {
                    continue
                }
                guard blocks.count < limit else { throw .tooManyItems(limit: limit) }
                blocks.append(try Self.block(label, &lines, bytes))
            }
        }
    }

    private static func block(
        _ label: String,
        _ lines: inout LineScanner,
        _ bytes: Span<UInt8>
    ) throws(KeyFileFailure) -> Block {
        var parts: [Range<Int>] = []
        var hasHeaders = false
        while let line = lines.next(in: bytes) {
            if let ending = Self.label(after: "-----END ", of: line, in: bytes) {
                guard ending == label else { throw .malformed(.pem) }
                let content = hasHeaders ? Secret(copying: []) : try decoded(parts, bytes)
                return Block(label: label, hasHeaders: hasHeaders, content: content)
            }
            if line.contains(where: { bytes[$0] == UInt8(ascii: ":") }) { hasHeaders = true }
            parts.append(line)
        }
        throw .malformed(.pem)
    }

    private static func decoded(
        _ parts: [Range<Int>],
        _ bytes: Span<UInt8>
    ) throws(KeyFileFailure) -> Secret {
        var digits = 0
        for part in parts { digits += part.count }
        var padding = 0
        let values = Secret(count: digits) { span in
            var filled = 0
            for part in parts {
                for index in part {
                    span[filled] = Self.value(of: bytes[index])
                    filled += 1
                }
            }
        }
        try values.withBytes { (span) throws(KeyFileFailure) in
            while padding < digits, span[digits - 1 - padding] == pad { padding += 1 }
            guard digits > 0, digits.isMultiple(of: 4), padding <= 2 else { throw .malformed(.pem) }
            for index in 0..<(digits - padding) where span[index] > 63 { throw .malformed(.pem) }
        }
        return values.withBytes { span in
            Secret(count: digits / 4 * 3 - padding) { output in
                for index in output.indices {
                    // Byte 0, 1, 2 of a group of three begins at bit 0, 8, 16 of four digits of six.
                    let (digit, place) = (index / 3 * 4 + index % 3, index % 3)
                    let pair = UInt16(span[digit]) << 6 | UInt16(span[digit + 1] & 63)
                    output[index] = UInt8(truncatingIfNeeded: pair >> (4 - 2 * place))
                }
            }
        }
    }

    private static let pad: UInt8 = 64

    /// Computed, not looked up, so that a key's digits choose no place in memory.
    private static func value(of character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        case UInt8(ascii: "="): pad
        default: 255
        }
    }

    private static func label(
        after opening: String,
        of line: Range<Int>,
        in bytes: Span<UInt8>
    ) -> String? {
        let head = Array(opening.utf8)
        guard line.count > head.count + 5, line.count < 80 else { return nil }
        for (offset, byte) in head.enumerated() where bytes[line.lowerBound + offset] != byte {
            return nil
        }
        for index in (line.upperBound - 5)..<line.upperBound
        where bytes[index] != UInt8(ascii: "-") { return nil }
        let name = (line.lowerBound + head.count)..<(line.upperBound - 5)
        return String(decoding: name.map { bytes[$0] }, as: UTF8.self)
    }
}

/// Finds the lines of a text without the white space at their ends.
private struct LineScanner {
    private var position: Int

    /// A byte order mark, which editors on Windows write, is passed over.
    init(of bytes: Span<UInt8>) {
        let hasMark =
            bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf
        position = hasMark ? 3 : 0
    }

    mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        guard position < bytes.count else { return nil }
        var end = position
        while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
        var line = position..<end
        position = end + 1
        while let last = line.last, Self.isBlank(bytes[last]) { line = line.dropLast() }
        while let first = line.first, Self.isBlank(bytes[first]) { line = line.dropFirst() }
        return line
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
