import AppLint
import CommandLineTool
import JSON

/// Lists the rules.
struct LintRuleList {
    let isJSON: Bool

    func show(on output: Output) {
        guard !isJSON else {
            output.result(JSONOutput.object(["rules": .array(LintRule.all.map(json))]).compact)
            return
        }
        for rule in LintRule.all {
            output.result(rule.name)
            output.row("what", rule.sentence, width: 6)
            output.row("why", rule.reason, width: 6)
            output.row("remedy", rule.remedy, width: 6)
            output.row("see", rule.documentation, width: 6)
        }
    }

    private func json(_ rule: LintRule) -> JSONOutput {
        JSONOutput.object([
            "name": .string(rule.name),
            "sentence": .string(rule.sentence),
            "reason": .string(rule.reason),
            "remedy": .string(rule.remedy),
            "documentation": .string(rule.documentation),
            "mission": .array(rule.mission.map { .string($0) }),
        ])
    }
}
