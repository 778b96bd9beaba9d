import AppLint
import CommandLineTool
import CommandOptions

/// `quince lint`.
enum LintVerb {
    static let path = Operand(
        "PATH",
        isOptional: true,
        isRepeatable: true,
        help: "a file of Swift or Objective-C, or a folder of such files and those below it"
    )

    static let rules = Option("rules", help: "list the rules, each with its reason and remedy")
    static let json = Option("json", help: "print one JSON object")

    static let verb = Verb(
        "lint",
        summary: "Say what a reviewer who knows Apple Pay would say of an app's source.",
        operands: [path],
        options: [rules, json],
        notes: """
            Nothing is compiled or run, and each file is judged by itself: what cannot be told for
            certain is not told. In folders, links, names that begin with a dot, and
            \(LintedFiles.passedOver.sorted().joined(separator: ", "))
            are passed over.

            A comment // quince:ignore RULE, on the line or the line above, is obeyed.

            Exit status: 0 nothing found, 1 something found, 2 wrong usage or unread files.
            """,
        example: "quince lint Sources App/Checkout.m",
        run: { invocation, output throws(UsageProblem) in
            let isJSON = invocation.has(json.name)
            if invocation.has(rules.name) {
                guard invocation.operands.isEmpty else {
                    throw UsageProblem(
                        "--rules and a PATH were both given",
                        hint: "quince lint --rules"
                    )
                }
                LintRuleList(isJSON: isJSON).show(on: output)
                return .success
            }
            guard !invocation.operands.isEmpty else {
                throw UsageProblem("PATH is missing", hint: "quince lint --help")
            }
            let files = try LintedFiles(invocation.operands)
            let report = try LintReport(files)
            report.write(to: output, isJSON: isJSON)
            return report.status
        }
    )
}
