/// Blanks comments and string literals, so that rules read code only.
///
/// Line numbers do not change, and interpolated expressions stay.
struct CodeBlanker {
    private let source: [UInt8]
    private var position = 0
    private var code: [UInt8] = []

    static func blank(_ text: String) -> String { String(decoding: bytes(text), as: UTF8.self) }

    /// The bytes of the blanked text.
    static func bytes(_ text: String) -> [UInt8] {
        var blanker = CodeBlanker(source: Array(text.utf8))
        blanker.readCode(untilParenthesis: false)
        return blanker.code
    }

    private init(source: [UInt8]) {
        self.source = source
        code.reserveCapacity(source.count)
    }

    private mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        while position < source.count {
            let byte = source[position]
            // Most bytes begin none of these, and comparisons of texts are slow.
            if byte != slash, byte != quote, byte != numberSign, byte != backtick {
                code.append(byte)
                position += 1
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                if untilParenthesis, depth < 0 { return }
            } else if starts(with: "//") {
                while position < source.count, source[position] != newline { blank() }
            } else if starts(with: "/*") {
                readComment()
            } else if let hashes = literalAhead() {
                readLiteral(hashes: hashes)
            } else if byte == backtick {
                readQuotedName()
            } else {
                keep()
            }
        }
    }

    private mutating func readComment() {
        var depth = 0
        while position < source.count {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
                if depth == 0 { return }
            } else {
                blank()
            }
        }
    }

    /// A name in backticks becomes one word without them.
    private mutating func readQuotedName() {
        blank()
        while position < source.count, source[position] != backtick {
            let isWordPart = Character(Unicode.Scalar(source[position])).isPartOfName
            code.append(isWordPart ? source[position] : UInt8(ascii: "_"))
            position += 1
        }
        blank()
    }

    /// The number of number signs of the literal that starts here; nil if none does.
    private func literalAhead() -> Int? {
        var end = position
        while end < source.count, source[end] == numberSign { end += 1 }
        guard end < source.count, source[end] == quote else { return nil }
        return end - position
    }

    private mutating func readLiteral(hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        keep(hashes)
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        keep(quotes)
        let end = String(repeating: "\"", count: quotes) + fence
        let escape = "\\" + fence
        while position < source.count {
            let byte = source[position]
            if byte != quote, byte != UInt8(ascii: "\\"), byte != newline {
                code.append(UInt8(ascii: " "))
                position += 1
            } else if starts(with: end) {
                return keep(quotes + hashes)
            } else if starts(with: escape + "(") {
                blank(escape.utf8.count)
                keep()
                readCode(untilParenthesis: true)
            } else if starts(with: escape) {
                blank(escape.utf8.count + 1)
            } else if quotes == 1, source[position] == newline {
                return
            } else {
                blank()
            }
        }
    }

    private var newline: UInt8 { UInt8(ascii: "\n") }
    private var quote: UInt8 { UInt8(ascii: "\"") }
    private var slash: UInt8 { UInt8(ascii: "/") }
    private var numberSign: UInt8 { UInt8(ascii: "#") }
    private var backtick: UInt8 { UInt8(ascii: "`") }

    private func starts(with text: String) -> Bool {
        source[position...].starts(with: text.utf8)
    }

    private mutating func keep(_ count: Int = 1) {
        for _ in 0..<count where position < source.count {
            code.append(source[position])
            position += 1
        }
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where position < source.count {
            code.append(source[position] == newline ? newline : UInt8(ascii: " "))
            position += 1
        }
    }
}
