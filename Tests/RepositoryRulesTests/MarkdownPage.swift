/// The headings, links and code spans of a Markdown file, without code blocks.
struct MarkdownPage {
    struct Heading {
        let level: Int
        let line: Int
        /// The anchor that GitHub gives the heading.
        let anchor: String
        let title: String
    }

    struct Link {
        let target: String
        let line: Int

        /// The file that a link leads to; nil if it leads out of the repository.
        func destination(from file: SourceFile) -> (path: String, anchor: String?)? {
            guard !target.contains("://"), !target.hasPrefix("mailto:"), !target.isEmpty else {
                return nil
            }
            let parts = target.split(
                separator: "#",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let anchor = parts.count > 1 ? String(parts[1]) : nil
            guard !parts[0].isEmpty else { return (file.path, anchor) }
            var folders = file.folder.split(separator: "/")
            for step in parts[0].split(separator: "/") where step != "." {
                if step == ".." { _ = folders.popLast() } else { folders.append(step) }
            }
            return (folders.joined(separator: "/"), anchor)
        }
    }

    /// A code span in running text.
    struct CodeSpan {
        let text: String
        let line: Int
    }

    private(set) var headings: [Heading] = []
    private(set) var links: [Link] = []
    private(set) var codeSpans: [CodeSpan] = []
    /// The inside of the first fenced block.
    private(set) var firstBlock = ""

    init(_ file: SourceFile) {
        var fence: Substring?
        var blocks = 0
        for (index, line) in file.lines.enumerated() {
            let text = line.drop { $0 == " " }
            let ticks = text.prefix { $0 == "`" }
            if let open = fence {
                if ticks.count >= open.count, text == ticks { fence = nil }
                if blocks == 1, fence != nil { firstBlock += line + "\n" }
                continue
            }
            if ticks.count >= 3 {
                fence = ticks
                blocks += 1
                continue
            }
            read(text, line: index + 1)
        }
    }

    private mutating func read(_ text: Substring, line: Int) {
        let level = text.prefix { $0 == "#" }.count
        if (1...6).contains(level), text.dropFirst(level).first == " " {
            headings.append(
                Heading(
                    level: level,
                    line: line,
                    anchor: Self.anchor(of: text.dropFirst(level + 1)),
                    title: String(text.dropFirst(level + 1))
                )
            )
        }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        for (position, part) in parts.enumerated() where !position.isMultiple(of: 2) {
            codeSpans.append(CodeSpan(text: String(part), line: line))
        }
        let prose = Self.withoutCode(text)
        if prose.hasPrefix("["), let end = prose.firstRange(of: "]: ") {
            let target = prose[end.upperBound...].prefix { $0 != " " }
            links.append(Link(target: String(target), line: line))
        }
        var rest = prose[...]
        while let start = rest.firstRange(of: "](") {
            rest = rest[start.upperBound...]
            let target = rest.prefix { $0 != ")" && $0 != " " }
            links.append(Link(target: String(target), line: line))
        }
    }

    private static func withoutCode(_ text: Substring) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false)
            .enumerated()
            .filter { $0.offset.isMultiple(of: 2) }
            .map(\.element)
            .joined()
    }

    private static func anchor(of heading: Substring) -> String {
        let kept = heading.lowercased().filter { $0.isPartOfName || $0 == " " || $0 == "-" }
        return String(kept.map { $0 == " " ? "-" : $0 })
    }
}
