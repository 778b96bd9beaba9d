/// Tells whether an expression is a Double or a Float that a decimal does not take over exactly.
struct BinaryNumber {
    /// A number as this file shows it. A whole number in a Double is exact until it is divided.
    private enum Kind: Int { case other, whole, fraction }

    private let unit: SourceUnit
    /// How many operands of this file may still be examined.
    private var remaining = 20_000

    private static let depthLimit = 8
    /// Maximum number of tokens in an expression.
    private static let longestExpression = 200
    private static let types: Set<String> = ["Double", "Float", "CGFloat", "double", "float"]

    init(_ unit: SourceUnit) { self.unit = unit }

    mutating func isFraction(_ expression: Range<Int>) -> Bool {
        kind(of: expression, 0) == .fraction
    }

    private mutating func kind(of expression: Range<Int>, _ depth: Int) -> Kind {
        guard depth < Self.depthLimit, expression.count <= Self.longestExpression else {
            return .other
        }
        var (kinds, divides) = ([Kind](), false)
        var (start, index) = (expression.lowerBound, expression.lowerBound)
        while index <= expression.upperBound {
            let mark = index < expression.upperBound ? unit.tokens[index] : nil
            if let mark, mark.isMark("?"), unit.isTernary(index) {
                // The condition is no part of the value.
                (kinds, divides, start) = ([], false, index + 1)
            } else if mark.map({ Self.operators.contains($0.text) && $0.kind == .mark }) ?? true {
                if start < index { kinds.append(operand(start..<index, depth)) }
                if mark?.isMark("/") == true { divides = true }
                start = index + 1
            }
            index = index < expression.upperBound ? unit.after(index) : index + 1
        }
        let kind = kinds.max { $0.rawValue < $1.rawValue } ?? .other
        return divides && kind == .whole ? .fraction : kind
    }

    private static let operators: Set<String> = ["+", "-", "*", "/", "%", "??", ":"]

    private mutating func operand(_ operand: Range<Int>, _ depth: Int) -> Kind {
        var words = operand
        while words.count > 1, let first = words.first,
            ["try", "await", "@", "?", "!"].contains(unit.tokens[first].text)
        { words = words.dropFirst() }
        while let mark = words.last, unit.tokens[mark].isMark("!") || unit.tokens[mark].isMark("?")
        {
            words = words.dropLast()
        }
        guard remaining > 0, let first = words.first, let last = words.last else { return .other }
        remaining -= 1
        let token = unit.tokens[last]
        if unit.tokens[words].contains(where: { $0.isName("as") }) {
            return Self.types.contains(token.text) ? .fraction : .other
        }
        if words.count == 1, token.kind == .number {
            if DecimalLiteral.isInexactAsDouble(token.text) { return .fraction }
            return token.text.contains(".") ? .whole : .other
        }
        // `(double)cents` in C.
        if let inside = unit.inside(first), let type = unit.onlyName(in: inside),
            Self.types.contains(type), inside.upperBound < last
        {
            let cast = self.operand(inside.upperBound + 1..<words.upperBound, depth)
            return cast == .fraction ? .fraction : .whole
        }
        guard token.closes, let opening = unit.brackets.partner(of: last) else {
            return path(words, depth)
        }
        if opening == first {
            let inside = first + 1..<last
            if token.isMark(")") { return kind(of: inside, depth + 1) }
            let reads = inside.last.map { Self.readers.contains(unit.tokens[$0].text) } ?? false
            return reads && unit.language == .objectiveC ? .fraction : .other
        }
        if token.isMark("]") { return path(words.lowerBound..<max(first, opening), depth) }
        // `Double(text)` is optional, and `Double(cents)` is not.
        let isText =
            words.upperBound < operand.upperBound
            || unit.token(operand.upperBound)?.isMark("??") == true
        guard opening > first, token.isMark(")") else { return .other }
        return call(first..<opening, opening + 1..<last, isText: isText, depth)
    }

    private static let readers: Set<String> = ["doubleValue", "floatValue"]
    private static let roundings: Set<String> = ["round", "floor", "ceil", "trunc", "rint"]
    private static let selections: Set<String> = [
        "abs", "fabs", "max", "min", "fmax", "fmin", "pow",
    ]

