import Foundation
import TestSupport
import Testing

@testable import PassKitCoverage

@Suite("The coverage page")
struct CoveragePageTests {
    private static func list() throws -> AppleList {
        let root = Repository.root.path
        return try AppleList(
            folder: "\(root)/\(CoveragePaths.symbols)",
            excuses: "\(root)/\(CoveragePaths.excuses)"
        )
    }

    @Test func `has a row for each symbol, with its versions, its guess and its reason`() {
        var old = AppleSymbol("PKRequest.address", .property)
        (old.since, old.deprecated, old.guess) = ("8.0", "9.0", "raw value")
        let view = AppleSymbol("PKView", .class)
        let section = AppleSection(title: "Requests", about: "Some.", symbols: [old, view])
        let excuse = Excuse(covers: ["PKView"], reason: "there is no screen")
        let ours = OurModules([
            OurSymbol("PKRequest.address", "swift.property"),
            OurSymbol("PKRequest.more", "swift.property", summary: "A|B."),
        ])
        let list = AppleList(sections: [section], excuses: [excuse])
        let uses = TestUses(["A.swift": ours.symbols.map(\.identifier)])
        let page = CoveragePage(comparison: Comparison(list, ours, uses)).text
        for line in [
            "| Requests | 1 | 1 | 2 |",
            "| `PKRequest.address` | 8.0, deprecated 9.0 | present; raw value is a guess |",
            "| `PKView` | – | excused: there is no screen |",
            "- there is no screen: `PKView`.",
            #"| `PKRequest.more` | A\|B. |"#,
        ] { #expect(page.contains("\n\(line)\n"), "\(line)") }
    }

    @Test func `lists no symbol twice`() throws {
        var seen: Set<String> = []
        for symbol in try Self.list().sections.flatMap(\.symbols) {
            let key = "\(symbol.path) \(symbol.kind) \(symbol.type ?? "")"
            #expect(seen.insert(key).inserted, "\(key)")
        }
        #expect(seen.count > 1000)
    }

    struct Named: Decodable, Sendable {
        let type: String?
        let name, since: String
        let guess: Bool

        var path: String { type == "String" ? name : "\(type ?? "PKPaymentNetwork").\(name)" }
    }

    @Test(arguments: ["passkit-raw-values.json", "passkit-networks.json"])
    func `agrees with the tables of raw values`(file: String) throws {
        let listed = try Self.list().sections.flatMap(\.symbols)
        for named in VectorFile<Named>.cases(in: file) {
            let symbol = try #require(listed.first { $0.path == named.path }, "\(named.path)")
            #expect((symbol.guess == "raw value") == named.guess, "\(named.path)")
            #expect(symbol.since == named.since, "\(named.path)")
        }
    }
}
