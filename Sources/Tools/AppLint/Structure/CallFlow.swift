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
    /// Whether the last call stands between `?` and `:`.
    private var isBranchOfTernary = false

    private static let depthLimit = 64

    /// Looks for second calls of a parameter in the function that has it.
    static func repeatedCalls(of name: String, in function: FunctionText, _ unit: SourceUnit)
        -> [Int]
    {
        var flow = CallFlow(unit: unit, name: name)
        _ = flow.walk(function.body, .never, depth: 0)
        return flow.repeated
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
            if let statement = unit.branchedStatement(at: index, in: range) {
                pass(statement, &end, depth)
                index = statement.whole.upperBound
                continue
            }
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
            case .name where token.text == "break" && isCase: return end
            case .name where unit.leaves(at: index): end.leaves = true
            case .name where token.text == name && calls(at: index): call(at: index, &end)
            default: break
            }
            // A closure or a block runs at another time.
            index =
                token.isMark("{") ? max(index + 1, unit.after(index)) : index + 1
        }
        return end
    }

    private func calls(at index: Int) -> Bool {
        guard let next = unit.token(index + 1), !unit.isMember(index) else { return false }
        if next.isMark("(") { return true }
        return (next.isMark("?") || next.isMark("!")) && unit.token(index + 2)?.isMark("(") == true
    }

    private mutating func call(at index: Int, _ end: inout End) {
        guard !end.leaves || unit.token(index - 1)?.isName("return") == true else { return }
        let isOther = isBranchOfTernary && unit.token(index - 1)?.isMark(":") == true
        if end.state != .never, !isOther { repeated.append(index) }
        end.state = .certainly
        let before = unit.token(index - 1)
        isBranchOfTernary = before?.isMark("?") == true && unit.isTernary(index - 1)
    }

    private mutating func pass(
        _ statement: BranchedStatement,
        _ end: inout End,
        _ depth: Int
    ) {
        if statement.word == "defer" { return }
        let isAttempt = ["do", "try"].contains(statement.word)
        let entered: State = end.state == .certainly ? .certainly : .never
        let ends = statement.branches.enumerated()
            .map { place, branch in
                // `do` may be left anywhere, so `catch` starts in the state from before it.
                walk(
                    branch.body,
                    isAttempt && place == 0 ? end.state : entered,
                    depth: depth + 1,
                    isCase: statement.word == "switch"
                )
            }
        let staying = ends.filter { !$0.leaves }.map(\.state)
        if isAttempt {
            if staying.isEmpty { end.leaves = true } else { end.state = Self.merged(staying) }
            return
        }
        if ends.contains(where: \.leaves), end.state == .maybe {
            // The paths on which the first call was made may be those that were left.
            end.state = .never
        }
        if statement.isComplete, !staying.isEmpty {
            end.state = Self.merged((end.state == .maybe ? [.maybe] : []) + staying)
        } else {
            end.state = Self.merged([end.state] + staying)
        }
        if statement.isComplete, staying.isEmpty, statement.word == "if" { end.leaves = true }
    }

    private static func merged(_ states: some Sequence<State>) -> State {
        let all = Array(states)
        if all.allSatisfy({ $0 == .never }) { return .never }
        return all.allSatisfy { $0 == .certainly } ? .certainly : .maybe
    }
}
