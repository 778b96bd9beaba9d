import Testing

@Suite("The repository")
struct RepositoryRulesTests {
    @Test(arguments: RepositoryRule.all)
    func `keeps its rules`(rule: RepositoryRule) {
        for violation in rule.violations(.checkout) { Issue.record("\(violation)") }
    }

    @Test(arguments: RepositoryRule.all)
    func `finds each planted violation`(rule: RepositoryRule) {
        #expect(!rule.caught.isEmpty, "a rule needs a planted violation")
        for planting in rule.caught {
            #expect(!rule.violations(planting.tree).isEmpty, "not found: \(planting)")
        }
    }

    @Test(arguments: RepositoryRule.all)
    func `finds no violation where there is none`(rule: RepositoryRule) {
        for planting in rule.allowed {
            #expect(rule.violations(planting.tree) == [], "wrongly found: \(planting)")
        }
    }

    @Test func `is read completely`() {
        #expect(SourceTree.checkout.sources.count > 20)
        #expect(SourceTree.checkout.markdown.contains { $0.path == "README.md" })
    }
}
