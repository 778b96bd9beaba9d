internal import Bytes

/// The text of the characters between two quotation marks.
enum JSONText {
    /// The scalar that an escape stands for and how many bytes it takes, or nil if it is none.
    static func escape(in bytes: Span<UInt8>, at start: Int) -> (scalar: UInt32, length: Int)? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return (UInt32(bytes[start + 1]), 2)
        case UInt8(ascii: "b"): return (0x08, 2)
        case UInt8(ascii: "f"): return (0x0c, 2)
        case UInt8(ascii: "n"): return (0x0a, 2)
        case UInt8(ascii: "r"): return (0x0d, 2)
        case UInt8(ascii: "t"): return (0x09, 2)
        case UInt8(ascii: "u"): break
        default: return nil
        }
        guard let first = codeUnit(in: bytes, at: start + 2) else { return nil }
        guard (0xd800...0xdfff).contains(first) else { return (first, 6) }
        guard first < 0xdc00, start + 7 < bytes.count,
            bytes[start + 6] == UInt8(ascii: "\\"), bytes[start + 7] == UInt8(ascii: "u"),
            let second = codeUnit(in: bytes, at: start + 8), (0xdc00...0xdfff).contains(second)
        else { return nil }
        return (0x10000 + (first - 0xd800) << 10 + (second - 0xdc00), 12)
    }

    /// The failure for a text that begins like one in another encoding than plain UTF-8; nil for others.
    ///
    /// An object or a list in UTF-16 begins with a bracket and a zero, in one order or the other.
    static func foreignEncoding(of bytes: Span<UInt8>) -> JSONFailure? {
        guard bytes.count > 1 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xfe, 0xff), (0xff, 0xfe): return .utf16
        case (0, UInt8(ascii: "{")), (0, UInt8(ascii: "[")): return .utf16
        case (UInt8(ascii: "{"), 0), (UInt8(ascii: "["), 0): return .utf16
        case (0xef, 0xbb): return bytes.count > 2 && bytes[2] == 0xbf ? .byteOrderMark : nil
        default: return nil
        }
    }

    /// Whether the text ends within what could still become an escape.
    static func isEscapeCutOff(in bytes: Span<UInt8>, at start: Int) -> Bool {
        var position = start + 1
        guard position < bytes.count else { return true }
        guard bytes[position] == UInt8(ascii: "u") else { return false }
        position += 1
        guard position + 4 <= bytes.count else { return isHexadecimal(bytes, from: position) }
        guard let first = codeUnit(in: bytes, at: position), (0xd800...0xdbff).contains(first)
        else { return false }
        position += 4
        for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
            guard position < bytes.count else { return true }
            guard bytes[position] == expected else { return false }
            position += 1
        }
        return position + 4 > bytes.count && isHexadecimal(bytes, from: position)
    }

    /// Whether the text ends within what could still become a character.
    static func isUTF8CutOff(in bytes: Span<UInt8>, at start: Int) -> Bool {
        let length: Int
        switch bytes[start] {
        case 0xc2...0xdf: length = 2
        case 0xe0...0xef: length = 3
        case 0xf0...0xf4: length = 4
        default: return false
        }
        guard start + length > bytes.count else { return false }
        var position = start + 1
        while position < bytes.count {
            guard bytes[position] & 0xc0 == 0x80 else { return false }
            position += 1
        }
        return true
    }

    private static func isHexadecimal(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        for position in start..<bytes.count {
            let isDigit = (0x30...0x39).contains(bytes[position])
            guard isDigit || (0x41...0x46).contains(bytes[position] & 0xdf) else { return false }
        }
        return true
    }

    /// How many bytes the UTF-8 character here takes, or nil if it is none.
    static func utf8Length(in bytes: Span<UInt8>, at start: Int) -> Int? {
        let first = bytes[start]
        let (length, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: return nil
        }
        guard start + length <= bytes.count, second.contains(bytes[start + 1]) else { return nil }
        for offset in 2..<max(2, length) where bytes[start + offset] & 0xc0 != 0x80 { return nil }
        return length
    }

    /// Passes every byte of a string to a closure, with escapes resolved.
    static func forEachByte(of node: JSONNode, in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        var position = node.start
        while position < node.end {
            if bytes[position] == UInt8(ascii: "\\"),
                let (scalar, length) = escape(in: bytes, at: position),
                let character = Unicode.Scalar(scalar)
            {
                for byte in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter {
                    body(byte)
                }
                position += length
            } else {
                body(bytes[position])
                position += 1
            }
        }
    }

    static func isEqual(_ left: JSONNode, to right: JSONNode, in bytes: Span<UInt8>) -> Bool {
        if left.kind == .string, right.kind == .string {
            guard left.end - left.start == right.end - right.start else { return false }
            for offset in 0..<(left.end - left.start)
            where bytes[left.start + offset] != bytes[right.start + offset] { return false }
            return true
        }
        var reader = Reader(left)
        var isSame = true
        forEachByte(of: right, in: bytes) { byte in
            isSame = isSame && reader.next(in: bytes) == byte
        }
        return isSame && reader.next(in: bytes) == nil
    }

    /// Whether a string stands for a name, without a copy of it.
    static func isEqual(_ node: JSONNode, to name: String, in bytes: Span<UInt8>) -> Bool {
        let name = name.utf8
        if node.kind == .string {
            guard node.end - node.start == name.count else { return false }
        } else {
            // An escape takes at most six bytes for each byte that it stands for.
            guard (name.count...6 * name.count).contains(node.end - node.start) else {
                return false
            }
        }
        var reader = Reader(node)
        for byte in name where reader.next(in: bytes) != byte { return false }
        return reader.next(in: bytes) == nil
    }

    /// Reads the bytes of a string one after another, escapes resolved.
    private struct Reader {
        private var position: Int
        private let end: Int
        private var pending: UInt32 = 0

        init(_ node: JSONNode) {
            position = node.start
            end = node.end
        }

        mutating func next(in bytes: Span<UInt8>) -> UInt8? {
            if pending != 0 {
                defer { pending >>= 8 }
                return UInt8(truncatingIfNeeded: pending)
            }
            guard position < end else { return nil }
            let byte = bytes[position]
            guard byte == UInt8(ascii: "\\"),
                let (scalar, length) = escape(in: bytes, at: position),
                let character = Unicode.Scalar(scalar)
            else {
                position += 1
                return byte
            }
            position += length
            let encoded = UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
            var first: UInt8?
            var shift: UInt32 = 0
            for byte in encoded {
                if first == nil {
                    first = byte
                } else {
                    pending |= UInt32(byte) << shift
                    shift += 8
                }
            }
            return first
        }
    }

    static func unescaped(_ node: JSONNode, in bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(node.end - node.start)
        forEachByte(of: node, in: bytes) { text.append($0) }
        return text
    }

    /// The text of a string, with no copy of it left behind.
    static func unescapedSecret(_ node: JSONNode, in bytes: Span<UInt8>) -> Secret {
        var length = 0
        forEachByte(of: node, in: bytes) { _ in length += 1 }
        return Secret(count: length) { span in
            var filled = 0
            forEachByte(of: node, in: bytes) { byte in
                span[filled] = byte
                filled += 1
            }
        }
    }

    private static func codeUnit(in bytes: Span<UInt8>, at start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for offset in 0..<4 {
            switch bytes[start + offset] {
            case let digit where (0x30...0x39).contains(digit):
                value = value << 4 | UInt32(digit - 0x30)
            case let digit where (0x41...0x46).contains(digit & 0xdf):
                value = value << 4 | UInt32((digit & 0xdf) - 0x41 + 10)
            default: return nil
            }
        }
        return value
    }
}
