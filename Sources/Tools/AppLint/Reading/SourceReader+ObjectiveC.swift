extension SourceReader {
    /// Reads a literal or a directive of Objective-C; false when there is none here.
    mutating func readObjectiveCLiteralOrDirective() -> Bool {
        if peek() == UInt8(ascii: "\"") {
            let (startLine, startColumn) = (line, column)
            append(.text, readQuoted(), startLine, startColumn)
        } else if peek() == UInt8(ascii: "'") {
            let (startLine, startColumn) = (line, column)
            append(.number, "'\(readQuoted())'", startLine, startColumn)
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
        let (startLine, startColumn) = (line, column)
        advance()
        skipSpaces()
        switch readWord() {
        case "if", "ifdef", "ifndef": append(.directive, "#if", startLine, startColumn)
        case "else", "elif": append(.directive, "#else", startLine, startColumn)
        case "endif": append(.directive, "#endif", startLine, startColumn)
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
        let (startLine, startColumn) = (line, column)
        advance()
        macros[name] = Token(
            kind: .text,
            text: readQuoted(),
            line: startLine,
            column: startColumn
        )
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
