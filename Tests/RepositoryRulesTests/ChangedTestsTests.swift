import Foundation
import TestSupport
import Testing

@Suite("The tests that a change can reach")
struct ChangedTestsTests {
    @Test func `are not known without the commit, and ./dev says so before it builds`() throws {
        let dev = Program(at: Repository.root.appending(path: "dev"))
        let answer = try dev.run(["test", "--changed", "no-such-commit"])
        #expect(answer.status != 0 && answer.text.isEmpty)
        #expect(answer.complaint.contains("changed-tests: git diff --name-only no-such-commit"))
    }
}
