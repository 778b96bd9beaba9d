extension RepositoryRule {
    static let missionRowsExist = RepositoryRule(
        "each row of the mission that is cited stands on the mission's page",
        caught: [
            citing("/// Amounts are decimal (mission 7.99)."),
            citing("/// Amounts are decimal (mission 7.13, 7.99)."),
            citing("/// Amounts are decimal (mission 7.13 to 7.99)."),
            citing("/// Amounts are decimal (mission\n/// 7.99)."),
            citing("/// Devices (mission section 9)."),
            citing("/// Mission rows 7.13 and 7.99."),
            Planting("no page", ["Sources/Merchant/Orders/Order.swift": "// mission 7.13"]),
        ],
        allowed: [
            citing("/// Amounts are decimal (mission 7.13, 7.14), in section 99.9."),
            citing("/// Mission 7.13 to 7.14; permission 9.9; mission section 7 and rows 7.13."),
        ]
    ) { tree in
        let page = tree[missionPage]
        let rows = Set(page?.lines.compactMap(\.firstNumber) ?? [])
        let sections = Set(page.map { MarkdownPage($0).sections } ?? [])
        return tree.citing.flatMap { file in
            file.citations(after: "mission", in: ["row", "rows", "section", "sections"])
                .filter { !rows.contains($0.number) && !sections.contains($0.number) }
                .map {
                    Violation(
                        path: file.path,
                        line: $0.line,
                        message:
                            "\(missionPage) has no row \($0.number): cite one of its rows, or add it there"
                    )
                }
        }
    }

    static let referenceSectionsExist = RepositoryRule(
        "each section of a reference page that is cited is there",
        caught: [
            citing("/// - Source: Documentation/Reference/Tokens.md, section 1.9."),
            citing("/// - Source: Documentation/Reference/Tokens.md, sections 1.1 and 3."),
            citing("/// - Source: Documentation/Reference/Tokens.md,\n///   section 1.9."),
            citing("/// - Source: reference *Tokens*, section 1.1."),
            citing("/// - Source: measured; reference\n///   *Tokens*."),
        ],
        allowed: [
            citing("/// - Source: Documentation/Reference/Tokens.md, sections 1.1 and 2."),
            citing(
                "/// - Source: Documentation/Reference/Tokens.md; Apple, *Tokens reference*, 5."
            ),
        ]
    ) { tree in
        let pages = tree.markdown.filter { $0.path.hasPrefix("Documentation/Reference/") }
            .map { (path: $0.path, sections: Set(MarkdownPage($0).sections)) }
        return tree.citing.flatMap { file in
            let missing = pages.flatMap { page -> [Violation] in
                let sections = page.sections
                return file.citations(after: page.path + ",", in: ["section", "sections"])
                    .filter { !sections.contains($0.number) }
                    .map {
                        Violation(
                            path: file.path,
                            line: $0.line,
                            message:
                                "\(page.path) has no section \($0.number): it has \(sections.sorted())"
                        )
                    }
            }
            return missing + file.unnamedReferences
        }
    }

    private static let missionPage = "Documentation/Mission.md"

    private static func citing(_ comment: String) -> Planting {
        Planting(
            comment,
            [
                "Sources/Merchant/Orders/Order.swift": comment + "\nstruct Order {}",
                missionPage: "# Mission\n\n## 7. Money\n\n| 7.13 | a |\n| 7.14 | b |\n",
                "Documentation/Reference/Tokens.md": "# Tokens\n## 1. A\n### 1.1 B\n## 2. C\n",
            ]
        )
    }
}

extension SourceTree {
    /// The files whose citations are checked: not the planted ones of these rules.
    fileprivate var citing: [SourceFile] {
        files.filter { file in
            ["Benchmarks/", "Documentation/", "Examples/", "Fuzz/", "Sources/", "Tests/"]
                .contains(where: file.path.hasPrefix)
                && !file.path.hasPrefix("Tests/RepositoryRulesTests/")
        }
    }
}

extension SourceFile {
    fileprivate struct Citation {
        let number: String
        let line: Int
    }

    /// The numbers that follow a name, such as 7.1 and 7.3 in "mission 7.1 to 7.3".
    fileprivate func citations(after name: String, in words: Set<String>) -> [Citation] {
        wrappedLines(with: name)
            .flatMap { text, line in
                text.afterEach(name)
                    .flatMap { $0.leadingNumbers(joinedBy: words) }
                    .map { Citation(number: $0, line: line) }
            }
    }

    /// Where a page is cited that has no name in this repository.
    fileprivate var unnamedReferences: [Violation] {
        wrappedLines(with: "reference")
            .filter { text, _ in text.contains("reference *") }
            .map { _, line in
                Violation(
                    path: path,
                    line: line,
                    message: "cite a page of Documentation/Reference by its path, or Apple's page"
                )
            }
    }

    /// The lines with a word, in lower case, each with its continuation in the next comment line.
    private func wrappedLines(with word: String) -> [(text: String, line: Int)] {
        guard mentions(word) else { return [] }
        return lines.enumerated()
            .compactMap { index, line in
                let text = line.withoutMarker.lowercased()
                guard text.contains(word.lowercased()) else { return nil }
                let next = index + 1 < lines.count ? lines[index + 1].withoutMarker : ""
                // The continuation counts for what begins on this line alone.
                let rest = next.lowercased().contains(word.lowercased()) ? "" : next.lowercased()
                return ("\(text) \(rest)", index + 1)
            }
    }
}

extension MarkdownPage {
    /// The numbers of the page's sections.
    fileprivate var sections: [String] { headings.compactMap { $0.title.leadingNumber } }
}

extension StringProtocol {
    /// A line of a comment without what marks it as one.
    fileprivate var withoutMarker: String { String(drop { " /#".contains($0) }) }

    /// The number in a table's first cell: "7.13".
    fileprivate var firstNumber: String? {
        guard hasPrefix("| ") else { return nil }
        let cell = dropFirst(2).prefix { $0 != " " }
        return cell.isSectionNumber ? String(cell) : nil
    }

    fileprivate var leadingNumber: String? {
        var number = String(prefix { $0.isNumber || $0 == "." })
        if number.hasSuffix(".") { number.removeLast() }
        return number.isSectionNumber ? number : nil
    }

    private var isSectionNumber: Bool {
        !isEmpty
            && split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy(\.isNumber)
            }
    }

    /// The text after each occurrence of a name that is not the end of a longer word.
    fileprivate func afterEach(_ name: String) -> [Substring] {
        let text = String(self)
        var found: [Substring] = []
        var rest = text[...]
        while let range = rest.firstRange(of: name.lowercased()) {
            let isWhole =
                range.lowerBound == text.startIndex
                || !text[text.index(before: range.lowerBound)].isPartOfName
            rest = rest[range.upperBound...]
            if isWhole { found.append(rest) }
        }
        return found
    }

    /// The numbers that a text begins with, joined by commas, "to", "and" or one of these words.
    fileprivate func leadingNumbers(joinedBy words: Set<String>) -> [String] {
        var numbers: [String] = []
        for word in split(whereSeparator: { " ,-–".contains($0) }) {
            if let number = word.leadingNumber {
                numbers.append(number)
                // "(mission 7.13)." and "7.13;" end the list.
                if word.drop(while: { $0.isNumber || $0 == "." }).isEmpty == false {
                    return numbers
                }
            } else if word != "to", word != "and", !words.contains(String(word)) {
                return numbers
            }
        }
        return numbers
    }
}
