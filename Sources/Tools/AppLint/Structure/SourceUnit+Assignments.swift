extension SourceUnit {
    /// Every assignment after a declaration.
    func allAssignments() -> [Assignment] {
        tokens.indices.compactMap { sign in
            guard tokens[sign].kind == .mark,
                ["=", "+=", "-=", "*=", "/="].contains(tokens[sign].text),
                let (path, start, last) = leftSide(endingAt: sign - 1)
            else { return nil }
            return Assignment(
                path: path,
                index: last,
                start: start,
                sign: tokens[sign].text,
                value: sign + 1..<max(sign + 1, expressionEnd(from: sign + 1))
            )
        }
    }

    private func leftSide(endingAt end: Int) -> (path: [String], start: Int, last: Int)? {
        var last = end
        var path: [String] = []
        while let token = token(last), token.isMark("?") || token.isMark("!") { last -= 1 }
        if let token = token(last), token.isMark("]"), let opening = brackets.partner(of: last) {
            path = ["[]"]
            last = opening - 1
        }
        guard let token = token(last), token.kind == .name else { return nil }
        let start = chainStart(endingAt: last)
        if let before = self.token(start - 1) {
            // `let a = 1` and `NSArray *a = …` are declarations.
            let declares = before.isName("let") || before.isName("var") || before.isMark("*")
            if declares || before.isMark(":") || before.isMark("#") { return nil }
            if language == .objectiveC, before.kind == .name, !before.isName("else") { return nil }
        }
        path = tokens[start...last].filter { $0.kind == .name }.map(\.text) + path
        return (path, start, last)
    }
}
