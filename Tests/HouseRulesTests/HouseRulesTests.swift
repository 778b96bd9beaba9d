import Testing

@Suite("The house")
struct HouseRulesTests {
    @Test(arguments: HouseRule.all)
    func `keeps its rules`(rule: HouseRule) {
        for violation in rule.violations(.checkout) { Issue.record("\(violation)") }
    }

    @Test(arguments: HouseRule.all)
    func `has seen each rule broken`(rule: HouseRule) {
        #expect(!rule.caught.isEmpty, "a rule that was never seen to fail proves nothing")
        for planting in rule.caught {
            #expect(!rule.violations(planting.tree).isEmpty, "not found: \(planting)")
        }
    }

    @Test(arguments: HouseRule.all)
    func `does not see rules broken where they are kept`(rule: HouseRule) {
        for planting in rule.allowed {
            #expect(rule.violations(planting.tree) == [], "wrongly found: \(planting)")
        }
    }

    @Test func `is looked at as a whole`() {
        #expect(SourceTree.checkout.sources.count > 20)
        #expect(SourceTree.checkout.markdown.contains { $0.path == "README.md" })
    }
}
