import Foundation
import TestSupport
import Testing

/// `Web/apple-pay.js` in a browser: the cases in `Tests/Web/cases`, which run in pages of Debian's Chromium.
@Suite("Apple Pay's web API in a browser", .timeLimit(.minutes(5)))
struct WebTests {
    /// What `Tests/Web/run` prints.
    private struct Outcomes: Decodable {
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
    }

    private static let shell = Program(at: URL(filePath: "/bin/bash"))
    private static let root = Repository.root

    static func has(_ program: String) -> Bool {
        (try? shell.run(["-c", "command -v \(program)"]))?.isSuccess == true
    }

    @Test(.enabled(if: has("chromedriver") && has("chromium"), "there is no Chromium"))
    func `every case passes in Chromium`() throws {
        let answer = try Program(at: Self.root.appending(path: "Tests/Web/run")).run([])
        let outcomes = try #require(
            try? JSONDecoder().decode(Outcomes.self, from: answer.output),
            Comment(rawValue: answer.complaint)
        )
        for file in outcomes.results {
            #expect(!file.cases.isEmpty, "\(file.file) has no cases")
            for failed in file.cases {
                guard let failure = failed.failure else { continue }
                Issue.record("\(file.file): \(failed.name): \(failure)")
            }
        }
        let cases = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appending(path: "Tests/Web/cases").path
        )
        #expect(Set(outcomes.results.map(\.file)) == Set(cases))
    }

    @Test func `the file is small`() throws {
        let file = Self.root.appending(path: "Web/apple-pay.js").path
        let packed = try Self.shell.run(["-c", "gzip --best --stdout '\(file)' | wc --bytes"])
        let size = try #require(Int(packed.text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(size > 1000 && size < 60_000)
    }

    @Test func `the file is what its modules make`() throws {
        let answer = try Program(at: Self.root.appending(path: "Web/build")).run(["--check"])
        #expect(answer.isSuccess, "\(answer.complaint)")
    }
}
