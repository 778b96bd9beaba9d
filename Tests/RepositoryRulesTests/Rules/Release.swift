extension RepositoryRule {
    static let theVersionIsTheSameEverywhere = RepositoryRule(
        "the changelog begins with the program's version, and SECURITY.md names it",
        caught: [
            Planting("an older changelog", Release.planting(program: "0.2.0")),
            Planting("a newer changelog", Release.planting(changelog: "0.2.0, unreleased")),
            Planting("neither a date nor unreleased", Release.planting(changelog: "0.1.0, soon")),
            Planting("no date", Release.planting(changelog: "0.1.0")),
            Planting("no changelog", Release.planting(changelog: nil)),
            Planting("another version is fixed", Release.planting(security: "0.2")),
        ],
        allowed: [
            Planting("before its release", Release.planting()),
            Planting("released", Release.planting(changelog: "0.1.0, 2026-11-23")),
        ]
    ) { tree in Release.violations(in: tree, tag: nil) }
}

/// The statements of a release's files on its version.
enum Release {
    private static let programPath = "Sources/Tools/quince/Quince.swift"

    /// The statements that do not agree with the program's version.
    ///
    /// - Parameters:
    ///   - tree: The files.
    ///   - tag: The tag of their commit, such as `v0.1.0`; nil where it has none.
    /// - Returns: One violation for each file that says another version.
    static func violations(in tree: SourceTree, tag: String?) -> [Violation] {
        guard let program = tree[programPath] else { return [] }
        let marker = "static let version = \""
        let line = program.lines.first { $0.firstRange(of: marker) != nil }
        let parts = line?.split(separator: "\"") ?? []
        guard parts.count > 1 else {
            return [Violation(path: programPath, message: "declare \(marker)X.Y.Z\"")]
        }
        let version = String(parts[1])
        return changelogProblem(tree, version, isReleased: tag != nil)
            + securityProblem(tree, version)
            + (tag == nil || tag == "v\(version)"
                ? [] : [Violation(path: programPath, message: "the tag is \(tag ?? "")")])
    }

    private static func changelogProblem(
        _ tree: SourceTree,
        _ version: String,
        isReleased: Bool
    ) -> [Violation] {
        let heading = tree["CHANGELOG.md"]?.lines.first { $0.hasPrefix("## ") } ?? ""
        let words = heading.dropFirst(3).split(separator: ", ", omittingEmptySubsequences: false)
        let dates = words.count == 2 ? String(words[1]) : ""
        let isDated = dates.split(separator: "-").map(\.count) == [4, 2, 2]
        guard words.first.map(String.init) == version,
            isDated || !isReleased && dates == "unreleased"
        else {
            let date = isReleased ? "YYYY-MM-DD" : "unreleased"
            return [
                Violation(
                    path: "CHANGELOG.md",
                    message: "let its first part be '## \(version), \(date)'"
                )
            ]
        }
        return []
    }

    private static func securityProblem(_ tree: SourceTree, _ version: String) -> [Violation] {
        let series = version.split(separator: ".").prefix(2).joined(separator: ".")
        let rows = tree["SECURITY.md"]?.lines ?? []
        guard !rows.contains(where: { $0.hasPrefix("| \(series) | yes |") }) else { return [] }
        return [
            Violation(
                path: "SECURITY.md",
                message: "say that \(series) is fixed: '| \(series) | yes |'"
            )
        ]
    }

    static func planting(
        program: String = "0.1.0",
        changelog: String? = "0.1.0, unreleased",
        security: String = "0.1"
    ) -> [String: String] {
        [
            programPath: "    static let version = \"\(program)\"\n",
            "CHANGELOG.md": "# Changelog\n" + (changelog.map { "\n## \($0)\n" } ?? ""),
            "SECURITY.md":
                "# Security\n| version | fixed |\n| --- | --- |\n| \(security) | yes |\n",
        ]
    }
}
