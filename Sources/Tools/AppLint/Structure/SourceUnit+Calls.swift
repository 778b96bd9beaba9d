extension SourceUnit {
    private static let keywords: Set<String> = [
        "if", "while", "for", "switch", "guard", "return", "in", "catch", "where", "else", "throw",
        "case", "let", "var", "func", "try", "await", "as", "is", "void", "sizeof", "typeof",
        "repeat", "do", "defer", "throws",
    ]

    /// The calls with parentheses.
    func functionCalls() -> [Call] {
        tokens.indices.compactMap { opening in
            guard tokens[opening].isMark("("), let inside = inside(opening) else { return nil }
            var index = opening - 1
            if let token = token(index), token.isMark("?") || token.isMark("!") { index -= 1 }
            guard let name = token(index), name.kind == .name,
                !Self.keywords.contains(name.text),
                let before = token(index - 1) ?? token(index), !before.isName("func"),
                !before.isMark("@"), !(name.text == "init" && !before.isMark("."))
            else { return nil }
            let start = chainStart(endingAt: index)
            let arguments = pieces(of: inside).map { piece -> Call.Argument in
                let isLabelled =
                    tokens[piece.lowerBound].kind == .name && piece.count > 1
                    && tokens[piece.lowerBound + 1].isMark(":")
                return Call.Argument(
                    label: isLabelled ? tokens[piece.lowerBound].text : "",
                    value: isLabelled ? piece.dropFirst(2) : piece
                )
            }
            return Call(
                name: name.text,
                index: index,
                receiver: start..<max(start, index - 1),
                arguments: arguments,
                whole: start..<inside.upperBound + 1
            )
        }
    }

    /// The start of a chain of names, calls and subscripts that ends with a name.
    func chainStart(endingAt last: Int) -> Int {
        var start = last
        for _ in 0..<100 {
            guard token(start - 1)?.isMark(".") == true else { return start }
            var index = start - 2
            while let token = token(index), token.isMark("?") || token.isMark("!") { index -= 1 }
            while let token = token(index), token.closes, let opening = brackets.partner(of: index),
                opening < index
            {
                index = opening - 1
                if self.token(index)?.kind == .name { break }
                if self.token(index)?.closes != true {
                    index = opening
                    break
                }
            }
            guard let token = token(index), token.kind != .mark || token.opens else { return start }
            start = index
        }
        return start
    }

    /// The Objective-C messages.
    func messages() -> [Call] {
        tokens.indices.compactMap { opening in
            guard tokens[opening].isMark("["), let inside = inside(opening), !inside.isEmpty
            else { return nil }
            if let before = token(opening - 1),
                before.isMark("@") || before.kind == .text || before.isMark("]")
                    || before.isMark(")") && isSubscript(after: opening - 1)
                    || (before.kind == .name && !Self.keywords.contains(before.text))
            {
                return nil
            }
            return message(in: inside)
        }
    }

    /// Whether the parenthesis before a bracket ends an expression and not a cast.
    private func isSubscript(after closing: Int) -> Bool {
        guard let opening = brackets.partner(of: closing), let before = token(opening - 1)
        else { return true }
        return before.kind == .name && !Self.keywords.contains(before.text)
    }

    private func message(in inside: Range<Int>) -> Call? {
        var index = after(inside.lowerBound)
        while index < inside.upperBound,
            tokens[index].isMark(".") || tokens[index].isMark("[")
                || tokens[index].isMark("(")
        {
            index = tokens[index].isMark(".") ? index + 2 : after(index)
        }
        guard index < inside.upperBound, tokens[index].kind == .name else { return nil }
        let labels = labelPlaces(in: index..<inside.upperBound)
        let ends = labels.dropFirst() + [inside.upperBound]
        let arguments = zip(labels, ends).map { label, end in
            Call.Argument(label: tokens[label].text, value: min(label + 2, end)..<end)
        }
        return Call(
            name: tokens[index].text,
            index: index,
            receiver: inside.lowerBound..<index,
            arguments: arguments,
            whole: inside.lowerBound - 1..<inside.upperBound + 1
        )
    }

    /// Where the parts of a selector stand; the colon of `? :` makes none.
    private func labelPlaces(in range: Range<Int>) -> [Int] {
        var places: [Int] = []
        var questions = 0
        var index = range.lowerBound
        while index < range.upperBound {
            if tokens[index].isMark("?") { questions += 1 }
            if tokens[index].isMark(":"), index > range.lowerBound {
                if questions > 0 {
                    questions -= 1
                } else if tokens[index - 1].kind == .name {
                    places.append(index - 1)
                }
            }
            index = after(index)
        }
        return places
    }
}
