internal import SheetView

/// Decodes the bytes of a terminal to keys.
///
/// - Source: ECMA-48 and xterm's control sequences; UTF-8 by RFC 3629. An unknown sequence is
///   ignored as a whole.
public struct KeyDecoder: Hashable, Sendable {
    private var pending: [UInt8] = []
    /// The pasted text so far, until its end.
    private var paste: [UInt8]?

    /// Maximum length of an escape sequence.
    private static let longestSequence = 32
    /// Maximum length of pasted text; the rest is dropped.
    ///
    /// - Units: bytes.
    static let longestPaste = 4_096
    private static let endOfPaste = Array("\u{1b}[201~".utf8)

    /// Creates a decoder.
    public init() {}

    /// Whether the bytes so far could be the beginning of a longer sequence, such as an escape.
    ///
    /// Within pasted text this is false: no part of it becomes a command, however late it arrives.
    public var isWaiting: Bool { !pending.isEmpty && paste == nil }

    /// The keys that are complete with these bytes.
    public mutating func take(_ bytes: [UInt8]) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = next() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// The remaining keys when nothing followed for a while: an escape alone is the Escape key.
    public mutating func flush() -> [Key] {
        guard isWaiting else { return [] }
        defer { pending = [] }
        return pending.first == 0x1b ? [.escape] : []
    }

    /// The next key, or none for an ignored sequence, and its length; nil if more bytes may
    /// follow.
    private mutating func next() -> (Key?, Int)? {
        guard let first = pending.first else { return nil }
        guard paste == nil else { return nextOfPaste(first) }
        switch first {
        case 0x1b: return escapeSequence()
        case 0x0a, 0x0d: return (.enter, 1)
        case 0x08, 0x7f: return (.backspace, 1)
        case 0x09: return (.tab, 1)
        case 0x01: return (.home, 1)
        case 0x04: return (.endOfInput, 1)
        case 0x05: return (.end, 1)
        case 0x15: return (.clear, 1)
        case 0x00..<0x20: return (nil, 1)
        case 0x20..<0x7f: return (.character(Character(Unicode.Scalar(first))), 1)
        default: return scalar(startingWith: first)
        }
    }

    /// Takes the bytes of pasted text, up to its end.
    private mutating func nextOfPaste(_ first: UInt8) -> (Key?, Int)? {
        if first == 0x1b {
            let start = pending.prefix(Self.endOfPaste.count)
            if start == Self.endOfPaste[...] {
                defer { paste = nil }
                return (.paste(String(decoding: paste ?? [], as: UTF8.self)), start.count)
            }
            if Self.endOfPaste.starts(with: start) { return nil }
        }
        if let length = paste?.count, length < Self.longestPaste { paste?.append(first) }
        return (nil, 1)
    }

    private mutating func escapeSequence() -> (Key?, Int)? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case 0x1b: return (.escape, 1)
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            return (Self.place(pending[2]), 3)
        case UInt8(ascii: "["): return controlSequence()
        // A letter after an escape is the Alt key, which has no command.
        default: return (nil, 2)
        }
    }

    private mutating func controlSequence() -> (Key?, Int)? {
        for (index, byte) in pending.enumerated().dropFirst(2) {
            if (0x40...0x7e).contains(byte) {
                let parameters = String(decoding: pending[2..<index], as: UTF8.self)
                if byte == UInt8(ascii: "~"), parameters == "200" { paste = [] }
                return (Self.key(byte, parameters), index + 1)
            }
            // An escape starts a new sequence; any other byte is invalid here.
            guard (0x20...0x3f).contains(byte), index < Self.longestSequence else {
                return (nil, index)
            }
        }
        return nil
    }

    /// The key of a sequence; modifiers, as in `1;5A`, are ignored.
    private static func key(_ final: UInt8, _ parameters: String) -> Key? {
        guard final == UInt8(ascii: "~") else {
            return parameters.isEmpty || parameters.hasPrefix("1") ? place(final) : nil
        }
        return switch parameters {
        case "1", "7": .home
        case "3": .delete
        case "4", "8": .end
        default: nil
        }
    }

    private static func place(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }

    private func scalar(startingWith first: UInt8) -> (Key?, Int)? {
        let length =
            switch first {
            case 0xc2...0xdf: 2
            case 0xe0...0xef: 3
            case 0xf0...0xf4: 4
            default: 1
            }
        guard length > 1 else { return (nil, 1) }
        let bytes = pending.prefix(length)
        let followers = bytes.dropFirst().prefix { (0x80...0xbf).contains($0) }
        guard followers.count == bytes.count - 1 else { return (nil, followers.count + 1) }
        guard bytes.count == length else { return nil }
        // An overlong form or a surrogate is not valid UTF-8.
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first
        else { return (nil, length) }
        let isControl = character.unicodeScalars.contains { (0x80...0x9f).contains($0.value) }
        return (isControl ? nil : .character(character), length)
    }
}
