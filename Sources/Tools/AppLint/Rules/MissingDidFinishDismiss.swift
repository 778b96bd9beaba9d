extension LintRule {
    static let missingDidFinishDismiss = LintRule(
        name: "missing-did-finish-dismiss",
        sentence: "The sheet has finished, and nothing dismisses it.",
        reason: "The sheet is the app's to dismiss: until it is, the app behind it takes no touch.",
        remedy: "call dismiss in didFinish, and go on in its completion",
        mission: ["10.5", "10.12"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            unit.functions.filter { finishes.contains($0.name) }.prefix(SourceUnit.subjectLimit)
                .filter { function in
                    !unit.isDefaultImplementation(function)
                        && !mayDismiss(function, unit)
                }
                .map { LintMark($0.header, "\($0.name) does not dismiss the sheet") }
        }
    )

    private static let finishes: Set<String> = [
        "paymentAuthorizationViewControllerDidFinish", "paymentAuthorizationControllerDidFinish",
    ]

    /// Whether the sheet could be dismissed here, or by anything that is called from here.
    private static func mayDismiss(_ function: FunctionText, _ unit: SourceUnit) -> Bool {
        unit.reached(from: function.body)
            .contains { words in
                unit.names(in: words).contains { $0.lowercased().contains("dismiss") }
                    || unit.calls(in: words).contains { isUnknown($0, unit) }
                    || unit.assignments(in: words).contains { unit.onlyName(in: $0.value) != "nil" }
                    || unit.tokens[words].contains { $0.isName("let") || $0.isName("super") }
            }
    }

    private static func isUnknown(_ call: Call, _ unit: SourceUnit) -> Bool {
        if unit.isHarmless(call) { return false }
        return unit.functions(named: call.name).isEmpty || finishes.contains(call.name)
    }
}
