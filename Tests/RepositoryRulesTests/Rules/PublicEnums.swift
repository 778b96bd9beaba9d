extension RepositoryRule {
    static let publicCasesAreDocumented = RepositoryRule(
        "each case of a public enum has a doc comment",
        caught: [
            Planting("public enum Failure {\n    case tooLong\n}"),
            Planting(
                "public enum Failure {\n    /// Long.\n    case tooLong\n    case tooShort\n}"
            ),
            Planting("public enum Failure: Error { case tooLong }"),
            Planting(
                "extension A {\n    public indirect enum B\n    {\n        case c(B)\n    }\n}"
            ),
        ],
        allowed: [
            Planting("public enum Failure {\n    /// Too long.\n    case tooLong(Int)\n}"),
            Planting("public enum A {\n    /// B.\n    @available(*, deprecated)\n    case b\n}"),
            Planting("enum Failure {\n    case tooLong\n}"),
            Planting(
                "public enum A {\n    var a: Int {\n        switch self {\n        case b: 1\n        }\n    }\n}"
            ),
        ]
    ) { tree in
        tree.sources.flatMap { file in
            file.undocumentedCases.map {
                Violation(
                    path: file.path,
                    line: $0,
                    message: "say in a doc comment when this case is the one"
                )
            }
        }
    }
}

extension SourceFile {
    /// The lines of the public cases that no doc comment precedes.
    fileprivate var undocumentedCases: [Int] {
        var found: [Int] = []
        var depth = 0
        var awaitsBody = false
        var bodies: [Int] = []
        for (index, line) in codeLines.enumerated() {
            let words = line.names
            if words.contains("public"), words.contains("enum") { awaitsBody = true }
            var rest = line[...]
            while let character = rest.first {
                if character == "{" {
                    depth += 1
                    if awaitsBody { bodies.append(depth) }
                    awaitsBody = false
                } else if character == "}" {
                    if bodies.last == depth { bodies.removeLast() }
                    depth -= 1
                } else if bodies.last == depth, rest.hasPrefix("case "), !isDocumented(index) {
                    found.append(index + 1)
                }
                rest = rest.dropFirst(rest.hasPrefix("case ") ? 5 : 1)
            }
        }
        return found
    }

    private func isDocumented(_ index: Int) -> Bool {
        for line in lines[..<index].reversed() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") { return true }
            if !text.hasPrefix("@") { return false }
        }
        return false
    }
}
