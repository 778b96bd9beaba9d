import Foundation
import TestSupport
import Testing

/// The output of a program that runs tests in a browser: the outcome of each.
struct PageOutcomes: Decodable {
    struct File: Decodable {
        let file: String
        let cases: [Case]
    }

    struct Case: Decodable {
        let name: String
        let failure: String?
    }

    let browser: String
    let results: [File]

    private static let shell = Program(at: URL(filePath: "/bin/bash"))

    /// Whether a program is on this machine.
    static func has(_ program: String) -> Bool {
        (try? shell.run(["-c", "command -v \(program)"]))?.isSuccess == true
    }

    /// Reports each test that failed.
    ///
    /// - Parameters:
    ///   - answer: What the program printed.
    ///   - expected: The files of tests that it must have run.
    /// - Throws: Where it printed no outcomes.
    /// - Throws: An error where the program printed no outcomes.
    static func report(_ answer: Program.Answer, expecting expected: Set<String>) throws {
        let outcomes = try #require(
            try? JSONDecoder().decode(Self.self, from: answer.output),
            Comment(rawValue: answer.complaint)
        )
        for file in outcomes.results {
            #expect(!file.cases.isEmpty, "\(file.file) has no cases")
            for failed in file.cases {
                guard let failure = failed.failure else { continue }
                Issue.record("\(outcomes.browser): \(file.file): \(failed.name): \(failure)")
            }
        }
        #expect(Set(outcomes.results.map(\.file)) == expected)
    }
}
