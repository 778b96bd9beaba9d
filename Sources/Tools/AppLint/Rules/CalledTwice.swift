extension LintRule {
    static let decisionCalledTwice = LintRule(
        name: "decision-called-twice",
        sentence: "A decision handler of a web view is called a second time.",
        reason: """
            Without a return after .cancel, the navigation is then allowed as well. WebKit throws an \
            exception when a decision handler is called twice.
            """,
        remedy: "return after the first call, or put the second into an else",
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
        sentence: "The completion of a delegate method is called a second time.",
        reason: "The sheet uses the first result. A second call has no effect or is a fault.",
        remedy: "return after the first call, or put the second into an else",
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
            .map { LintMark($0, "\(parameter.name) may already have been called here") }
    }
}