    private mutating func call(
        _ callee: Range<Int>,
        _ arguments: Range<Int>,
        isText: Bool,
        _ depth: Int
    ) -> Kind {
        let name = unit.tokens[callee.upperBound - 1].text
        let receiver = callee.dropLast(2)
        guard receiver.isEmpty || unit.tokens[receiver].allSatisfy({ $0.isName("self") }) else {
            return name == "rounded" && kind(of: receiver, depth + 1) != .other ? .whole : .other
        }
        if Self.types.contains(name) {
            let isNumber = unit.token(arguments.lowerBound)?.isName("truncating") == true
            let inner = kind(of: arguments, depth + 1)
            return isText || isNumber || inner == .fraction ? .fraction : .whole
        }
        if Self.roundings.contains(name) { return .whole }
        if Self.selections.contains(name) {
            return unit.pieces(of: arguments).map { kind(of: $0, depth + 1) }
                .max { $0.rawValue < $1.rawValue } ?? .other
        }
        let results = unit.functions(named: name).map { $0.body.lowerBound - 2 }
        let areOfType = results.allSatisfy {
            unit.token($0 - 1)?.isMark("->") == true && Self.types.contains(unit.tokens[$0].text)
        }
        return !results.isEmpty && areOfType ? .fraction : .other
    }
}

// MARK: - Variables

extension BinaryNumber {
    /// The kind of a variable, of a property such as `item.price`, or of `number.doubleValue`.
    private mutating func path(_ words: Range<Int>, _ depth: Int) -> Kind {
        var names = unit.names(in: words)
        guard let last = names.last else { return .other }
        if names.count > 1, Self.readers.contains(last) { return .fraction }
        guard
            unit.tokens[words]
                .allSatisfy({ $0.kind == .name || [".", "?", "!"].contains($0.text) })
        else { return .other }
        let isOfSelf = names.count > 1 && names[0] == "self"
        if isOfSelf { names.removeFirst() }
        if names.count == 1, !isOfSelf {
            return unit.declaration(of: last, at: words.lowerBound)
                .map { kind(of: $0, at: words.lowerBound, depth) } ?? .other
        }
        let properties = properties(of: names.dropLast(), named: last, at: words.lowerBound)
        let isFraction = properties.allSatisfy {
            kind(of: $0, at: words.lowerBound, depth) == .fraction
        }
        return !properties.isEmpty && isFraction ? .fraction : .other
    }

    /// The properties of a name, of the owner's type where this file shows it.
    private func properties(
        of owner: ArraySlice<String>,
        named name: String,
        at place: Int
    ) -> [Declaration] {
        let all = unit.properties(named: name)
        guard let variable = owner.last else {
            let near = all.filter { $0.scope.contains(place) }
            return near.isEmpty ? all : near
        }
        let declared =
            owner.count == 1
            ? unit.declaration(of: variable, at: place)
            : unit.properties(named: variable).first
        guard let declared else { return all }
        var types = unit.names(in: declared.type)
        if types.isEmpty, let maker = unit.token(declared.value.lowerBound),
            !declared.value.isEmpty,
            maker.kind == .name, unit.token(declared.value.lowerBound + 1)?.isMark("(") == true
        {
            types = [maker.text]
        }
        guard types.count == 1 else { return types.isEmpty ? all : [] }
        return all.filter { unit.owner(of: $0) == types[0] }
    }

    private mutating func kind(of variable: Declaration, at place: Int, _ depth: Int) -> Kind {
        if let type = unit.names(in: variable.type).last {
            return Self.types.contains(type) ? .fraction : .other
        }
        guard !variable.value.contains(place) else { return .other }
        let first = kind(of: variable.value, depth + 1)
        guard first == .whole, !variable.isConstant else { return first }
        // `var total = 0.0` is a Double, to which others are added.
        let changes = unit.assignments(in: variable.scope).prefix(200)
            .contains { $0.path.last == variable.name }
        return changes ? .fraction : .whole
    }
}
