extension RepositoryRule {
    static let wordsArePlain = RepositoryRule(
        "pages, comments, test names and messages use plain words",
        caught: [
            Planting("# A\nThe issuer declines for want of money.\n", in: "README.md"),
            Planting("# A\n```text\nfor want of money\n```\n", in: "Documentation/A.md"),
            Planting("/// Nobody's claim.\nlet claim = 1"),
            Planting("let message = \"12.75 is let be\""),
            Planting("// Makes tokens for anybody's certificate.", in: "Fuzz/Sources/A.swift"),
            Planting("# A\nA token that nobody signed.\n", in: "Documentation/A.md"),
            Planting("/// A lock, held until it is let go of.\nlet lock = 1"),
            Planting("let url = \"https://a.b\"  // The only door to the network."),
            Planting("@Test func `hears of each change`() {}", in: "Tests/A/ATests.swift"),
            Planting("@Suite(\"A sheet in hand\")\nstruct A {}", in: "Tests/A/ATests.swift"),
            Planting("/// The house and its number.\nlet street = 1"),
        ],
        allowed: [
            Planting("# A\nInsufficient funds. Let the sheet be dismissed.\n", in: "README.md"),
            Planting("# A\n```text\nsigned under somebody else's root\n```\n", in: "README.md"),
            Planting("# A\nNo Face ID. An arrow means \"depends on\".\n", in: "README.md"),
            Planting("let outlet = bench", in: "Sources/Merchant/Orders/Order.swift"),
            Planting("/// Street and house number.\nlet street = 1"),
            Planting("/// The arrow keys move the focus.\nlet keys = 1"),
            Planting("let user = \"nobody\"  // A user of PostgreSQL.", in: "Tests/A/ATests.swift"),
            Planting("let name = \"door://nobody\"; let face = 1"),
        ]
    ) { tree in
        tree.files.filter(PlainWords.covers).flatMap { PlainWords.violations(in: $0) }
    }

    static let commentsBeginWithTheirSubject = RepositoryRule(
        "a doc comment begins with a noun, and not with a clause",
        caught: [
            Planting("/// What a card owes.\nlet owed = 1"),
            Planting("    /// What is wrong.\n    let cause = 1", in: "Tests/A/ATests.swift"),
        ],
        allowed: [
            Planting("/// The amount that a card owes.\nlet owed = 1"),
            Planting("// What a card owes is paid later.\nlet owed = 1"),
        ]
    ) { tree in
        tree.swift.flatMap { file in
            file.lines.enumerated()
                .filter { $0.element.drop { $0 == " " }.hasPrefix("/// What ") }
                .map {
                    Violation(
                        path: file.path,
                        line: $0.offset + 1,
                        message: "name the thing, such as 'The amount that …' for 'What …'"
                    )
                }
        }
    }
}

/// The words that are not used, and what to write instead. The lists are short: they hold words that
/// were used here and had to be read twice. Reviewers look for others.
private enum PlainWords {
    struct Entry {
        let words: [String]
        let advice: String
        /// Phrases with a word of the entry that are plain.
        var exceptions: [String] = []
    }

    /// Refused in every line, with code blocks and messages.
    private static let everywhere = [
        Entry(words: ["let be"], advice: "write 'not reported' or 'not changed'"),
        Entry(words: ["for want of"], advice: "write 'because there is no'"),
        Entry(words: ["cry wolf", "cries wolf"], advice: "write 'false report'"),
        Entry(words: ["nobody's"], advice: "name who or what it is about"),
        Entry(words: ["anybody's"], advice: "write 'any'"),
        Entry(words: ["somebody's"], advice: "name who it is"),
    ]

