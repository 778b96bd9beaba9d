internal import AppLint
import Testing

@Suite("A lint rule")
struct LintRuleTests {
    @Test(arguments: LintPlanting.caught)
    func `finds the lines that break it, and no others`(planting: LintPlanting) throws {
        #expect(!planting.marked.isEmpty)
        let found = try planting.found()
        #expect(found == planting.marked.map { "\($0) \(planting.rule)" })
    }

    @Test(arguments: LintPlanting.allowed)
    func `is quiet where it is kept`(planting: LintPlanting) throws {
        #expect(planting.marked == [])
        let found = try planting.found()
        #expect(found == [])
    }

    /// Swift's compiler refuses what this one finds.
    private static let inObjectiveCOnly = ["dismiss-animated"]
    private static let inKeyFiles = ["merchant-certificate-in-bundle"]

    @Test(arguments: LintRule.all.map(\.name).filter { !inKeyFiles.contains($0) })
    func `was seen to find something in both languages`(name: String) {
        let plantings = LintPlanting.caught.filter { $0.rule == name }
        #expect(plantings.contains { $0.language == .objectiveC })
        #expect(
            plantings.contains { $0.language == .swift } != Self.inObjectiveCOnly.contains(name)
        )
        #expect(LintPlanting.allowed.contains { $0.rule == name } || name == "total-not-summed")
    }

    @Test func `says what is wrong, why, what to do and where to read`() {
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
