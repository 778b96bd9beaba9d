/// A statement with branches: a condition, a loop, or `do` with its `catch` clauses.
struct BranchedStatement {
    /// Its first word.
    let word: String
    /// The whole statement.
    let whole: Range<Int>
    private(set) var branches: [Branch]
    /// Whether one of the branches is always taken.
    private(set) var isComplete = false

    struct Branch {
        /// The index of the word that begins it.
        let start: Int
        let body: Range<Int>
    }

    var isLoop: Bool { ["for", "while", "repeat"].contains(word) }
}

extension SourceUnit {
    /// The most tokens between `if` and its brace.
    private static let longestCondition = 500

    private static let branching: Set<String> = [
        "if", "guard", "switch", "for", "while", "do", "catch", "repeat", "defer",
    ]

    private static let leaving: Set<String> = [
        "return", "throw", "break", "continue", "goto", "fallthrough", "fatalError",
        "preconditionFailure", "abort", "exit",
    ]

    /// Whether a word ends the path on which it stands.
    func leaves(at index: Int) -> Bool {
        tokens[index].kind == .name && Self.leaving.contains(tokens[index].text)
            && !isMember(index)
    }

    /// Whether a name belongs to the value before it, or is a label.
    func isMember(_ index: Int) -> Bool {
        token(index - 1)?.isMark(".") == true || token(index + 1)?.isMark(":") == true
    }

    /// The statement with branches that begins here, or nil.
    func branchedStatement(at start: Int, in range: Range<Int>) -> BranchedStatement? {
        let word = tokens[start].text
        // `@try` of Objective-C; Swift's `try` begins no block.
        let isBlockOfTry =
            word == "try" && language == .objectiveC && token(start + 1)?.isMark("{") == true
        guard tokens[start].kind == .name, Self.branching.contains(word) || isBlockOfTry,
            !isMember(start), let (body, after) = branch(after: start, in: range)
        else { return nil }
        var branches = [BranchedStatement.Branch(start: start, body: body)]
        var (end, isComplete) = (after, false)
        switch word {
        case "switch":
            (branches, isComplete) = cases(in: body)
        case "if":
            while end < range.upperBound, tokens[end].isName("else"),
                let (other, afterOther) = branch(after: end, in: range)
            {
                isComplete = token(end + 1)?.isName("if") != true
                branches.append(.init(start: end, body: other))
                end = afterOther
            }
        case "do", "try":
            isComplete = true
            while let clause = catchClause(at: end, in: range),
                let (other, afterOther) = branch(after: clause, in: range)
            {
                branches.append(.init(start: clause, body: other))
                end = afterOther
            }
        default: break
        }
        return BranchedStatement(
            word: word,
            whole: start..<end,
            branches: branches,
            isComplete: isComplete
        )
    }

    /// Where `catch` or `@catch` stands, if it follows here.
    private func catchClause(at index: Int, in range: Range<Int>) -> Int? {
        let start = token(index)?.isMark("@") == true ? index + 1 : index
        return start < range.upperBound && tokens[start].isName("catch") ? start : nil
    }

    /// The tokens of a branch, in braces or up to a semicolon, and the place after them.
    private func branch(after start: Int, in range: Range<Int>) -> (Range<Int>, Int)? {
        var index = start + 1
        let range = range.clamped(to: start..<start + Self.longestCondition)
        if language == .objectiveC {
            if token(index)?.isName("if") == true { index += 1 }
            if token(index)?.isMark("(") == true { index = after(index) }
            if index < range.upperBound, !tokens[index].isMark("{") {
                var end = index
                while end < range.upperBound, !tokens[end].isMark(";") { end = after(end) }
                return end < range.upperBound ? (index..<end, end + 1) : nil
            }
        }
        while index < range.upperBound, !tokens[index].isMark("{") { index = after(index) }
        guard index < range.upperBound, let inside = inside(index) else { return nil }
        return (inside, inside.upperBound + 1)
    }

    /// The cases of a switch, and whether they are all that can be.
    private func cases(in body: Range<Int>) -> ([BranchedStatement.Branch], isComplete: Bool) {
        var places: [Int] = []
        var index = body.lowerBound
        while index < body.upperBound {
            let isPattern = ["if", "guard", "while", "for"].contains(tokens[index - 1].text)
            if tokens[index].isName("case") || tokens[index].isName("default"), !isPattern {
                places.append(index)
            }
            index = after(index)
        }
        let isComplete =
            language == .swift || places.contains { tokens[$0].isName("default") }
        let branches = zip(places, places.dropFirst() + [body.upperBound])
            .map { BranchedStatement.Branch(start: $0, body: $0..<$1) }
        return (branches, isComplete)
    }
}
