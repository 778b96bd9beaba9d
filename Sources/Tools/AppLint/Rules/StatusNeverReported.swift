extension LintRule {
    static let statusNeverReported = LintRule(
        name: "status-never-reported",
        sentence: "A method neither calls its completion nor passes it on.",
        reason: """
            The sheet waits for the completion for about thirty seconds, and then reports a failure \
            although the server may have charged.
            """,
        remedy: "call it on every path through the method, with the status from the server",
        mission: ["10.6", "12.7", "14.6"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            return unit.functions.flatMap { function -> [LintMark] in
                guard !unit.isDefaultImplementation(function), answers(function, unit),
                    !givesUp(function, unit)
                else { return [] }
                return unit.closures(of: function)
                    .filter { parameter in
                        isAnswer(parameter, of: function, unit)
                            && !unit.tokens[function.body].contains { $0.isName(parameter.name) }
                    }
                    .map { LintMark($0.index, "\($0.name) is neither called nor passed on") }
            }
        }
    )

    /// The sheet's own methods, and methods that have payment in their name and act.
    private static func answers(_ function: FunctionText, _ unit: SourceUnit) -> Bool {
        if unit.isDelegateMethod(function) { return true }
        let words = function.labels.joined().lowercased()
        return !function.body.isEmpty
            && ["applepay", "payment"].contains { words.contains($0) }
    }

    /// A method may take blocks that are no answer, such as one that makes a view.
    private static func isAnswer(
        _ parameter: ParameterText,
        of function: FunctionText,
        _ unit: SourceUnit
    ) -> Bool {
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
