/// A source as the rules examine it: tokens, brackets, functions, declarations and calls.
///
/// Nothing is compiled and no other file is read. A rule reports only what this file shows.
package struct SourceUnit: Sendable {
    let language: SourceLanguage
    package let tokens: [Token]
    package let brackets: Brackets
    let ignoreComments: [IgnoreComment]
    let macros: [String: Token]
    /// Whether the file uses Apple Pay.
    let usesApplePay: Bool
    package private(set) var functions: [FunctionText] = []
    private var functionsByName: [String: [FunctionText]] = [:]
    private(set) var calls: [Call] = []
    private(set) var assignments: [Assignment] = []
    private var declarations: [String: [Declaration]] = [:]

    package init(_ bytes: [UInt8], _ language: SourceLanguage) throws(SourceRefusal) {
        let reader = try SourceReader(bytes, language)
        self.language = language
        tokens = reader.tokens
        brackets = Brackets(reader.tokens)
        ignoreComments = reader.ignoreComments
        macros = reader.macros
        usesApplePay = reader.importsPassKit || Self.namesApplePay(reader.tokens)
        functions = (language == .swift ? swiftFunctions() : objectiveCFunctions())
            .filter { brackets.depth(of: $0.header) < Self.depthLimit }
        functionsByName = Dictionary(grouping: functions, by: \.name)
        calls = functionCalls() + (language == .swift ? [] : messages())
        calls.sort { $0.index < $1.index }
        assignments = allAssignments()
        let declared = language == .swift ? swiftDeclarations() : objectiveCDeclarations()
        declarations = Dictionary(grouping: declared + parameterDeclarations(), by: \.name)
            .mapValues { $0.sorted { $0.index < $1.index } }
    }

    /// Functions inside more brackets than this are ignored. It bounds the work on all bodies to
    /// this multiple of the file.
    private static let depthLimit = 32

    /// The first functions of a name.
    func functions(named name: String) -> ArraySlice<FunctionText> {
        (functionsByName[name] ?? []).prefix(8)
    }

    private static func namesApplePay(_ tokens: [Token]) -> Bool {
        tokens.indices.contains { index in
            guard tokens[index].kind == .name else { return false }
            if tokens[index].text.hasPrefix("PKPayment") { return true }
            return tokens[index].text == "PassKit" && index > 0
                && tokens[index - 1].isName("import")
        }
    }
}

extension SourceUnit {
    /// How many declarations of one name are compared for one use.
    private static let lookupLimit = 200

    /// The declaration that a name refers to, or nil when this file has none.
    ///
    /// The innermost scope is taken; in one scope, the last declaration before the place, or the
    /// first after it.
    func declaration(of name: String, at place: Int) -> Declaration? {
        guard let all = declarations[name] else { return nil }
        let after = all.partitionIndex { $0.index > place }
        let near = all[max(0, after - Self.lookupLimit)..<min(all.count, after + Self.lookupLimit)]
        return near.filter { $0.scope.contains(place) }
            .min { one, other in
                (one.scope.count, one.index > place ? 1 : 0, abs(place - one.index))
                    < (other.scope.count, other.index > place ? 1 : 0, abs(place - other.index))
            }
    }

    /// The first properties of a name.
    func properties(named name: String) -> [Declaration] {
        (declarations[name] ?? []).prefix(32)
            .filter { language == .swift ? owner(of: $0) != nil : $0.scope == tokens.indices }
    }

    /// The name of the Swift type that a property belongs to, or nil for a variable.
    func owner(of variable: Declaration) -> String? {
        typeName(openedBy: variable.scope.lowerBound - 1)
    }

    /// The name of the Swift type or extension whose body begins at a brace, or nil for another brace.
    package func typeName(openedBy brace: Int) -> String? {
        let words = tokens[max(0, brace - 24)..<max(0, brace)]
        let types = ["struct", "class", "enum", "actor", "extension"]
        let start = words.indices.last { index in
            words[index].kind == .name && types.contains(words[index].text)
                && words.indices.contains(index + 1)
                && !["func", "var", "let", "subscript"].contains(words[index + 1].text)
        }
        guard let start, start + 1 < words.endIndex, words[start + 1].kind == .name,
            !words[start...].contains(where: { $0.opens || $0.isMark("}") || $0.isMark(";") })
        else { return nil }
        var name = words[start + 1].text
        var index = start + 2
        while index + 1 < words.endIndex, words[index].isMark(".") {
            name += "." + words[index + 1].text
            index += 2
        }
        return name
    }

    package func token(_ index: Int) -> Token? {
        tokens.indices.contains(index) ? tokens[index] : nil
    }

    /// The name, when a range is a single name.
    func onlyName(in range: Range<Int>) -> String? {
        guard range.count == 1, let token = token(range.lowerBound), token.kind == .name
        else { return nil }
        return token.text
    }

    func names(in range: Range<Int>) -> [String] {
        tokens[range].filter { $0.kind == .name }.map(\.text)
    }

    /// The tokens inside the brackets that open at a place.
    package func inside(_ opening: Int) -> Range<Int>? {
        brackets.partner(of: opening).flatMap { $0 > opening ? opening + 1..<$0 : nil }
    }

    /// The calls inside a range.
    func calls(in range: Range<Int>) -> ArraySlice<Call> {
        let start = calls.partitionIndex { $0.index >= range.lowerBound }
        let end = calls.partitionIndex { $0.index >= range.upperBound }
        return calls[start..<max(start, end)]
    }

    /// The assignments inside a range.
    func assignments(in range: Range<Int>) -> ArraySlice<Assignment> {
        let start = assignments.partitionIndex { $0.index >= range.lowerBound }
        let end = assignments.partitionIndex { $0.index >= range.upperBound }
        return assignments[start..<max(start, end)]
    }

    /// The token after a bracket's partner, or the next token.
    package func after(_ index: Int) -> Int {
        guard tokens[index].opens, let partner = brackets.partner(of: index) else {
            return index + 1
        }
        return partner + 1
    }

    /// The pieces between commas outside further brackets.
    func pieces(of range: Range<Int>) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var (start, index) = (range.lowerBound, range.lowerBound)
        while index < range.upperBound {
            if tokens[index].isMark(",") {
                pieces.append(start..<index)
                start = index + 1
            }
            index = after(index)
        }
        if start < range.upperBound { pieces.append(start..<range.upperBound) }
        return pieces
    }

    private func parameterDeclarations() -> [Declaration] {
        functions.flatMap { function in
            function.parameters.map { parameter in
                Declaration(
                    name: parameter.name,
                    index: parameter.index,
                    scope: function.body,
                    type: parameter.type,
                    value: 0..<0,
                    isPrivate: true,
                    isConstant: true
                )
            }
        }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index of the elements for which a condition holds, when they all come last.
    func partitionIndex(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
