/// Follows the paths through a function to find a second call of the same parameter.
///
/// A second call is reported where every path that made the first reaches it. Nothing is reported
/// where a condition could tell whether the first was made.
struct CallFlow {
    /// Whether a call was made on the path to this place.
    private enum State { case never, maybe, certainly }

    /// How the path through a range ends.
    private struct End {
        var state: State
        /// Whether what follows is not reached.
        var leaves = false
    }

    private let unit: SourceUnit
    private let name: String
    /// Where a second call is made.
    private(set) var repeated: [Int] = []

    private static let depthLimit = 64
    /// The most tokens between `if` and its brace.
    private static let longestCondition = 500

    /// Looks for second calls of a parameter in the function that has it.
    static func repeatedCalls(of name: String, in function: FunctionText, _ unit: SourceUnit)
        -> [Int]
    {
        var flow = CallFlow(unit: unit, name: name)
        _ = flow.walk(function.body, .never, depth: 0)
        return flow.repeated
    }

    private init(unit: SourceUnit, name: String) {
        self.unit = unit
        self.name = name
    }

    private mutating func walk(
        _ range: Range<Int>,
        _ before: State,
        depth: Int,
        isCase: Bool = false
    ) -> End {
        var end = End(state: before)
        guard depth < Self.depthLimit else { return end }
        var alternatives: [[State]] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let token = unit.tokens[index]
            switch token.kind {
            case .directive where token.text == "#if": alternatives.append([end.state])
            case .directive:
                guard let first = alternatives.last?.first else { break }
                alternatives[alternatives.count - 1].append(end.state)
                if token.text == "#else" {
                    end = End(state: first)
                } else {
                    end.state = Self.merged(alternatives.removeLast())
                }
            case .name where isConditional(index):
                index = branches(from: index, in: range, &end, depth)
                continue
            case .name where token.text == "break" && isCase: return end
            case .name where Self.leaving.contains(token.text) && !isMember(index):
                end.leaves = true
            case .name where token.text == name && calls(at: index): call(at: index, &end)
            default: break
            }
            // A closure or a block runs at another time.
            index =
                token.isMark("{") ? max(index + 1, unit.after(index)) : index + 1
        }
        return end
    }

    private static let conditional: Set<String> = [
        "if", "guard", "switch", "for", "while", "do", "catch", "repeat", "defer",
    ]

    private func isConditional(_ index: Int) -> Bool {
        let word = unit.tokens[index].text
        // `@try` of Objective-C; Swift's `try` begins no block.
        let isBlockOfTry =
            word == "try" && unit.language == .objectiveC
            && unit.token(index + 1)?.isMark("{") == true
        return (Self.conditional.contains(word) || isBlockOfTry) && !isMember(index)
    }

    private static let leaving: Set<String> = [
        "return", "throw", "break", "continue", "goto", "fatalError", "preconditionFailure",
        "abort",
    ]

    private func isMember(_ index: Int) -> Bool {
        unit.token(index - 1)?.isMark(".") == true || unit.token(index + 1)?.isMark(":") == true
    }

    private func calls(at index: Int) -> Bool {
        guard let next = unit.token(index + 1), !isMember(index) else { return false }
        if next.isMark("(") { return true }
        return (next.isMark("?") || next.isMark("!")) && unit.token(index + 2)?.isMark("(") == true
    }

    private mutating func call(at index: Int, _ end: inout End) {
        guard !end.leaves || unit.token(index - 1)?.isName("return") == true else { return }
        if end.state != .never { repeated.append(index) }
        end.state = .certainly
    }

    /// Walks a statement with branches, and returns the place after all of them.
    private mutating func branches(
        from start: Int,
        in range: Range<Int>,
        _ end: inout End,
        _ depth: Int
    ) -> Int {
        let word = unit.tokens[start].text
        guard let (body, after) = body(after: start, in: range) else { return start + 1 }
        if word == "defer" { return after }
        if word == "do" || word == "try" { return attempt(body, after, in: range, &end, depth) }
        let entered: State = end.state == .certainly ? .certainly : .never
        var ends = bodies(of: word, body).map {
            walk($0, entered, depth: depth + 1, isCase: word == "switch")
        }
        var (next, isComplete) = (after, word == "switch")
        while word == "if", next < range.upperBound, unit.tokens[next].isName("else"),
            let (other, afterOther) = self.body(after: next, in: range)
        {
            isComplete = unit.token(next + 1)?.isName("if") != true
            ends.append(walk(other, entered, depth: depth + 1))
            next = afterOther
        }
        let staying = ends.filter { !$0.leaves }.map(\.state)
        if ends.contains(where: \.leaves), end.state == .maybe {
            // The paths on which the first call was made may be those that were left.
            end.state = .never
        }
        if isComplete, !staying.isEmpty {
            end.state = Self.merged((end.state == .maybe ? [.maybe] : []) + staying)
        } else {
            end.state = Self.merged([end.state] + staying)
        }
        if isComplete, staying.isEmpty, word == "if" { end.leaves = true }
        return next
    }

    /// `do` may be left anywhere, so `catch` starts in the state from before it.
    private mutating func attempt(
        _ body: Range<Int>,
        _ after: Int,
        in range: Range<Int>,
        _ end: inout End,
        _ depth: Int
    ) -> Int {
        let entered: State = end.state == .certainly ? .certainly : .never
        var ends = [walk(body, end.state, depth: depth + 1)]
        var next = after
        while let clause = catchClause(at: next, in: range),
            let (other, afterOther) = self.body(after: clause, in: range)
        {
            ends.append(walk(other, entered, depth: depth + 1))
            next = afterOther
        }
        let staying = ends.filter { !$0.leaves }.map(\.state)
        if staying.isEmpty { end.leaves = true } else { end.state = Self.merged(staying) }
        return next
    }

    /// Where `catch` or `@catch` stands, if it follows here.
    private func catchClause(at index: Int, in range: Range<Int>) -> Int? {
        let start = unit.token(index)?.isMark("@") == true ? index + 1 : index
        return start < range.upperBound && unit.tokens[start].isName("catch") ? start : nil
    }

    /// The tokens of a branch, in braces or up to a semicolon, and the place after them.
    private func body(after start: Int, in range: Range<Int>) -> (Range<Int>, Int)? {
        var index = start + 1
        let range = range.clamped(to: start..<start + Self.longestCondition)
        if unit.language == .objectiveC {
            if unit.token(index)?.isName("if") == true { index += 1 }
            if unit.token(index)?.isMark("(") == true { index = unit.after(index) }
            if index < range.upperBound, !unit.tokens[index].isMark("{") {
                var end = index
                while end < range.upperBound, !unit.tokens[end].isMark(";") {
                    end = unit.after(end)
                }
                return end < range.upperBound ? (index..<end, end + 1) : nil
            }
        }
        while index < range.upperBound, !unit.tokens[index].isMark("{") {
            index = unit.after(index)
        }
        guard index < range.upperBound, let inside = unit.inside(index) else { return nil }
        return (inside, inside.upperBound + 1)
    }

    /// The cases of a switch, or the one body of anything else.
    private func bodies(of word: String, _ body: Range<Int>) -> [Range<Int>] {
        guard word == "switch" else { return [body] }
        var places: [Int] = []
        var index = body.lowerBound
        while index < body.upperBound {
            let token = unit.tokens[index]
            let isPattern = ["if", "guard", "while", "for"].contains(unit.tokens[index - 1].text)
            if token.kind == .name, ["case", "default"].contains(token.text), !isPattern {
                places.append(index)
            }
            index = unit.after(index)
        }
        return zip(places, places.dropFirst() + [body.upperBound]).map { $0..<$1 }
    }

    private static func merged(_ states: some Sequence<State>) -> State {
        let all = Array(states)
        if all.allSatisfy({ $0 == .never }) { return .never }
        return all.allSatisfy { $0 == .certainly } ? .certainly : .maybe
    }
}
