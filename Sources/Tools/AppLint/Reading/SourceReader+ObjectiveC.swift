extension SourceReader {
    /// Reads a literal or a directive of Objective-C; false when there is none here.
    mutating func readObjectiveCLiteralOrDirective() -> Bool {
        if peek() == UInt8(ascii: "\"") {
            let start = place
            append(.text, readQuoted(), from: start)
        } else if peek() == UInt8(ascii: "'") {
            let start = place
            append(.number, "'\(readQuoted())'", from: start)
        } else if peek() == UInt8(ascii: "#") {
            readPreprocessorLine()
        } else {
            return false
        }
        return true
    }

    /// Reads a quoted literal.
    private mutating func readQuoted() -> String {
        let quote = peek()
        advance()
        var content: [UInt8] = []
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            if byte == quote {
                advance()
                break
            }
            if byte == UInt8(ascii: "\\") {
                advance(2)
            } else {
                if content.count < 512 { content.append(byte) }
                advance()
            }
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// Takes from a line of the preprocessor what the rules want to know, and passes over the rest.
    private mutating func readPreprocessorLine() {
        let start = place
        advance()
        skipSpaces()
        switch readWord() {
        case "if", "ifdef", "ifndef": append(.directive, "#if", from: start)
        case "else", "elif": append(.directive, "#else", from: start)
        case "endif": append(.directive, "#endif", from: start)
        case "import", "include":
            skipSpaces()
            if starts(with: "<PassKit/") { importsPassKit = true }
        case "define": readMacro()
        default: break
        }
        skipLine()
    }

    private mutating func readMacro() {
        skipSpaces()
        let name = readWord()
        skipSpaces()
        guard !name.isEmpty, starts(with: "@\"") else { return }
        let start = place
        advance()
        macros[name] = token(.text, readQuoted(), from: start)
    }

    private mutating func skipSpaces() {
        while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { advance() }
    }

    private mutating func readWord() -> String {
        let start = position
        while let byte = peek(), isNameStart(byte) || isDigit(byte) { advance() }
        return text(from: start)
    }
}
