import Testing

@Suite("The repository")
struct RepositoryRulesTests {
    @Test(arguments: RepositoryRule.all)
    func `keeps its rules`(rule: RepositoryRule) {
        for violation in rule.violations(.checkout) { Issue.record("\(violation)") }
    }

    @Test(arguments: RepositoryRule.all)
    func `has seen each rule broken`(rule: RepositoryRule) {
        #expect(!rule.caught.isEmpty, "a rule that was never seen to fail proves nothing")
        for planting in rule.caught {
            #expect(!rule.violations(planting.tree).isEmpty, "not found: \(planting)")
        }
    }

    @Test(arguments: RepositoryRule.all)
    func `does not see rules broken where they are kept`(rule: RepositoryRule) {
        for planting in rule.allowed {
            #expect(rule.violations(planting.tree) == [], "wrongly found: \(planting)")
        }
    }

    @Test func `is looked at as a whole`() {
        #expect(SourceTree.checkout.sources.count > 20)
        #expect(SourceTree.checkout.markdown.contains { $0.path == "README.md" })
    }
}
