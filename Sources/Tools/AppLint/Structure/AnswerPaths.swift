/// Follows the paths through a function to find those that end without its handler.
///
/// A path answers where it names the handler: in a call, as an argument, in an assignment or in a
/// closure. Nothing is reported where a condition could tell whether another has answered.
struct AnswerPaths {
    private enum State { case unanswered, perhaps, answered }

    /// How the path through a range ends.
    private struct End {
        var state: State
        /// Whether what follows is not reached.
        var leaves = false
        /// Whether a `break` ends it.
        var breaks = false
    }

    private let unit: SourceUnit
    /// Where the handler is named, in order.
    private let uses: [Int]
    /// Whether a value that is returned may say that no answer follows.
    private let mayRefuse: Bool
    /// Whether something may throw before the answer in the `do` that is followed.
    private var throwsUnanswered = false
    /// Where paths end without an answer.
    private var found: [Int] = []

    private static let depthLimit = 64

    static func unanswered(
        in body: Range<Int>,
        uses: [Int],
        mayRefuse: Bool,
        _ unit: SourceUnit
    ) -> [Int] {
        var paths = AnswerPaths(unit: unit, uses: uses, mayRefuse: mayRefuse)
        paths.follow(body, depth: 0)
        return paths.found
    }

    /// The places in a range that name the handler.
    private func uses(in range: Range<Int>) -> ArraySlice<Int> {
        let start = uses.partitionIndex { $0 >= range.lowerBound }
        return uses[start..<max(start, uses.partitionIndex { $0 >= range.upperBound })]
    }

    private func isLast(_ range: Range<Int>) -> Bool { (uses.last ?? 0) < range.upperBound }

    /// Follows a body that runs once.
    private mutating func follow(_ body: Range<Int>, depth: Int) {
        let end = walk(body, .unanswered, depth: depth)
        if !end.leaves, end.state == .unanswered { found.append(body.upperBound) }
    }

    private mutating func walk(
        _ range: Range<Int>,
        _ before: State,
        depth: Int,
        isCase: Bool = false
    ) -> End {
        var end = End(state: before)
        guard depth < Self.depthLimit else { return End(state: .perhaps) }
        var index = range.lowerBound
        while index < range.upperBound, !end.leaves {
            if let statement = unit.branchedStatement(at: index, in: range) {
                pass(statement, &end, depth)
                index = statement.whole.upperBound
            } else if unit.leaves(at: index) {
                end.breaks = isCase && unit.tokens[index].text == "break"
                if end.breaks { return end }
                leave(at: index, in: range, &end)
            } else if unit.tokens[index].isMark("{"), let inside = unit.inside(index) {
                capture(inside, &end, depth)
                index = inside.upperBound + 1
            } else {
                if end.state == .unanswered, mayThrow(before: index) { throwsUnanswered = true }
                if !uses(in: index..<index + 1).isEmpty { end.state = .answered }
                index += 1
            }
        }
        return end
    }

    private mutating func leave(at index: Int, in range: Range<Int>, _ end: inout End) {
        end.leaves = true
        if unit.tokens[index].text == "throw", end.state == .unanswered { throwsUnanswered = true }
        guard unit.tokens[index].text == "return", end.state == .unanswered else { return }
        let value = (index + 1..<max(index + 1, unit.expressionEnd(from: index + 1)))
            .clamped(to: range)
        if uses(in: value).isEmpty, value.isEmpty || !mayRefuse { found.append(index) }
    }

    /// A closure takes the handler with it. One that is known to run once is followed too.
    private mutating func capture(_ inside: Range<Int>, _ end: inout End, _ depth: Int) {
        guard !uses(in: inside).isEmpty else { return }
        if end.state == .unanswered, isLast(inside), unit.runsOnce(inside.lowerBound - 1) {
            follow(inside, depth: depth + 1)
        }
        end.state = .answered
    }
}

// MARK: - Branches

extension AnswerPaths {
    private mutating func pass(
        _ statement: BranchedStatement,
        _ end: inout End,
        _ depth: Int
    ) {
        let all = uses(in: statement.whole).count
        let inBodies = statement.branches.map { uses(in: $0.body).count }.reduce(0, +)
        if all > inBodies || statement.word == "defer" && all > 0 { end.state = .answered }
        if statement.word == "defer" { return }
        let before = end.state
        // An earlier turn of a loop may have answered, and an owner that is gone wants no answer.
        let isOfSelf = unwrapsSelf(statement)
        if before == .unanswered, isOfSelf || statement.isLoop && all > 0 { end.state = .perhaps }
        let head =
            statement.whole.lowerBound
            + 1..<(statement.branches.first?.body.lowerBound ?? statement.whole.upperBound)
        if before == .unanswered, head.contains(where: throwsError) { throwsUnanswered = true }
        let ends = follow(statement, end.state, depth)
        if statement.word == "guard" || isOfSelf && all == 0 { return end.state = before }
        if !statement.isLoop { join(ends, of: statement, &end) }
    }

