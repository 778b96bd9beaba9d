extension LintRule {
    static let missingDidFinishDismiss = LintRule(
        name: "missing-did-finish-dismiss",
        sentence: "The sheet has finished, and nothing dismisses it.",
        reason:
            "The app must dismiss the sheet. Until then it covers the app and takes every touch.",
        remedy: "call dismiss in this method, and continue in its completion",
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
        unit.reached(from: [function.body])
            .contains { words in
                unit.names(in: words).contains { $0.lowercased().contains("dismiss") }
                    || unit.calls(in: words).contains { isUnknown($0, unit) }
                    || unit.assignments(in: words).contains { mayDismiss($0, unit) }
                    || unit.tokens[words].contains { $0.isName("let") || $0.isName("super") }
            }
    }

    /// Whether an assignment could take down what presents the sheet: a flag, a view, or a window
    /// that is released.
    private static func mayDismiss(_ assignment: Assignment, _ unit: SourceUnit) -> Bool {
        unit.onlyName(in: assignment.value) != "nil"
            || assignment.path.last?.lowercased().contains("window") == true
    }

    private static func isUnknown(_ call: Call, _ unit: SourceUnit) -> Bool {
        if unit.isHarmless(call) { return false }
        return unit.functions(named: call.name).isEmpty || finishes.contains(call.name)
    }
}
