/// The coverage page, as Markdown.
struct CoveragePage {
    let comparison: Comparison

    /// The whole page.
    var text: String {
        let parts =
            [introduction, numbers, excuses] + comparison.sections.map(table) + [additions]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var introduction: String {
        """
        # PassKit coverage

        This page lists the symbols of Apple's PassKit, and of Contacts and FinanceKit as far as
        payments and orders need them, and says of each whether Quince has it. Quince is not made or endorsed by Apple. The
        list contains names, types and versions of iOS, and no text of Apple's.

        *Present* means that a file that uses the symbol compiles on Linux, and that a test uses it.
        These are compared with Apple's: name, kind, type if the list states one, inheritance, and
        whether a class can be subclassed and a requirement is optional. A class has NSObject's
        `init()`, or its row says why not. An initializer that apps call through a metatype can be
        called so. A conformance, such as `CNContact: NSCopying`, is compared and needs no test.

        A test uses a symbol if it names, calls or implements it in `Tests/FrameworksTests`,
        `Tests/QuinceTestingTests` or `Tests/AppsInSwift5`, according to the compiler's index, which
        distinguishes symbols of one name by type. An inherited member counts as used if a file uses
        both the member and the type. The index does not know what a test asserts. A note says where
        a symbol does nothing or always gives the same answer. *Excused* means that the symbol is
        missing, with the reason.

        There is no third state: `./dev coverage` compares the list in `Tests/Vectors/PassKitSymbols`
        with the compiler's information about our modules and tests, writes this page, and fails if a
        symbol is neither present nor excused, or is used by no test. A *guess* has no public source;
        an app should not depend on it.
        """
    }

    private var numbers: String {
        let rows = comparison.sections.map { section in
            Self.row([
                section.title, "\(section.presentCount)", "\(section.excusedCount)",
                "\(section.lines.count)",
            ])
        }
        let sections = comparison.sections
        let total = Self.row([
            "**Together**", "**\(sections.map(\.presentCount).reduce(0, +))**",
            "**\(sections.map(\.excusedCount).reduce(0, +))**",
            "**\(sections.map(\.lines.count).reduce(0, +))**",
        ])
        return
            (["## How much", "", Self.row(["Part", "Present", "Excused", "Listed"])]
            + ["| --- | --: | --: | --: |"] + rows + [total])
            .joined(separator: "\n")
    }

    private var excuses: String {
        var reasons: [String] = []
        var symbols: [String: [String]] = [:]
        for line in comparison.sections.flatMap(\.lines) {
            guard case .excused(let reason) = line.verdict else { continue }
            if symbols[reason] == nil { reasons.append(reason) }
            symbols[reason, default: []].append(line.symbol.path)
        }
        let items = reasons.map { reason in
            let paths = Self.withoutMembers(symbols[reason] ?? [])
            return "- \(reason): " + paths.map { "`\($0)`" }.joined(separator: ", ") + "."
        }
        return (["## What is excused, and why", ""] + items).joined(separator: "\n")
    }

    private func table(_ section: Comparison.Section) -> String {
        let paths = section.lines.map(\.symbol.path)
        let rows = section.lines.map { line in
            let symbol = line.symbol
            let isOneOfSeveral = paths.count { $0 == symbol.path } > 1
            let type = isOneOfSeveral ? symbol.type.map { "<br>`\($0)`" } ?? "" : ""
            return Self.row(["`\(symbol.path)`\(type)", symbol.versions, line.words])
        }
        return
            (["## \(section.title)", "", section.about, ""]
            + [Self.row(["Symbol", "Since iOS", "Here"]), "| --- | --- | --- |"] + rows)
            .joined(separator: "\n")
    }

    private var additions: String {
        let rows = comparison.additions.map {
            Self.row(["`\($0.path)`", Self.escaped($0.summary ?? "")])
        }
        let about = """
            What our modules declare beside Apple's symbols, with what the code says of it. A file
            that uses any of it does not compile on Apple's systems, but for what the code says is
            Foundation's there. Stand-ins for UIKit,
            SwiftUI and Combine lie in modules of their own and are not listed.
            """
        return
            (["## What Apple does not have", "", about, ""]
            + [Self.row(["Symbol", "What it is"]), "| --- | --- |"] + rows)
            .joined(separator: "\n")
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("``", with: "`").replacing("|", with: "\\|")
    }

    /// The names that are not members of another of them.
    private static func withoutMembers(_ paths: [String]) -> [String] {
        var seen: Set<String> = []
        return paths.filter { path in
            !paths.contains { path.hasPrefix($0 + ".") } && seen.insert(path).inserted
        }
    }
}

extension Comparison.Section {
    fileprivate var presentCount: Int { lines.count { $0.verdict == .present } }

    fileprivate var excusedCount: Int {
        lines.count { line in if case .excused = line.verdict { true } else { false } }
    }
}

extension Comparison.Line {
    /// The last cell of its row.
    fileprivate var words: String {
        let verdict =
            switch verdict {
            case .present: "present"
            case .excused(let reason): "excused: \(reason)"
            case .missing: "missing"
            case .different: "different"
            }
        let guess = symbol.guess.map { "\($0) is a guess" }
        let initializer: String? =
            switch symbol.withoutPlainInit {
            case .unavailable: "Apple marks `init()` unavailable"
            case .unknown: "no public source says whether it has `init()`"
            case nil: nil
            }
        let metatype = symbol.isCalledThroughMetatype ? "also through a metatype" : nil
        return ([verdict] + [guess, initializer, metatype, symbol.note].compactMap(\.self))
            .joined(separator: "; ")
    }
}

extension AppleSymbol {
    /// The versions that introduced and deprecated it.
    fileprivate var versions: String {
        let since = since ?? "–"
        return switch deprecated {
        case nil: since
        case "yes": "\(since), deprecated"
        case .some(let version): "\(since), deprecated \(version)"
        }
    }
}
