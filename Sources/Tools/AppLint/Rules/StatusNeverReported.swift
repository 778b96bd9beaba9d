extension LintRule {
    static let statusNeverReported = LintRule(
        name: "status-never-reported",
        sentence: "A method, or a path through it, neither calls its completion nor passes it on.",
        reason: """
            The sheet waits for the completion for about thirty seconds, and then reports a failure \
            although the server may have charged.
            """,
        remedy: "call it on every path through the method, with the status from the server",
        mission: ["10.6", "12.7", "14.6"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            let functions = (unit.functions + unit.authorizationCases).filter {
                !unit.isDefaultImplementation($0) && answers($0, unit)
            }
            let unread = SavedHandlers.unread(of: functions, unit)
            return functions.flatMap { marks(in: $0, unread, unit) }
        }
    )

    private static func marks(
        in function: FunctionText,
        _ unread: [Int: String],
        _ unit: SourceUnit
    ) -> [LintMark] {
        let closures = unit.closures(of: function)
        let handlers = closures.filter(isAnswer)
        guard let handler = handlers.first else { return [] }
        let marks = handlers.compactMap { whole($0, in: function, unread, unit) }
        let isOwn = !unit.isDelegateMethod(function)
        // Callers do not wait for a completion that they may leave out.
        let isOptional = unit.token(handler.type.upperBound - 1)?.isMark("?") == true
        guard marks.isEmpty, !(isOwn && isOptional) else { return marks }
        let answers = uses(of: closures, in: function, unit).filter { unread[$0] == nil }
        guard !answers.isEmpty else { return [] }
        return AnswerPaths.unanswered(in: function.body, uses: answers, mayRefuse: isOwn, unit)
            .map {
                LintMark($0, "a path ends here that neither calls \(handler.name) nor passes it on")
            }
    }

    /// The mark of a handler that no path answers.
    private static func whole(
        _ handler: ParameterText,
        in function: FunctionText,
        _ unread: [Int: String],
        _ unit: SourceUnit
    ) -> LintMark? {
        let uses = uses(of: [handler], in: function, unit)
        guard let first = uses.first else {
            return givesUp(function, unit)
                ? nil : LintMark(handler.index, "\(handler.name) is neither called nor passed on")
        }
        guard let property = unread[first], uses.allSatisfy({ unread[$0] != nil }) else {
            return nil
        }
        return LintMark(
            first,
            "\(handler.name) is saved in \(property), which nothing here calls or passes on"
        )
    }

    /// The places in a function that name one of its parameters.
    private static func uses(
        of parameters: [ParameterText],
        in function: FunctionText,
        _ unit: SourceUnit
    ) -> [Int] {
        let names = Set(parameters.map(\.name))
        return function.body.filter { index in
            guard unit.tokens[index].kind == .name, names.contains(unit.tokens[index].text)
            else { return false }
            return !unit.isMember(index) || unit.token(index - 1)?.isMark("?") == true
        }
    }

    /// The sheet's own methods, and methods that act and are named for a payment or take one.
    private static func answers(_ function: FunctionText, _ unit: SourceUnit) -> Bool {
        if unit.isDelegateMethod(function) { return true }
        let words = function.labels.joined().lowercased()
        let types = function.parameters.flatMap { unit.names(in: $0.type) }
        let endings = ["Payment", "Token", "Result", "Status", "Update"]
        return !function.body.isEmpty
            && (["applepay", "payment"].contains { words.contains($0) }
                || types.contains { type in
                    type.hasPrefix("PKPayment") && endings.contains { type.hasSuffix($0) }
                })
    }

    /// A method may take blocks that are no answer, such as one that makes a view.
    private static func isAnswer(_ parameter: ParameterText) -> Bool {
        let names = ["completion", "handler", "result", "callback", "reply"]
        return [parameter.name, parameter.label].map { $0.lowercased() }
            .contains { word in names.contains { word.hasSuffix($0) } }
    }

    private static func givesUp(_ function: FunctionText, _ unit: SourceUnit) -> Bool {
        let endings: Set<String> = ["fatalError", "preconditionFailure", "abort", "XCTFail"]
        return unit.calls(in: function.body).contains { endings.contains($0.name) }
            || unit.tokens[function.body].contains { $0.isName("throw") }
    }
}
