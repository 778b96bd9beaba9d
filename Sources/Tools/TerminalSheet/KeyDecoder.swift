/// Makes keys of the bytes that a terminal sends.
///
/// - Source: ECMA-48 and xterm's control sequences; UTF-8 by RFC 3629. What is not understood is
///   passed over whole.
public struct KeyDecoder: Hashable, Sendable {
    private var pending: [UInt8] = []
    /// What has come of a text from the clipboard, while it comes.
    private var paste: [UInt8]?

    /// Maximum length of an escape sequence.
    private static let longestSequence = 32
    /// Longer texts than this are cut: no row of the sheet can show them.
    ///
    /// - Units: bytes.
    static let longestPaste = 4_096
    private static let endOfPaste = Array("\u{1b}[201~".utf8)

    /// A decoder that has seen nothing yet.
    public init() {}

    /// Whether bytes are held back that may be the beginning of more: an escape above all.
    ///
    /// Within a text from the clipboard nothing is: what follows late is still no command.
    public var isWaiting: Bool { !pending.isEmpty && paste == nil }

    /// The keys that the bytes complete.
    public mutating func take(_ bytes: [UInt8]) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = next() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// The keys that are left when nothing followed for a while: a bare escape is the escape key.
    public mutating func flush() -> [Key] {
        guard isWaiting else { return [] }
        defer { pending = [] }
        return pending.first == 0x1b ? [.escape] : []
    }

    /// The next key, or none for what is passed over, and its bytes; nil where more may follow.
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

    /// Takes what belongs to the text from the clipboard, up to where that ends.
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
        // With the Alt key: a letter after an escape, which is no command of ours.
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
            // An escape inside begins anew; any other byte does not belong here.
            guard (0x20...0x3f).contains(byte), index < Self.longestSequence else {
                return (nil, index)
            }
        }
        return nil
    }

    /// The key of a sequence; with a modifier, such as `1;5A`, it is the same.
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
        // A form that is not the shortest, or a surrogate, is no text.
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first
        else { return (nil, length) }
        let isControl = character.unicodeScalars.contains { (0x80...0x9f).contains($0.value) }
        return (isControl ? nil : .character(character), length)
    }
}
