/// The page on coverage, as Markdown.
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
        # What of PassKit is here

        This page lists the symbols of Apple's PassKit, and of Contacts as far as payments need
        it, and says of each whether Quince has it. Quince is not made or endorsed by Apple. The
        list holds names, types and versions of iOS, and no text of Apple's.

        *Present* means that a file which uses the symbol compiles on Linux: name and kind are
        Apple's, and so is the type where the list states one; it is inherited where Apple's is, and
        where Apple's can be subclassed, or left out by those who conform, so can it. That much is
        compared. A class has NSObject's `init()`, or its row says why not; an initializer that apps
        call through a metatype is compared for that. And a test uses it: each present symbol is named, called or implemented in
        `Tests/FrameworksTests`, `Tests/QuinceTestingTests` or `Tests/AppsInSwift5`, as the index
        tells that the compiler writes, which tells apart what has one name and several types. What
        a type has from another counts where a file uses that and the type. That a type is of
        another kind, as `CNContact: NSCopying`, is compared and no more. The index can not tell
        what a test asserts: that is for its reader. A note says where a symbol does nothing, or
        always gives the same answer. *Excused* means that it is not here, with the reason.

        Nothing is in between: `./dev coverage` compares the list in `Tests/Vectors/PassKitSymbols`
        with what the compiler says that our modules declare and our tests use, writes this page,
        and refuses where a symbol is neither, or is used by no test. Where something is a guess, we
        know of no public source, and an app should not depend on it.
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
            that uses any of it does not compile against Apple's PassKit. Stand-ins for UIKit,
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

    /// The names that do not lie inside another of them.
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
    /// Since when it is there, and since when it should not be used.
    fileprivate var versions: String {
        let since = since ?? "–"
        return switch deprecated {
        case nil: since
        case "yes": "\(since), deprecated"
        case .some(let version): "\(since), deprecated \(version)"
        }
    }
}
