extension SourceReader {
    /// Reads a literal, a name in backticks or a directive of Swift; false when there is none here.
    mutating func readSwiftLiteralOrDirective() -> Bool {
        if let directive = directiveAhead() {
            readDirective(directive)
        } else if let hashes = hashesAhead(of: UInt8(ascii: "\"")) {
            readText(hashes: hashes)
        } else if let hashes = hashesAhead(of: UInt8(ascii: "/")), hashes > 0 || patternEnd() != nil
        {
            readPattern(hashes: hashes)
        } else if peek() == UInt8(ascii: "`") {
            readQuotedName()
        } else {
            return false
        }
        return true
    }

    private func directiveAhead() -> String? {
        ["#if", "#elseif", "#else", "#endif"].first { word in
            guard starts(with: word) else { return false }
            return peek(word.utf8.count).map { !isNameStart($0) } ?? true
        }
    }

    /// The condition is not evaluated: every branch is read.
    private mutating func readDirective(_ word: String) {
        let start = place
        skipLine()
        append(.directive, word == "#elseif" ? "#else" : word, from: start)
    }

    /// Skips to the end of the line, or to a comment on it.
    mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            if starts(with: "//") || starts(with: "/*") { return }
            advance(byte == UInt8(ascii: "\\") && language == .objectiveC ? 2 : 1)
        }
    }

    /// How many number signs precede the delimiter of a literal, or nil when no literal begins.
    private func hashesAhead(of sign: UInt8) -> Int? {
        var hashes = 0
        while hashes < 16, peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        return peek(hashes) == sign ? hashes : nil
    }

    private mutating func readText(hashes: Int) {
        let start = place
        advance(hashes)
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        advance(quotes)
        let fence = String(repeating: "#", count: hashes)
        let (end, escape) = (String(repeating: "\"", count: quotes) + fence, "\\" + fence)
        let index = tokens.count
        append(.text, "", from: start)
        var content: [UInt8] = []
        var isInterpolated = false
        while let byte = peek() {
            if starts(with: end) {
                advance(quotes + hashes)
                break
            } else if starts(with: escape + "("), depth < Self.depthLimit {
                isInterpolated = true
                advance(escape.utf8.count)
                readInterpolation()
            } else if starts(with: escape) {
                advance(escape.utf8.count + 1)
            } else if quotes == 1, byte == UInt8(ascii: "\n") {
                break
            } else {
                if content.count < 512 { content.append(byte) }
                advance()
            }
        }
        guard index < tokens.count else { return }
        tokens[index] = token(
            .text,
            String(decoding: content, as: UTF8.self),
            from: start,
            isInterpolated: isInterpolated
        )
    }

    private mutating func readInterpolation() {
        let start = place
        advance()
        append(.mark, "(", from: start)
        depth += 1
        readCode(untilParenthesis: true)
        depth -= 1
    }

    /// The length of a regular expression between bare slashes, or nil when none begins here.
    private func patternEnd() -> Int? {
        if let last = tokens.last {
            let isOperand =
                last.kind == .number || last.kind == .text || last.closes
                || last.isMark("?") || last.isMark("!")
                || (last.kind == .name && !["return", "in", "case"].contains(last.text))
            if isOperand { return nil }
        }
        guard let first = peek(1), first > 0x20, first != UInt8(ascii: "="),
            first != UInt8(ascii: ")")
        else { return nil }
        var distance = 1
        while let byte = peek(distance), byte != UInt8(ascii: "\n"), distance < 512 {
            if byte == UInt8(ascii: "/") { return distance }
            distance += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private mutating func readPattern(hashes: Int) {
        let (start, shortEnd) = (place, patternEnd() ?? 0)
        defer { append(.text, "", from: start) }
        if hashes == 0 { return advance(shortEnd + 1) }
        let end = "/" + String(repeating: "#", count: hashes)
        let isLong = peek(hashes + 1) == UInt8(ascii: "\n")
        advance(hashes + 1)
        while let byte = peek() {
            if starts(with: end) { return advance(end.utf8.count) }
            if byte == UInt8(ascii: "\n"), !isLong { return }
            advance(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
    }

    private mutating func readQuotedName() {
        let start = place
        advance()
        while let byte = peek(), byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") { advance() }
        let name = text(from: start.offset + 1)
        if peek() == UInt8(ascii: "`") { advance() }
        append(.name, name, from: start)
    }
}
