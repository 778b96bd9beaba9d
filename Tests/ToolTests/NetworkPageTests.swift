import CardMessages
import CardNetwork
import Foundation
import TestSupport
import Testing

@Suite("The page of the card network")
struct NetworkPageTests {
    /// The rows of the table that begins so.
    private func rows(after heading: String) throws -> [String] {
        let url = Repository.root.appending(path: "Documentation/SimulatedCardNetwork.md")
        let lines = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
        return Array(lines[(start + 2)...].prefix { $0.hasPrefix("| ") })
    }

    @Test func `has the table of fields as the program has it`() throws {
        let tables = RequestField.tables
        let types = tables.map { "\($0.type)" }.joined(separator: " | ")
        let numbers = Set(tables.flatMap { $0.fields.map(\.number) }).sorted()
        let expected = numbers.map { number in
            let found = tables.map { table in table.fields.first { $0.number == number } }
            let needs = found.map { field in
                switch field?.need {
                case nil: ""
                case .mandatory?: "yes"
                case .optional?: "optional"
                case .conditional(let condition)?: condition
                }
            }
            var forms: [String] = []
            for case let field? in found where !forms.contains(field.form) {
                forms.append(field.form)
            }
            let name = found.compactMap { $0?.name }.first ?? ""
            return "| \(number) \(name) | \(needs.joined(separator: " | ")) | "
                + forms.joined(separator: "; ") + " |"
        }
        #expect(try rows(after: "| field | \(types) | what it is |") == expected)
    }

    @Test func `has the table of scenarios as the program has it`() throws {
        let rows = try rows(after: "| scenario | card |")
        let expected = Scenario.all.map { scenario in
            let digits = Array(scenario.cardNumber)
            let card = stride(from: 0, to: 16, by: 4).map { String(digits[$0..<$0 + 4]) }
                .joined(separator: " ")
            let amount = scenario.amountMinorUnits
            return "| `\(scenario.name)` | \(card) | \(amount) | \(scenario.summary) |"
        }
        #expect(rows == expected)
    }
}
