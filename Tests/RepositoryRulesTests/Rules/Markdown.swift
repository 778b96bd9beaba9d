extension RepositoryRule {
    static let markdownHasOneTitle = RepositoryRule(
        "a page has one title, on top",
        caught: [
            Planting("# One\n\n# Two\n", in: "README.md"),
            Planting("Text.\n", in: "Documentation/Page.md"),
        ],
        allowed: [Planting("# One\n\n```bash\n# a comment\n```\n\n## Two\n", in: "README.md")]
    ) { tree in
        tree.markdown.flatMap { file -> [Violation] in
            let titles = MarkdownPage(file).headings.filter { $0.level == 1 }
            guard titles.count != 1 else { return [] }
            return [
                Violation(
                    path: file.path,
                    line: titles.dropFirst().first?.line,
                    message: "\(titles.count) titles: write one '# Title', and '##' for its parts"
                )
            ]
        }
    }

    static let linksResolve = RepositoryRule(
        "each link inside the repository resolves",
        caught: [
            Planting("# A\n[b](B.md)", in: "README.md"),
            Planting("# A\n[b](#nowhere)", in: "README.md"),
            Planting("# A\n![b](art/b.png)", in: "Documentation/A.md"),
            Planting("# A\n[b][c]\n\n[c]: C.md", in: "README.md"),
            Planting("two pages", ["README.md": "# A\n[b](B.md#there)", "B.md": "# B\n## Here\n"]),
        ],
        allowed: [
            Planting(
                "pages, folders, anchors and other people's pages",
                [
                    "README.md":
                        "# A b\n[c](Documentation/C.md#what-is-it-the-quince) [d](#a-b) [e](https://e.org) [f](Documentation)\n`[g](G.md)`\n",
                    "Documentation/C.md": "# C\n## What is it? `The` quince\n[a](../README.md)",
                ]
            )
        ]
    ) { tree in
        let paths = Set((tree.files.map(\.path) + tree.otherPaths).flatMap(\.ancestors))
        return tree.markdown.flatMap { file in
            MarkdownPage(file).links.compactMap { link -> Violation? in
                guard let (path, anchor) = link.destination(from: file) else { return nil }
                func violation(_ problem: String) -> Violation {
                    Violation(
                        path: file.path,
                        line: link.line,
                        message: "\(link.target): \(problem)"
                    )
                }
                guard paths.contains(path) else {
                    return violation("there is no \(path); link to a committed file")
                }
                guard let anchor, let page = tree[path] else { return nil }
                let anchors = MarkdownPage(page).headings.map(\.anchor)
                guard !anchors.contains(anchor) else { return nil }
                return violation("no heading there has this anchor; use one of \(anchors)")
            }
        }
    }

    static let decisionsAreNumberedAndLinked = RepositoryRule(
        "decisions are numbered without gaps and linked",
        caught: [
            Planting(
                "no number",
                [
                    "Documentation/Decisions/window.md": "# W",
                    "README.md": "[w](Documentation/Decisions/window.md)",
                ]
            ),
            Planting("not linked", ["Documentation/Decisions/0001-window.md": "# W"]),
            Planting(
                "a gap",
                [
                    "Documentation/Decisions/0002-window.md": "# W",
                    "README.md": "[w](Documentation/Decisions/0002-window.md)",
                ]
            ),
        ],
        allowed: [
            Planting(
                "one decision in its list",
                [
                    "Documentation/Decisions/0001-window.md": "# W",
                    "Documentation/Decisions/README.md": "# Decisions\n[w](0001-window.md)",
                ]
            )
        ]
    ) { tree in
        let records = tree.markdown.filter {
            $0.folder == "Documentation/Decisions" && $0.name != "README.md"
        }
        let linked = Set(
            tree.markdown.flatMap { file in
                MarkdownPage(file).links.compactMap { $0.destination(from: file)?.path }
                    .filter { $0 != file.path }
            }
        )
        return records.enumerated()
            .flatMap { index, record -> [Violation] in
                var problems: [String] = []
                let digits = String(index + 1)
                let number = String(repeating: "0", count: 4 - digits.count) + digits
                if !record.name.hasPrefix(number + "-") { problems.append("number it \(number)-…") }
                if !linked.contains(record.path) {
                    problems.append("link to it from Documentation/Decisions/README.md")
                }
                return problems.map { Violation(path: record.path, message: $0) }
            }
    }
}

extension String {
    /// A path and its parent folders.
    fileprivate var ancestors: [String] {
        let parts = split(separator: "/")
        return parts.indices.map { parts[...$0].joined(separator: "/") }
    }
}
