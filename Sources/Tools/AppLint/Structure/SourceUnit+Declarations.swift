extension SourceUnit {
    /// The declarations by `let` and `var`.
    func swiftDeclarations() -> [Declaration] {
        tokens.indices.compactMap { keyword in
            guard tokens[keyword].isName("let") || tokens[keyword].isName("var"),
                let name = token(keyword + 1), name.kind == .name
            else { return nil }
            let isCondition =
                token(keyword - 1).map {
                    ["if", "guard", "while", "case"].contains($0.text) || $0.isMark(",")
                } ?? false
            var index = keyword + 2
            var type = index..<index
            if token(index)?.isMark(":") == true {
                let start = index + 1
                index = typeEnd(from: start)
                type = start..<index
            }
            var value = index..<index
            if token(index)?.isMark("=") == true {
                value = index + 1..<expressionEnd(from: index + 1, inCondition: isCondition)
            }
            let isComputed = value.isEmpty && token(index)?.isMark("{") == true
            return Declaration(
                name: name.text,
                index: keyword + 1,
                scope: scope(of: keyword),
                type: type,
                value: value,
                isPrivate: hasModifier(["private", "fileprivate"], before: keyword),
                isConstant: tokens[keyword].isName("let"),
                isComputed: isComputed
            )
        }
    }

    /// Whether a modifier precedes a declaration on its line.
    func hasModifier(_ modifiers: Set<String>, before keyword: Int) -> Bool {
        tokens[max(0, keyword - 6)..<keyword].reversed()
            .prefix { $0.kind == .name || $0.isMark("@") || $0.isMark("(") || $0.isMark(")") }
            .contains { modifiers.contains($0.text) && $0.line == tokens[keyword].line }
    }

    private func typeEnd(from start: Int) -> Int {
        var index = start
        var level = 0
        while let token = token(index), index < start + 200 {
            if token.isMark("<") { level += 1 }
            if token.isMark(">") { level -= 1 }
            let ends =
                token.isMark("=") || token.isMark("{") || token.closes || token.isMark(";")
                || (token.isMark(",") && level <= 0)
            if ends { return index }
            if index > start, token.line > tokens[index - 1].line, !token.isMark("->"),
                !token.isMark("."), !tokens[index - 1].isMark("->"), !tokens[index - 1].isMark(".")
            {
                return index
            }
            index = after(index)
        }
        return min(index, tokens.count)
    }

    /// Maximum number of tokens in an expression; brackets count as one.
    private static let longestExpression = 500

    /// The end of an expression; in Swift usually the end of its line.
    func expressionEnd(from start: Int, inCondition: Bool = false) -> Int {
        var (index, steps) = (start, 0)
        while let token = token(index), steps < Self.longestExpression {
            steps += 1
            if token.isMark(";") || token.closes || token.isMark(",") { return index }
            if inCondition, token.isMark("{") || token.isName("else") { return index }
            if language == .swift, index > start,
                token.line > tokens[index - 1].line, !continues(at: index)
            {
                return index
            }
            index = after(index)
        }
        return min(index, tokens.count)
    }

    private func continues(at index: Int) -> Bool {
        let (token, before) = (tokens[index], tokens[index - 1])
        let joining: Set<String> = [
            ".", "+", "-", "*", "/", "??", "&&", "||", "==", "!=", "?", ":", "<", ">", "=", ",",
            "|", "&", "->", "...", "..<",
        ]
        if before.kind == .mark, joining.contains(before.text) { return !before.isMark("?") }
        if token.kind == .mark, joining.contains(token.text) { return true }
        return ["as", "is", "try", "await", "in"].contains(before.text) || token.isName("as")
    }

    /// Swift has a space before the question mark of a condition, and none before an optional's.
    func isTernary(_ index: Int) -> Bool {
        guard language == .swift, let before = token(index - 1) else { return true }
        let mark = tokens[index]
        return before.line != mark.line || before.column + before.text.count != mark.column
    }

    /// The tokens in the innermost braces around a place, or the whole file.
    func scope(of index: Int) -> Range<Int> {
        brackets.brace(around: index).flatMap(inside) ?? tokens.indices
    }

    /// The variables and properties of Objective-C.
    func objectiveCDeclarations() -> [Declaration] {
        tokens.indices.compactMap { index in
            guard tokens[index].kind == .name, let next = token(index + 1),
                next.isMark("=") || next.isMark(";"),
                let (type, isProperty) = typeWords(before: index)
            else { return nil }
            let start = index + 2
            let value = next.isMark("=") ? start..<expressionEnd(from: start) : start..<start
            return Declaration(
                name: tokens[index].text,
                index: index,
                scope: isProperty ? tokens.indices : scope(of: index),
                type: type,
                value: value.lowerBound <= value.upperBound ? value : start..<start,
                isPrivate: isProperty && isInExtension(index),
                isConstant: false
            )
        }
    }

    /// The tokens of a type between the start of a statement and a name.
    private func typeWords(before index: Int) -> (type: Range<Int>, isProperty: Bool)? {
        var start = index
        var isProperty = false
        while start > 0, index - start < 24 {
            let token = tokens[start - 1]
            if token.isMark(")"), let opening = brackets.partner(of: start - 1),
                self.token(opening - 1)?.isName("property") == true
            {
                isProperty = true
                break
            }
            let belongs =
                token.kind == .name || token.isMark("*") || token.isMark("<") || token.isMark(">")
                || (token.isMark(",") && tokens[start..<index].contains { $0.isMark(">") })
            guard belongs else { break }
            start -= 1
        }
        let type = start..<index
        let refused = ["return", "else", "goto", "case", "typedef", "end", "implementation"]
        guard let first = token(start), !type.isEmpty, first.kind == .name,
            !refused.contains(first.text), start == 0 || isProperty || startsStatement(start)
        else { return nil }
        return (type, isProperty)
    }

    private func startsStatement(_ index: Int) -> Bool {
        let before = tokens[index - 1]
        return before.isMark(";") || before.isMark("{") || before.isMark("}") || before.isMark("(")
            || before.isMark(")") || before.isMark(":") || before.kind == .directive
    }

    /// Whether a place is in `@interface Name ()`, which is private to the file.
    private func isInExtension(_ place: Int) -> Bool {
        var index = place
        while index > 0, place - index < 2_000 {
            index -= 1
            guard tokens[index].isMark("@"), let word = token(index + 1) else { continue }
            if ["end", "implementation", "protocol"].contains(word.text) { return false }
            guard word.isName("interface") else { continue }
            return token(index + 3)?.isMark("(") == true && token(index + 4)?.isMark(")") == true
        }
        return false
    }
}
