/// The first line and the length of a function, an initializer or a computed property.
struct FunctionSpan {
    let start: Int
    let length: Int

    static func all(in lines: [Substring]) -> [FunctionSpan] {
        lines.indices.compactMap { index in
            guard opensFunction(lines[index]), let end = end(ofBodyAfter: index, in: lines)
            else { return nil }
            return FunctionSpan(start: index + 1, length: end - index + 1)
        }
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "static", "class", "final",
        "override", "mutating", "nonmutating", "consuming", "borrowing", "nonisolated",
        "convenience",
        "required", "async", "lazy", "indirect",
    ]

    private static func opensFunction(_ line: Substring) -> Bool {
        let words = line.split { !$0.isPartOfName }
        guard let keyword = words.first(where: { !modifiers.contains($0) }) else { return false }
        switch keyword {
        case "func", "init", "deinit", "subscript": return true
        case "var": return line.hasSuffix("{") && !line.contains("=")
        default: return line.uses("func")
        }
    }

    /// The last line of the body; nil for a requirement.
    private static func end(ofBodyAfter start: Int, in lines: [Substring]) -> Int? {
        var (braces, parentheses, opened) = (0, 0, false)
        for index in start..<lines.count {
            if index > start, !opened, parentheses == 0, !continuesSignature(lines[index]) {
                return nil
            }
            for character in lines[index] {
                switch character {
                case "(": parentheses += 1
                case ")": parentheses -= 1
                case "{" where parentheses == 0 || opened:
                    braces += 1
                    opened = true
                case "}" where opened:
                    braces -= 1
                    if braces == 0 { return index }
                default: break
                }
            }
        }
        return nil
    }

    private static func continuesSignature(_ line: Substring) -> Bool {
        let rest = line.drop { $0 == " " }
        return ["{", "where ", "throws", "async", "->", ")"].contains { rest.hasPrefix($0) }
    }
}