    /// Refused in comments, in the names of tests and suites, and in pages outside code blocks.
    private static let inProse = [
        Entry(
            words: ["somebody", "anybody", "everybody", "whoever", "whomever"],
            advice: "name who it is, such as the caller, the app, a user or an attacker"
        ),
        Entry(words: ["nobody"], advice: "write 'no caller', 'no app' or a passive sentence"),
        Entry(
            words: ["let go of", "lets go of", "letting go of", "let go"],
            advice: "write 'release'"
        ),
        Entry(words: ["hear", "hears", "heard"], advice: "write 'is told', 'gets' or 'is called'"),
        Entry(words: ["in hand", "at hand"], advice: "say which state or value it is"),
        Entry(words: ["stands before", "stand before"], advice: "write 'precedes' or 'is before'"),
        Entry(words: ["told apart", "tell apart", "tells apart"], advice: "write 'distinguish'"),
        Entry(words: ["lend", "lends", "lent"], advice: "write 'passes … to a closure'"),
        Entry(words: ["upon"], advice: "write 'after', 'then' or 'on'"),
        Entry(words: ["way of shipping", "ways of shipping"], advice: "write 'shipping method'"),
        Entry(words: ["in so many words"], advice: "write 'explicitly'"),
        Entry(words: ["room", "rooms"], advice: "write 'space', or 'module'"),
        Entry(
            words: ["house", "houses"],
            advice: "write 'our own', or name the part",
            exceptions: ["house number"]
        ),
        Entry(words: ["door", "doors"], advice: "write 'interface' or 'entry point'"),
        Entry(words: ["deed", "deeds"], advice: "write 'action'"),
        Entry(
            words: ["arrow", "arrows"],
            advice: "write 'dependency'",
            exceptions: ["arrow key", "arrow means", "arrow between layers"]
        ),
        Entry(words: ["face", "faces"], advice: "write 'interface'", exceptions: ["face id"]),
    ]

    static func covers(_ file: SourceFile) -> Bool {
        if file.path.hasSuffix(".md") { return true }
        let folders = ["Benchmarks", "Examples", "Fuzz", "Plugins", "Sources", "Support", "Tests"]
        return file.path.hasSuffix(".swift") && file.isInside(folders)
    }

    static func violations(in file: SourceFile) -> [Violation] {
        // Tests plant violations in literals.
        let whole = file.isInside(["Tests", "Benchmarks"]) ? [] : file.lines
        return violations(whole, everywhere, file)
            + violations(
                file.path.hasSuffix(".md") ? prose(of: file) : comments(of: file),
                inProse,
                file
            )
    }

    private static func violations(
        _ lines: [Substring],
        _ entries: [Entry],
        _ file: SourceFile
    ) -> [Violation] {
        let entries = entries.filter { $0.words.contains(where: file.mentions) }
        if entries.isEmpty { return [] }
        return lines.enumerated()
            .flatMap { index, line in
                let text = line.lowercased()
                return entries.flatMap { entry in
                    let plain = entry.exceptions.reduce(text) { $0.replacing($1, with: "") }
                    return entry.words.filter(plain.uses)
                        .map { word in
                            Violation(
                                path: file.path,
                                line: index + 1,
                                message: "'\(word)': \(entry.advice)"
                            )
                        }
                }
            }
    }

    /// The lines of a page; those of code blocks are empty.
    private static func prose(of file: SourceFile) -> [Substring] {
        var isInBlock = false
        return file.lines.map { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isInBlock.toggle() }
            return isFence || isInBlock ? "" : line
        }
    }

    /// The comments of each line, or the name of the test or suite in it.
    private static func comments(of file: SourceFile) -> [Substring] {
        zip(file.lines, file.codeLines)
            .map { line, code in
                for opening in ["func `", "@Suite(\"", "@Test(\""] {
                    guard let range = line.firstRange(of: opening) else { continue }
                    // Inside a literal the code is blank.
                    let isCode = rest(of: code, from: range.lowerBound, in: line).first != blank
                    if isCode { return line[range.upperBound...] }
                }
                // The rest of the code is blank only if a comment starts there.
                guard let slashes = line.firstRange(of: "// ") ?? line.firstRange(of: "//") else {
                    return ""
                }
                let code = rest(of: code, from: slashes.lowerBound, in: line)
                return code.allSatisfy { $0 == blank } ? line[slashes.lowerBound...] : ""
            }
    }

    private static let blank = UInt8(ascii: " ")

    /// The code from the place of an index in its line.
    private static func rest(
        of code: Substring,
        from index: Substring.Index,
        in line: Substring
    ) -> Substring.UTF8View {
        code.utf8.dropFirst(line.utf8.distance(from: line.startIndex, to: index))
    }
}
