internal import AppLint
import Testing

@Suite("A lint rule")
struct LintRuleTests {
    @Test(arguments: LintCase.caught)
    func `finds the faulty lines, and no others`(lintCase: LintCase) throws {
        #expect(!lintCase.marked.isEmpty)
        let found = try lintCase.found()
        #expect(found == lintCase.marked.map { "\($0) \(lintCase.rule)" })
    }

    @Test(arguments: LintCase.allowed)
    func `reports nothing in correct code`(lintCase: LintCase) throws {
        #expect(lintCase.marked == [])
        let found = try lintCase.found()
        #expect(found == [])
    }

    /// Swift's compiler rejects what this rule finds.
    private static let inObjectiveCOnly = ["dismiss-animated"]
    private static let inKeyFiles = ["merchant-certificate-in-bundle"]

    @Test(arguments: LintRule.all.map(\.name).filter { !inKeyFiles.contains($0) })
    func `finds something in both languages`(name: String) {
        let lintCases = LintCase.caught.filter { $0.rule == name }
        #expect(lintCases.contains { $0.language == .objectiveC })
        #expect(
            lintCases.contains { $0.language == .swift } != Self.inObjectiveCOnly.contains(name)
        )
        #expect(LintCase.allowed.contains { $0.rule == name })
    }

    @Test func `has a sentence, a reason, a remedy and a reference`() {
        #expect(Set(LintRule.all.map(\.name)).count == LintRule.all.count)
        for rule in LintRule.all {
            #expect(rule.name.wholeMatch(of: /[a-z]+(-[a-z]+)+/) != nil, "\(rule.name)")
            #expect(rule.sentence.hasSuffix(".") && rule.reason.hasSuffix("."), "\(rule.name)")
            #expect(!rule.remedy.isEmpty && !rule.remedy.hasSuffix("."), "\(rule.name)")
            #expect(rule.documentation.hasPrefix("https://developer.apple.com/documentation/"))
            #expect(rule.mission.allSatisfy { $0.wholeMatch(of: /\d+\.\d+/) != nil })
            #expect(!rule.mission.isEmpty)
        }
    }
}
