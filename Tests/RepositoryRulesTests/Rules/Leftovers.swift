extension RepositoryRule {
    static let nothingIsLeftForLater = RepositoryRule(
        "there are no leftover marks",
        caught: markers.map { Planting("// \($0): pay", in: "Sources/Merchant/Payments/A.swift") }
            + [Planting("<!-- \(markers[0]) -->", in: "README.md")],
        allowed: [
            Planting("let mastodon = 1"), Planting("A method, a hacker, todos.", in: "README.md"),
        ]
    ) { tree in
        tree.files.flatMap { file in
            file.lines.enumerated()
                .flatMap { index, line in
                    markers.filter { line.uses($0) }
                        .map {
                            Violation(
                                path: file.path,
                                line: index + 1,
                                message: "\($0): do it now, or open an issue and remove the mark"
                            )
                        }
                }
        }
    }

    /// In halves, so that this file does not break its own rule.
    private static let markers = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]

    static let everyFileIsUsed = RepositoryRule(
        "a file declares something that another file uses",
        caught: [
            Planting(
                "a type that nobody names",
                [
                    "Sources/Merchant/Orders/Attic.swift": "struct Attic {\n    let price = 1\n}",
                    "Sources/Merchant/Orders/Order.swift": "struct Order {\n    let price = 2\n}",
                ]
            ),
            Planting(
                "a placeholder beside the real thing",
                [
                    "Sources/Merchant/Orders/Placeholder.swift": "// Placeholder.",
                    "Sources/Merchant/Orders/Order.swift": "struct Order {}",
                    "Tests/MerchantTests/OrderTests.swift": "let order = Order()",
                ]
            ),
        ],
        allowed: [
            Planting(
                "a type that a test names",
                [
                    "Sources/Merchant/Orders/Order.swift": "struct Order {}",
                    "Tests/MerchantTests/OrderTests.swift": "let order = Order()",
                    "Sources/Merchant/Cards/Placeholder.swift": "// Placeholder.",
                ]
            ),
            Planting("extension Order: CustomStringConvertible { var description: String }"),
            Planting("run()", in: "Sources/Tools/quince/main.swift"),
            Planting("@main struct Tool {}"),
            Planting("@_exported public import Wallet"),
            Planting("open class PKPass {}", in: "Sources/Frameworks/PassKit/PKPass.swift"),
        ]
    ) { tree in
        let names = tree.swift.map { file in Set(file.codeLines.flatMap { $0.names }) }
        var owners: [Substring: Int] = [:]
        for name in names.joined() { owners[name, default: 0] += 1 }
        let swift = tree.swift
        return tree.sources.filter { $0.name != "main.swift" && !$0.isReachedByTheCompiler }
            .filter { file in
                // Apps use what Apple's modules declare; the coverage page lists it.
                if file.path.hasPrefix("Sources/Frameworks/") || file.isReexport { return false }
                if file.name == "Placeholder.swift" {
                    return swift.contains { $0.folder == file.folder && $0.path != file.path }
                }
                return !file.declaredNames.contains { owners[$0, default: 0] > 1 }
            }
            .map {
                Violation(path: $0.path, message: "no other file uses what it declares: delete it")
            }
    }
}

extension SourceFile {
    /// Whether a file is used without being named: an entry point, or a conformance.
    fileprivate var isReachedByTheCompiler: Bool {
        codeLines.contains { $0.uses("@main") || ($0.uses("extension") && $0.contains(":")) }
    }

    /// The names that follow a declaring keyword: those of members too where a type is extended,
    /// because nothing else may be new in that file.
    fileprivate var declaredNames: [Substring] {
        let keywords: Set<Substring> = [
            "struct", "class", "enum", "actor", "protocol", "typealias", "func", "var", "let",
            "case",
            "macro",
        ]
        let extends = codeLines.contains { $0.hasPrefix("extension ") }
        return codeLines.filter { extends || !$0.hasPrefix(" ") }.flatMap { line -> [Substring] in
            let names = line.names
            return zip(names, names.dropFirst()).filter { keywords.contains($0.0) }.map(\.1)
        }
    }
}

extension Substring {
    /// The words that could be names.
    var names: [Substring] { split { !$0.isPartOfName } }
}

extension SourceFile {
    /// Whether the file only re-exports other modules.
    fileprivate var isReexport: Bool {
        let code = codeLines.filter { !$0.allSatisfy(\.isWhitespace) }
        return !code.isEmpty && code.allSatisfy { $0.hasPrefix("@_exported ") }
    }
}
