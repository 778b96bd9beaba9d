extension LintRule {
    static let decisionCalledTwice = LintRule(
        name: "decision-called-twice",
        sentence: "A decide-policy handler of a web view is called again after it was called.",
        reason: """
            The first listing for a shop in a web view lacks a return: the link is cancelled for the \
            sheet and then allowed as well. WebKit throws an exception.
            """,
        remedy: "return after the first decision, or put the second into an else",
        mission: ["6.3", "6.4", "6.5"],
        documentation: "https://developer.apple.com/documentation/webkit/wknavigationdelegate",
        subject: .source { unit in
            let policies: Set<String> = [
                "WKNavigationActionPolicy", "WKNavigationResponsePolicy",
            ]
            return unit.functions.flatMap { function in
                unit.closures(of: function)
                    .filter { unit.names(in: $0.type).contains(where: policies.contains) }
                    .flatMap { repeated($0, function, unit) }
            }
        }
    )

    static let completionCalledTwice = LintRule(
        name: "completion-called-twice",
        sentence: "The completion of a delegate method is called again after it was called.",
        reason:
            "The sheet takes one answer to each question; a second one has no meaning.",
        remedy: "return after the first answer, or put the second into an else",
        mission: ["6.5", "10.4"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            unit.functions.filter(unit.isDelegateMethod)
                .flatMap { function in
                    unit.closures(of: function).flatMap { repeated($0, function, unit) }
                }
        }
    )

    static let delegateDocumentation =
        "https://developer.apple.com/documentation/passkit/pkpaymentauthorizationcontrollerdelegate"

    private static func repeated(
        _ parameter: ParameterText,
        _ function: FunctionText,
        _ unit: SourceUnit
    ) -> [LintMark] {
        CallFlow.repeatedCalls(of: parameter.name, in: function, unit)
            .map { LintMark($0, "\(parameter.name) is called again after it was called") }
    }
}
