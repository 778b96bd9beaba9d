/// The text of a path whose bytes need not be UTF-8.
///
/// On Linux a path is any bytes but 0. In its text, a byte that is not part of UTF-8 is the character
/// U+10FF00 plus the byte, of the last private use area, and so is each byte of such a character in the
/// path itself; so every path has a text of its own, and its bytes can be got back.
///
/// - Source: the idea is Python's (PEP 383), whose lone surrogates a Swift string cannot hold.
public enum PathText {
    private static let escapes: ClosedRange<UInt32> = 0x10_ff80...0x10_ffff
    private static let base: UInt32 = 0x10_ff00

    /// The text of a path.
    public static func text(_ path: some Sequence<UInt8>) -> String {
        let bytes = Array(path)
        if let text = String(validating: bytes, as: UTF8.self), !hasEscapes(text) { return text }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let character = (1...4).lazy.compactMap { length -> String? in
                guard length <= rest.count else { return nil }
                return String(validating: rest.prefix(length), as: UTF8.self)
            }.first
            if let character, !hasEscapes(character) {
                text.append(contentsOf: character.unicodeScalars)
                rest = rest.dropFirst(character.utf8.count)
            } else {
                if let escape = Unicode.Scalar(base + UInt32(first)) { text.append(escape) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The bytes of a path by its text.
    public static func bytes(_ text: String) -> [UInt8] {
        guard hasEscapes(text) else { return Array(text.utf8) }
        return text.unicodeScalars.flatMap { scalar in
            escapes.contains(scalar.value)
                ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        }
    }

    /// Whether the text stands for bytes that are not UTF-8.
    public static func hasEscapes(_ text: String) -> Bool {
        // Four bytes of UTF-8, of which the first is F4.
        text.utf8.contains(0xf4) && text.unicodeScalars.contains { escapes.contains($0.value) }
    }

    /// The bytes with a 0 at the end, as the system's calls take them.
    static func systemPath(_ text: String) -> [CChar] {
        bytes(text).map { CChar(bitPattern: $0) } + [0]
    }
}
