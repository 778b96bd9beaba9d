/// Splits a source into tokens.
///
/// The time is proportional to the length of the source. A literal without an end is read to the
/// end of its line.
struct SourceReader {
    /// Maximum number of tokens; long files have about a tenth of it.
    static let tokenLimit = 250_000
    /// Maximum depth of code interpolated in literals.
    static let depthLimit = 16

    let bytes: [UInt8]
    let language: SourceLanguage
    var position = 0
    var line = 1
    var column = 1
    var tokens: [Token] = []
    var ignoreComments: [IgnoreComment] = []
    /// The string literals of `#define`, by name.
    var macros: [String: Token] = [:]
    var importsPassKit = false
    var depth = 0
    private var isTooLong = false

    init(_ bytes: [UInt8], _ language: SourceLanguage) throws(SourceRefusal) {
        guard !bytes.contains(0) else { throw .notText }
        self.bytes = bytes
        self.language = language
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
        readCode(untilParenthesis: false)
        if isTooLong { throw .tooManyTokens(limit: Self.tokenLimit) }
    }

    /// Reads to the end, or to the parenthesis that closes an interpolation.
    mutating func readCode(untilParenthesis: Bool) {
        var open = 0
        while let byte = peek(), !isTooLong {
            if byte <= 0x20 || byte == 0x7f {
                advance()
            } else if let length = wideSpaceAhead() {
                advance(length)
            } else if starts(with: "//") || starts(with: "/*") {
                readComment()
            } else if isNameStart(byte) {
                readName()
            } else if isDigit(byte) {
                readNumber()
            } else if !readLiteralOrDirective() {
                if byte == UInt8(ascii: "(") { open += 1 }
                if byte == UInt8(ascii: ")") { open -= 1 }
                readMark()
                if untilParenthesis, open < 0 { return }
            }
        }
    }

    private mutating func readLiteralOrDirective() -> Bool {
        switch language {
        case .swift: readSwiftLiteralOrDirective()
        case .objectiveC: readObjectiveCLiteralOrDirective()
        }
    }

    private mutating func readComment() {
        let isBlock = starts(with: "/*")
        var (level, start, startLine) = (0, position, line)
        while let byte = peek() {
            if byte == UInt8(ascii: "\n") {
                addIgnoreComment(from: start, line: startLine)
                if !isBlock { return }
                advance()
                (start, startLine) = (position, line)
            } else if isBlock, starts(with: "/*"), level == 0 || language == .swift {
                level += 1
                advance(2)
            } else if isBlock, starts(with: "*/") {
                level -= 1
                advance(2)
                if level == 0 { break }
            } else {
                advance()
            }
        }
        addIgnoreComment(from: start, line: startLine)
    }

    private mutating func addIgnoreComment(from start: Int, line: Int) {
        if let comment = IgnoreComment(comment: bytes[start..<position], line: line) {
            ignoreComments.append(comment)
        }
    }

    private mutating func readName() {
        let start = place
        while let byte = peek(), isNameStart(byte) || isDigit(byte), wideSpaceAhead() == nil {
            advance()
        }
        append(.name, text(from: start.offset), from: start)
    }

    private mutating func readNumber() {
        let start = place
        while let byte = peek() {
            let last = bytes[max(start.offset, position - 1)]
            let isExponent =
                last | 0x20 == UInt8(ascii: "e") && !starts(with: "0x", at: start.offset)
            if isDigit(byte) || (isNameStart(byte) && byte < 0x80) {
                advance()
            } else if byte == UInt8(ascii: "."), let next = peek(1), isDigit(next) {
                advance()
            } else if isExponent, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
                advance()
            } else {
                break
            }
        }
        append(.number, text(from: start.offset), from: start)
    }

    private static let operators = [
        "...", "..<", "===", "!==", "->", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "&&",
        "||", "??",
    ]

    private mutating func readMark() {
        let start = place
        if let mark = Self.operators.first(where: { starts(with: $0) }) {
            advance(mark.utf8.count)
            append(.mark, mark, from: start)
        } else {
            let mark = String(Character(Unicode.Scalar(bytes[position])))
            advance()
            append(.mark, mark, from: start)
        }
    }
}

extension SourceReader {
    /// Where a token begins.
    struct Place {
        let offset: Int
        let line: Int
        let column: Int
    }

    /// Where the next byte is.
    var place: Place { Place(offset: position, line: line, column: column) }

    /// The token of what was read since a place.
    func token(
        _ kind: Token.Kind,
        _ text: String,
        from start: Place,
        isInterpolated: Bool = false
    ) -> Token {
        Token(
            kind: kind,
            text: text,
            range: start.offset..<position,
            line: start.line,
            column: start.column,
            isInterpolated: isInterpolated
        )
    }

    mutating func append(_ kind: Token.Kind, _ text: String, from start: Place) {
        guard tokens.count < Self.tokenLimit else { return isTooLong = true }
        tokens.append(token(kind, text, from: start))
    }

    func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    func starts(with text: String, at start: Int? = nil) -> Bool {
        bytes[min(start ?? position, bytes.count)...].starts(with: text.utf8)
    }

    /// Advances by bytes, and counts lines and characters.
    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if bytes[position] & 0xc0 != 0x80 {
                column += 1
            }
            position += 1
        }
    }

    func text(from start: Int) -> String {
        String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// The length of a non-ASCII space, as in code copied from web pages, or nil.
    func wideSpaceAhead() -> Int? {
        switch peek() {
        case 0xc2: peek(1) == 0xa0 ? 2 : nil
        case 0xe2: peek(1) == 0x80 && (0x80...0x8d).contains(peek(2) ?? 0) ? 3 : nil
        case 0xe3: peek(1) == 0x80 && peek(2) == 0x80 ? 3 : nil
        case 0xef: peek(1) == 0xbb && peek(2) == 0xbf ? 3 : nil
        default: nil
        }
    }

    func isNameStart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
