internal import CommandLineTool
internal import Foundation
import Testing

@Suite("The tables of the verbs as JSON")
struct VerbTablesTests {
    private static func verbs(_ words: String...) async throws -> [[String: Any]] {
        let run = await CommandRun(["help", "--json"] + words)
        #expect(run.status == .success && run.remarks == "")
        return try #require(run.json["verbs"] as? [[String: Any]])
    }

    @Test func `have what each help page has`() async throws {
        let verbs = try await Self.verbs()
        #expect(verbs.count > 30)
        for verb in verbs {
            let name = try #require(verb["verb"] as? String)
            let page = await CommandRun(["help"] + name.split(separator: " ").map(String.init))
                .results
            let lines = page.split(separator: "\n").map(String.init)
            #expect(lines.first == verb["call"] as? String)
            let options = try #require(verb["options"] as? [[String: Any]])
            let shown = options.compactMap { option in
                (option["name"] as? String).map { name in
                    ["  --\(name)", option["value"] as? String].compactMap { $0 }.joined(
                        separator: " "
                    )
                }
            }
            let rows = lines.filter { $0.hasPrefix("  --") }
            #expect(rows.count == shown.count, "\(name)")
            for (row, start) in zip(rows, shown) { #expect(row.hasPrefix(start + "  "), "\(name)") }
            for table in [options, try #require(verb["operands"] as? [[String: Any]])] {
                for help in table.compactMap({ $0["help"] as? String }) {
                    for line in help.split(separator: "\n") {
                        #expect(page.contains(line), "\(name)")
                    }
                }
            }
            #expect(page.contains(try #require(verb["notes"] as? String)))
            #expect(page.contains(try #require(verb["example"] as? String)))
            #expect(page.contains(try #require(verb["summary"] as? String)))
        }
    }

    @Test func `are those of a verb, or of a family`() async throws {
        let one = try await Self.verbs("token", "verify")
        #expect(one.map { $0["verb"] as? String } == ["token verify"])
        let family = try await Self.verbs("token").compactMap { $0["verb"] as? String }
        #expect(family == ["token verify", "token open", "token explain", "token inspect"])
        let environment = try #require((one[0]["options"] as? [[String: Any]])?[1])
        #expect(environment["choices"] as? [String] == ["production", "sandbox"])
        #expect(environment["value"] as? String == "NAME")
        #expect(environment["repeatable"] as? Bool == false)
    }

    @Test func `of a verb that does not exist are refused`() async {
        let run = await CommandRun("help", "--json", "nonsense")
        #expect(run.status == .misuse)
        #expect(run.results == "")
        #expect(run.remarks.contains("there is no verb 'nonsense'"))
    }
}
