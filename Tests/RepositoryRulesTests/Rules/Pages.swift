extension RepositoryRule {
    static let namedFilesExist = RepositoryRule(
        "a file that a page or a comment names exists",
        caught: [
            Planting("# A\nSee `Tests/ToolTests/Gone.swift`.\n", in: "Documentation/A.md"),
            Planting("# A\nSee `Sources/Attic`.\n", in: "README.md"),
            Planting(
                "/// Why: Documentation/Decisions/0001-gone.md.\nlet a = 1",
                in: "Sources/Merchant/Orders/Order.swift"
            ),
        ],
        allowed: [
            Planting(
                "files, folders, patterns and code",
                [
                    "README.md":
                        "# A\n`Sources/Orders/Order.swift`, `Sources/Orders`, `Tests/*Tests` and `a/b`\n```\n`Tests/x`\n```\n",
                    "Sources/Orders/Order.swift":
                        "/// See Documentation/Page.md, and Documentation/Page.md#part.",
                    "Documentation/Page.md": "# Page\n## Part\n",
                ]
            )
        ]
    ) { tree in
        let paths = Set(tree.files.flatMap(\.pathAndFolders))
        let inPages = tree.markdown.flatMap { file in
            MarkdownPage(file).codeSpans.map { (file, $0.text, $0.line) }
        }
        let inCode = tree.sources.flatMap { file in
            file.lines.enumerated()
                .flatMap { index, line in line.documents.map { (file, $0, index + 1) } }
        }
        return (inPages + inCode)
            .filter { $0.1.isRepositoryPath && !paths.contains($0.1) }
            .map { file, name, line in
                Violation(
                    path: file.path,
                    line: line,
                    message: "there is no \(name); name a committed file"
                )
            }
    }

    static let theArchitecturePageIsComplete = RepositoryRule(
        "the architecture page shows exactly the modules of Package.swift",
        caught: [
            Planting(
                "a module that is not in the picture",
                planting(picture: "Merchant", ["Orders"])
            ),
            Planting(
                "a module that was removed",
                planting(picture: "Merchant Orders Attic", ["Orders"])
            ),
            Planting("a module that is not in the table", planting(picture: "Merchant Orders", [])),
            Planting("no page", ["Package.swift": manifest]),
        ],
        allowed: [
            Planting("picture and table", planting(picture: "┌ Merchant ┐\n│ Orders │", ["Orders"]))
        ]
    ) { tree in
        let layout = tree.layout
        let shipped = layout.modules.filter { $0.layer != "Benchmarks" }
        guard !shipped.isEmpty else { return [] }
        guard let page = tree[picturePage] else {
            return [
                Violation(path: picturePage, message: "is missing: add a picture of the modules")
            ]
        }
        let modules = Set(shipped.map(\.name))
        let expected = modules.union(shipped.map(\.layer)).union(layout.libraries)
        let drawn = Set(MarkdownPage(page).firstBlock.words)
        let listed = Set(page.lines.compactMap(\.firstCell))
        return violations(page, expected.subtracting(drawn), "add it to the picture")
            + violations(
                page,
                drawn.subtracting(expected),
                "it is not a module: remove it from the picture"
            )
            + violations(
                page,
                modules.subtracting(listed),
                "add a row to the table of modules"
            )
    }

    private static let picturePage = "Documentation/Architecture.md"
    private static let manifest = #"module("Orders", in: "Merchant"),"#

    private static func planting(picture: String, _ listed: [String]) -> [String: String] {
        let table = listed.map { "| `\($0)` | x |\n" }.joined()
        return [
            "Package.swift": manifest,
            picturePage: "# Architecture\n```text\n\(picture)\n```\n\(table)",
        ]
    }

    private static func violations(
        _ page: SourceFile,
        _ names: Set<String>,
        _ message: String
    ) -> [Violation] {
        names.sorted().map { Violation(path: page.path, message: "\($0): \(message)") }
    }
}

extension SourceFile {
    /// The file and its parent folders.
    fileprivate var pathAndFolders: [String] {
        let parts = path.split(separator: "/")
        return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
}

extension StringProtocol {
    /// Whether a text is a path in one of the repository's folders.
    fileprivate var isRepositoryPath: Bool {
        let folders = [
            "Benchmarks/", "Documentation/", "Examples/", "Fuzz/", "Sources/", "Tests/",
        ]
        return folders.contains { hasPrefix($0) } && !contains("*") && !contains("…")
            && !contains(" ")
    }

    /// The pages of Documentation that a line of code names.
    fileprivate var documents: [String] {
        String(self).split { character in
            !(character.isPartOfName || character == "-" || character == "." || character == "/")
        }
        .compactMap { word in
            guard word.hasPrefix("Documentation/"), let end = word.firstRange(of: ".md")
            else { return nil }
            return String(word[..<end.upperBound])
        }
    }

    /// The code in the first cell of a table row.
    fileprivate var firstCell: String? {
        guard hasPrefix("| `"), let end = dropFirst(3).firstIndex(of: "`") else { return nil }
        return String(self[index(startIndex, offsetBy: 3)..<end])
    }

    fileprivate var words: [String] {
        String(self).split { !$0.isPartOfName }.map(String.init)
    }
}
