extension RepositoryRule {
    static let wordsArePlain = RepositoryRule(
        "pages, comments and messages use plain words",
        caught: [
            Planting("# A\nThe issuer declines for want of money.\n", in: "README.md"),
            Planting("# A\n```text\nfor want of money\n```\n", in: "Documentation/A.md"),
            Planting("/// Nobody's claim.\nlet claim = 1"),
            Planting("let message = \"12.75 is let be\""),
            Planting("// Makes tokens for anybody's certificate.", in: "Fuzz/Sources/A.swift"),
        ],
        allowed: [
            Planting("# A\nInsufficient funds. Let the sheet be dismissed.\n", in: "README.md"),
            Planting("let outlet = bench", in: "Sources/Merchant/Orders/Order.swift"),
        ]
    ) { tree in
        let written = tree.files.filter { file in
            file.path.hasSuffix(".md")
                || (file.path.hasSuffix(".swift")
                    && ["Examples/", "Fuzz/", "Sources/", "Support/"]
                        .contains(where: file.path.hasPrefix))
        }
        return written.flatMap { file in
            file.lines.enumerated()
                .flatMap { index, line -> [Violation] in
                    let text = line.lowercased()
                    return replacements.filter { text.uses($0.phrase) }
                        .map {
                            Violation(
                                path: file.path,
                                line: index + 1,
                                message: "'\($0.phrase)': \($0.advice)"
                            )
                        }
                }
        }
    }

    /// Phrases that readers have to read twice. The list is short; the rest is for reviewers.
    private static let replacements: [(phrase: String, advice: String)] = [
        ("let be", "write 'not reported' or 'not changed'"),
        ("for want of", "write 'because there is no'"),
        ("cry wolf", "write 'false report'"),
        ("cries wolf", "write 'false report'"),
        ("nobody's", "name who or what it is about"),
        ("anybody's", "write 'any'"),
        ("somebody's", "name who it is"),
    ]
}