    private mutating func follow(
        _ statement: BranchedStatement,
        _ before: State,
        _ depth: Int
    ) -> [End] {
        let isAttempt = ["do", "try"].contains(statement.word)
        let throwsOutside = throwsUnanswered
        var (entered, ends) = (before, [End]())
        for branch in statement.branches {
            if isAttempt { throwsUnanswered = false }
            let isCase = statement.word == "switch"
            ends.append(walk(branch.body, entered, depth: depth + 1, isCase: isCase))
            // `catch` is reached unanswered only if something may throw before the answer.
            if isAttempt, ends.count == 1, before == .unanswered, !throwsUnanswered,
                !uses(in: branch.body).isEmpty
            {
                entered = .perhaps
            }
        }
        if isAttempt {
            throwsUnanswered = throwsOutside || ends.count == 1 && throwsUnanswered
        }
        return ends
    }

    private mutating func join(
        _ ends: [End],
        of statement: BranchedStatement,
        _ end: inout End
    ) {
        var staying = zip(statement.branches, ends)
            .filter { branch, end in !end.leaves && isJudged(branch, end, statement) }
            .map { (place: $0.start, state: $1.state) }
        if !statement.isComplete { staying.append((statement.whole.lowerBound, end.state)) }
        guard let first = staying.first else { return end.leaves = true }
        if staying.allSatisfy({ $0.state == first.state }) { return end.state = first.state }
        if end.state == .unanswered, isLast(statement.whole) {
            found += staying.filter { $0.state == .unanswered }.map(\.place)
        }
        end.state = .perhaps
    }

    /// Whether a branch that stays goes on behind the statement, and is one that is taken today.
    private func isJudged(
        _ branch: BranchedStatement.Branch,
        _ end: End,
        _ statement: BranchedStatement
    ) -> Bool {
        guard statement.word == "switch" else { return true }
        if unit.language == .objectiveC {
            // A case without `break` continues in the next.
            return end.breaks || branch.body.upperBound == statement.branches.last?.body.upperBound
        }
        return unit.token(branch.start - 1)?.isName("unknown") != true
    }

    private func throwsError(at index: Int) -> Bool {
        unit.tokens[index].isName("try") && !["?", "!"].contains(unit.token(index + 1)?.text)
    }

    /// Whether the statement at a place may throw before it answers.
    private func mayThrow(before index: Int) -> Bool {
        if throwsError(at: index) {
            let statement = index..<max(index, unit.expressionEnd(from: index))
            return uses(in: statement).isEmpty
        }
        // `handler(try value())`
        guard !uses(in: index..<index + 1).isEmpty, unit.token(index + 1)?.isMark("(") == true
        else { return false }
        return unit.inside(index + 1)?.contains(where: throwsError) ?? false
    }

    /// Whether a condition only asks whether `self` is still there.
    private func unwrapsSelf(_ statement: BranchedStatement) -> Bool {
        guard ["if", "guard"].contains(statement.word), let body = statement.branches.first?.body
        else { return false }
        let names = unit.names(in: statement.whole.lowerBound + 1..<body.lowerBound)
        return names.count < 5 && names.contains { $0.lowercased().hasSuffix("self") }
            && unit.calls(in: statement.whole.lowerBound..<body.lowerBound).isEmpty
    }
}

extension SourceUnit {
    /// Calls that run their closure once, sooner or later.
    private static let runners: Set<String> = [
        "Task", "detached", "async", "asyncAfter", "dispatch_async", "dispatch_after",
    ]

    /// Calls that start a request to a server, and run their closure when it ends.
    private static let requests: Set<String> = [
        "dataTask", "uploadTask", "dataTaskWithRequest", "dataTaskWithURL",
        "uploadTaskWithRequest", "sendAsynchronousRequest",
    ]

    /// Whether the closure that opens here runs once.
    fileprivate func runsOnce(_ opening: Int) -> Bool {
        callee(ofClosure: opening).map(Self.runners.union(Self.requests).contains) ?? false
    }

    /// The function that a closure is passed to, behind its parentheses or in them.
    func callee(ofClosure opening: Int) -> String? {
        if language == .swift, let before = token(opening - 1) {
            if before.isName("Task") || token(opening - 2)?.isMark(".") == true {
                return before.text
            }
            if before.isMark(")"), let start = brackets.partner(of: opening - 1) {
                return token(start - 1)?.text
            }
        }
        guard let parent = brackets.parent(of: opening) else { return nil }
        if tokens[parent].isMark("(") { return token(parent - 1)?.text }
        let near = parent..<min(opening, parent + 400)
        return calls(in: near).first { $0.whole.lowerBound == parent }?.name
    }

    /// The work that a name starts without waiting for it: the call, and the calls of its result.
    func startedWork(at index: Int) -> Range<Int>? {
        let name = tokens[index].text
        let isTask = name == "Task" || name == "detached" && token(index - 1)?.isMark(".") == true
        guard tokens[index].kind == .name, isTask || Self.requests.contains(name) else {
            return nil
        }
        if language == .objectiveC {
            return calls(in: index..<index + 1).first { $0.index == index }?.whole
        }
        var end = index + 1
        while let next = token(end), next.isMark("(") || next.isMark("{") || next.isMark(".") {
            end = next.isMark(".") ? end + 2 : after(end)
        }
        return end > index + 1 ? index..<min(end, tokens.count) : nil
    }
}
