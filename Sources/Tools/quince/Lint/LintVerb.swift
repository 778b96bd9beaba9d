import AppLint
import CommandLineTool

/// `quince lint`.
enum LintVerb {
    static let path = Operand(
        "PATH",
        isOptional: true,
        isRepeatable: true,
        help: "a Swift or Objective-C file, or a folder, which is searched recursively"
    )

    static let rules = Option("rules", help: "list the rules, each with its reason and remedy")
    static let json = Option("json", help: "print one JSON object")

    static let verb = Verb(
        "lint",
        summary: "Report mistakes in the use of Apple Pay in an app's source.",
        operands: [path],
        options: [rules, json],
        notes: """
            Nothing is compiled or run, and each file is checked alone, so only what one file
            shows is reported. In folders, links, names that begin with a dot, and
            \(LintedFiles.skipped.sorted().joined(separator: ", "))
            are skipped.

            The comment // quince:ignore RULE turns a rule off for its line and the next.

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
