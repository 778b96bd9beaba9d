/// The output that a page shows, compared with the command's.
///
/// A line `…` stands for any lines, also none; `…` inside a line stands for any text.
struct ShownOutput {
    let lines: [String]

    func matches(_ printed: String) -> Bool {
        let printed = printed.split(separator: "\n", omittingEmptySubsequences: false)
        return Self.match(
            Self.trimmed(lines.map { $0[...] })[...],
            Self.trimmed(printed)[...]
        )
    }

    private static func match(_ shown: ArraySlice<Substring>, _ printed: ArraySlice<Substring>)
        -> Bool
    {
        guard let first = shown.first else { return printed.isEmpty }
        let rest = shown.dropFirst()
        if first == "…" {
            return (printed.startIndex...printed.endIndex).contains { match(rest, printed[$0...]) }
        }
        guard let line = printed.first, matches(line, pattern: first) else { return false }
        return match(rest, printed.dropFirst())
    }

    private static func matches(_ line: Substring, pattern: Substring) -> Bool {
        var pieces = pattern.split(separator: "…", omittingEmptySubsequences: false)
        guard pieces.count > 1, let head = pieces.first, let tail = pieces.popLast() else {
            return line == pattern
        }
        guard line.hasPrefix(head) else { return false }
        var rest = line.dropFirst(head.count)
        for piece in pieces.dropFirst() where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count >= tail.count && rest.hasSuffix(tail)
    }

    /// Without white space at the ends of lines, and without empty lines at the end.
    private static func trimmed(_ lines: [Substring]) -> [Substring] {
        var lines = lines.map { line in
            var line = line
            while line.last?.isWhitespace == true { line.removeLast() }
            return line
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
