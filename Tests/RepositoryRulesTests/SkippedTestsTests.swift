import Foundation
import TestSupport
import Testing

/// `Support/report-skipped`, which `./dev test` ends with, reads what Swift Testing prints.
@Suite("The report of skipped tests")
struct SkippedTestsTests {
    static let program = Program(at: Repository.root.appending(path: "Support/report-skipped"))

    static func report(_ output: String) throws -> Program.Answer {
        try program.run([], input: Array(output.utf8))
    }

    @Test func `counts each reason, most frequent first`() throws {
        let answer = try Self.report(
            """
            ◇ Test "a skipped: "no" started.
            ➜ Suite "Keys" skipped: "softhsm2 is not installed"
            ➜ Test "b" skipped: "QUINCE_PAGE names no file"
            ➜ Test "c (mission 1)" skipped: "softhsm2 is not installed"
            ➜ Test d() skipped: "softhsm2 is not installed"
            ✔ Test "e" passed after 0.001 seconds.

            """
        )
        #expect(answer.isSuccess)
        #expect(
            answer.text == """
                skipped tests: 3
                  2  softhsm2 is not installed
                  1  QUINCE_PAGE names no file

                """
        )
    }

    @Test func `fails where a test gives no reason`() throws {
        let answer = try Self.report("➜ Test \"a\" skipped.\n➜ Test \"b\" skipped: \"why\"\n")
        #expect(answer.status == 1)
        #expect(answer.text.contains("  1  no reason is given\n"))
    }

    @Test func `says that nothing was skipped`() throws {
        let answer = try Self.report("✔ Test run with 2 tests passed.\n")
        #expect(answer.isSuccess)
        #expect(answer.text == "skipped tests: 0\n")
    }

}
