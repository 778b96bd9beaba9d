import CardNetwork
import Foundation
import TestSupport
import Testing

@Suite("The page of the card network")
struct NetworkPageTests {
    @Test func `has the table of scenarios as the program has it`() throws {
        let url = Repository.root.appending(path: "Documentation/SimulatedCardNetwork.md")
        let lines = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| scenario | card |") })
        let rows = lines[(start + 2)...].prefix { $0.hasPrefix("| ") }
        let expected = Scenario.all.map { scenario in
            let digits = Array(scenario.cardNumber)
            let card = stride(from: 0, to: 16, by: 4).map { String(digits[$0..<$0 + 4]) }
                .joined(separator: " ")
            let amount = scenario.amountMinorUnits
            return "| `\(scenario.name)` | \(card) | \(amount) | \(scenario.summary) |"
        }
        #expect(Array(rows) == expected)
    }
}
