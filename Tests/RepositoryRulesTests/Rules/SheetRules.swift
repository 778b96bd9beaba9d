extension RepositoryRule {
    /// Every claim on the page needs a test.
    static let rulesOfTheSheetNameTests = RepositoryRule(
        "each rule on the page about the sheet names a test and its certainty",
        caught: [
            Planting("no test", planting("| a rule | ours | |")),
            Planting("a test by hand", planting("| a rule | ours | [a page](A.md) |")),
            Planting(
                "a file without a test",
                planting("| a | ours | `Tests/ATests/Bench.swift` |")
            ),
            Planting("no word on how sure", planting("| a | | `Tests/ATests/ATests.swift` |")),
            Planting("an unknown word", planting("| a | sure | `Tests/ATests/ATests.swift` |")),
        ],
        allowed: [
            Planting(
                "rules with tests",
                planting(
                    """
                    | a | documented: *A*; b, guess | `Tests/ATests/ATests.swift` |

                    | question | shown by |
                    | --- | --- |
                    | a | `Tests/ATests/Bench.swift`, `Tests/ATests/ATests.swift` |
                    """
                )
            )
        ]
    ) { tree in
        guard let page = tree[rulesPage] else { return [] }
        return page.lines.tableRows.flatMap { row -> [Violation] in
            var problems: [String] = []
            let files = row.cells.flatMap { cell in
                cell.split(separator: "`").filter { $0.hasPrefix("Tests/") }
            }
            let hasTest = files.contains { tree[String($0)]?.holdsTest == true }
            if !hasTest { problems.append("name a file of tests that fails without this rule") }
            if let column = row.header.firstIndex(of: "how sure") {
                let cell = column < row.cells.count ? row.cells[column] : ""
                if !certainties.contains(where: { cell.contains($0) }) {
                    problems.append("say how sure: one of \(certainties)")
                }
            }
            return problems.map { Violation(path: page.path, line: row.line, message: $0) }
        }
    }

    private static let rulesPage = "Documentation/SheetRules.md"
    private static let certainties = ["documented", "measured", "reported", "guess", "ours"]

    private static func planting(_ rows: String) -> [String: String] {
        [
            rulesPage: "# Rules\n\n| rule | how sure | shown by |\n| --- | --- | --- |\n\(rows)\n",
            "Tests/ATests/ATests.swift": "@Test func `holds`() {}",
            "Tests/ATests/Bench.swift": "struct Bench {}",
        ]
    }
}

/// A row of a table, with the header of its table.
private struct TableRow {
    let header: [String]
    let cells: [String]
    let line: Int
}

extension SourceFile {
    fileprivate var holdsTest: Bool { lines.contains { $0.contains("@Test") } }
}

extension Collection where Element: StringProtocol {
    /// The rows of the tables among these lines, without headers.
    fileprivate var tableRows: [TableRow] {
        var rows: [TableRow] = []
        var header: [String]?
        for (index, line) in enumerated() {
            guard line.hasPrefix("|") else {
                header = nil
                continue
            }
            let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
                .dropLast()
                .map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
                .map { String($0) }
            if let header {
                if !line.hasPrefix("| ---") {
                    rows.append(TableRow(header: header, cells: cells, line: index + 1))
                }
            } else {
                header = cells
            }
        }
        return rows
    }
}
