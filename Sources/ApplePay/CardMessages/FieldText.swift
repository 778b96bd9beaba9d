/// The forms of fields that are texts.
package enum FieldText {
    static func isDigits(_ text: String, count: ClosedRange<Int>) -> Bool {
        count.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    static func isTraceNumber(_ text: String) -> Bool {
        isDigits(text, count: 6...6) && text != "000000"
    }

    /// Letters and digits, without spaces.
    static func isAlphanumeric(_ text: String, count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf)
            }
    }

    /// Printable characters of ASCII that neither begin nor end with a space.
    package static func isPrintable(_ text: String, limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
            && text.utf8.first != 0x20 && text.utf8.last != 0x20
    }

    /// The text with spaces after it.
    static func padded(_ text: String, to count: Int) -> String {
        var padded = text
        for _ in 0..<max(0, count - text.utf8.count) { padded += " " }
        return padded
    }

    /// The text without the spaces after it.
    package static func trimmed(_ text: String) -> String {
        guard let last = text.utf8.lastIndex(where: { $0 != 0x20 }) else { return "" }
        return String(text[..<text.utf8.index(after: last)])
    }

    static func zeros(before text: String, to count: Int) -> String {
        var digits = ""
        for _ in 0..<max(0, count - text.utf8.count) { digits += "0" }
        return digits + text
    }
}
