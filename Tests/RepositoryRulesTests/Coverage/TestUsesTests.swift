import Foundation
import TestSupport
import Testing

@testable import PassKitCoverage

@Suite("The uses of symbols by tests")
struct TestUsesTests {
    private let folder = ScratchFolder()

    private static let ours = OurModules(
        [
            OurSymbol("PKItem", "swift.class", identifier: "item"),
            OurSymbol("PKItem.label", "swift.property", identifier: "label"),
            OurSymbol("PKItem.init(label:)", "swift.init", identifier: "init"),
            OurSymbol("PKMethod", "swift.class", identifier: "method"),
            OurSymbol("PKMethod.Kind", "swift.enum", identifier: "kind"),
            OurSymbol("PKMethod.Kind.slow", "swift.enum.case", identifier: "slow"),
            OurSymbol("PKMethod.pay(_:)", "swift.method", type: "(Int) -> Void"),
            OurSymbol("PKMethod.pay(_:)", "swift.method", type: "(Int) async -> Void"),
            OurSymbol("PKError", "swift.struct", identifier: "error"),
            OurSymbol("PKError.code", "swift.property", identifier: "code::SYNTHESIZED::error"),
        ],
        parents: ["PKMethod": ["PKItem"]]
    )

    private func unused(
        _ path: String,
        _ kind: AppleSymbol.Kind,
        type: String? = nil,
        with uses: [String: [String]]
    ) -> Bool {
        var symbol = AppleSymbol(path, kind)
        symbol.withoutPlainInit = .unknown
        symbol.type = type
        let section = AppleSection(title: "All", about: "Some.", symbols: [symbol])
        let list = AppleList(sections: [section], excuses: [])
        let problems = Comparison(list, Self.ours, TestUses(uses)).problems
        #expect(problems.isEmpty || problems == [.unused(symbol)])
        return !problems.isEmpty
    }

    @Test func `are the symbols that tests name`() {
        #expect(!unused("PKItem.label", .property, with: ["A.swift": ["label"]]))
        #expect(unused("PKItem.label", .property, with: ["A.swift": ["item", "init"]]))
    }

    @Test func `include a type if a member is used`() {
        #expect(!unused("PKMethod", .class, with: ["A.swift": ["slow"]]))
        #expect(!unused("PKMethod.Kind", .enum, with: ["A.swift": ["slow"]]))
        #expect(unused("PKItem", .class, with: ["A.swift": ["slow"]]))
    }

    @Test func `distinguish symbols of one name by type`() {
        let path = "PKMethod.pay(_:)"
        let uses = ["A.swift": ["\(path) (Int) -> Void"]]
        #expect(!unused(path, .method, type: "(Int) -> Void", with: uses))
        #expect(unused(path, .method, type: "(Int) async -> Void", with: uses))
    }

    @Test(arguments: [("PKMethod.label", "label", "method"), ("PKError.code", "code", "error")])
    func `include inherited members if the type is used too`(
        path: String,
        member: String,
        type: String
    ) {
        #expect(!unused(path, .property, with: ["A.swift": [member, type]]))
        #expect(unused(path, .property, with: ["A.swift": [member], "B.swift": [type]]))
    }

    @Test func `are not needed for excused symbols and conformances`() {
        let conformance = AppleSymbol("PKMethod: PKItem", .conformance)
        let label = AppleSymbol("PKItem.label", .property)
        let section = AppleSection(title: "All", about: "Some.", symbols: [conformance, label])
        let excuse = Excuse(covers: ["PKItem.label"], reason: "Nobody asks for it")
        let list = AppleList(sections: [section], excuses: [excuse])
        let comparison = Comparison(list, Self.ours, TestUses([:]))
        #expect(comparison.problems == [.staleExcuse(label)])
    }

    @Test func `come with a message about a symbol that no test uses`() {
        let problem = CoverageProblem.unused(AppleSymbol("PKItem.label", .property))
        #expect("\(problem)".hasPrefix("PKItem.label is used by no test: write one in Tests/"))
    }

    @Test(arguments: ["", "Tests/A.swift s:7PassKit", "a\tb\tc"])
    func `are refused if index-uses did not print them`(text: String) throws {
        let url = folder.url.appending(path: "uses")
        try Data(text.utf8).write(to: url)
        #expect(throws: CoverageFailure.self) { try TestUses(file: url.path) }
    }

    @Test func `are read line by line`() throws {
        let url = folder.url.appending(path: "uses")
        try Data("A.swift\tlabel\nA.swift\tlabel\nB.swift\titem\n".utf8).write(to: url)
        let uses = try TestUses(file: url.path)
        #expect(uses.contain(Self.ours.found("PKItem.label")[0], at: "PKItem.label", Self.ours))
        #expect(!uses.contain(Self.ours.found("PKError")[0], at: "PKError", Self.ours))
    }
}
