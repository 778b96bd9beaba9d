internal import Bytes

/// What the characters between two quotation marks stand for.
enum JSONText {
    /// The scalar that an escape stands for and how many bytes it takes, or nil where it is none.
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

    /// How many bytes the UTF-8 character here takes, or nil where it is none.
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

    /// Hands every byte of a string to a closure, escapes resolved.
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
        return unescaped(left, in: bytes) == unescaped(right, in: bytes)
    }

    static func unescaped(_ node: JSONNode, in bytes: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(node.end - node.start)
        forEachByte(of: node, in: bytes) { text.append($0) }
        return text
    }

    /// What a string stands for, with no copy of it left behind.
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
