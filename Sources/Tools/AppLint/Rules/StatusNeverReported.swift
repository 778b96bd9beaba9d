extension LintRule {
    static let statusNeverReported = LintRule(
        name: "status-never-reported",
        sentence: "A method that gets a completion neither calls it nor hands it on.",
        reason: """
            The sheet waits for the answer, thirty seconds at most, and then fails a payment that the \
            server may have made.
            """,
        remedy: "call it on every way through the method, with what the server said",
        mission: ["10.6", "12.7", "14.6"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            guard unit.knowsApplePay else { return [] }
            return unit.functions.flatMap { function -> [LintMark] in
                guard !unit.isDefaultImplementation(function), answers(function, unit),
                    !givesUp(function, unit)
                else { return [] }
                return unit.closures(of: function)
                    .filter { parameter in
                        isAnswer(parameter, of: function, unit)
                            && !unit.tokens[function.body].contains { $0.isName(parameter.name) }
                    }
                    .map { LintMark($0.index, "\($0.name) is neither called nor handed on") }
            }
        }
    )

    /// The sheet's own methods, and methods that speak of a payment and do something.
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
