extension SourceUnit {
    /// The Swift functions and initializers with a body.
    func swiftFunctions() -> [FunctionText] {
        tokens.indices.compactMap { index in
            if tokens[index].isName("func") { return swiftFunction(named: index + 1) }
            guard tokens[index].isName("init"), let before = token(index - 1) ?? token(index),
                !before.isMark("."), !before.isName("self")
            else { return nil }
            return swiftFunction(named: index)
        }
    }

    private func swiftFunction(named nameIndex: Int) -> FunctionText? {
        guard let name = token(nameIndex) else { return nil }
        var index = nameIndex + 1
        if token(index)?.isMark("?") == true || token(index)?.isMark("!") == true { index += 1 }
        if token(index)?.isMark("<") == true { index = afterGenerics(index) }
        guard token(index)?.isMark("(") == true, let inside = inside(index),
            let opening = bodyOpening(from: inside.upperBound + 1, of: nameIndex),
            let body = self.inside(opening)
        else { return nil }
        return FunctionText(
            name: name.text,
            parameters: pieces(of: inside).compactMap(swiftParameter),
            header: nameIndex,
            body: body
        )
    }

    private func afterGenerics(_ start: Int) -> Int {
        var (index, level) = (start, 0)
        while let token = token(index), index < start + 200 {
            if token.isMark("<") { level += 1 }
            if token.isMark(">") { level -= 1 }
            index += 1
            if level == 0 { break }
        }
        return index
    }

    /// The brace of the body. A protocol requirement has none: the next declaration ends the search.
    private func bodyOpening(from start: Int, of nameIndex: Int) -> Int? {
        let next: Set<String> = [
            "func", "var", "let", "class", "struct", "enum", "init", "deinit", "case", "subscript",
            "associatedtype", "protocol", "extension", "typealias", "import", "actor",
        ]
        var index = start
        while let token = token(index), index < start + 300 {
            if token.isMark("{") { return index }
            if token.isMark("}") || token.isMark(";") || token.isMark("=") { return nil }
            if token.kind == .name, next.contains(token.text) { return nil }
            index = after(index)
        }
        return nil
    }

    private func swiftParameter(_ range: Range<Int>) -> ParameterText? {
        var index = range.lowerBound
        var names: [Int] = []
        while index < range.upperBound, !tokens[index].isMark(":") {
            if tokens[index].isMark("@") {
                index += 2
                continue
            }
            if tokens[index].kind == .name { names.append(index) }
            index = after(index)
        }
        guard index < range.upperBound, let last = names.last else { return nil }
        let start = index + 1
        var end = start
        while end < range.upperBound, !tokens[end].isMark("=") { end = after(end) }
        let label = names.count > 1 ? tokens[names[names.count - 2]].text : tokens[last].text
        return ParameterText(
            label: label,
            name: tokens[last].text,
            index: last,
            type: start..<max(start, end)
        )
    }
}
