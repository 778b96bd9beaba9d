import Foundation
import TestSupport
import Testing

@testable import PassKitCoverage

@Suite("A symbol graph")
struct SymbolGraphTests {
    private let folder = ScratchFolder()

    private func modules(_ symbols: [String], _ relationships: String = "") throws -> OurModules {
        let url = folder.url.appending(path: "PassKit.symbols.json")
        let list = symbols.joined(separator: ",")
        let graph = #"{"symbols":[\#(list)],"relationships":[\#(relationships)]}"#
        try Data(graph.utf8).write(to: url)
        return try OurModules(graphs: [url.path])
    }

    private func symbol(_ path: String, _ kind: String, _ rest: String) -> String {
        let parts = path.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"identifier":{"precise":"s:\(path)"},"pathComponents":[\(parts)],\
            "kind":{"identifier":"\(kind)"},"accessLevel":"public",\(rest)}
            """
    }

    private func fragments(_ words: [(kind: String, spelling: String)]) -> String {
        let list = words.map { #"{"kind":"\#($0.kind)","spelling":"\#($0.spelling)"}"# }
        return #""declarationFragments":[\#(list.joined(separator: ","))]"#
    }

    @Test func `has a function's type with its own effects`() throws {
        let declaration = fragments([
            ("keyword", "func"), ("text", " "), ("identifier", "pay"), ("text", "(_ "),
            ("internalParam", "done"), ("text", ": () "), ("keyword", "throws"),
            ("text", " -> "), ("typeIdentifier", "Void"), ("text", ") "), ("keyword", "async"),
            ("text", " -> "), ("typeIdentifier", "Bool"),
        ])
        let parameter = fragments([
            ("identifier", "done"), ("text", ": () "), ("keyword", "throws"), ("text", " -> Void"),
        ])
        let signature = """
            "functionSignature":{"parameters":[{"name":"done",\(parameter)}],\
            "returns":[{"kind":"typeIdentifier","spelling":"Bool"}]}
            """
        let path = "PKSheet.pay(_:)"
        let ours = try modules([symbol(path, "swift.method", "\(declaration),\(signature)")])
        #expect(ours.found(path).map(\.type) == ["(() throws -> Void) async -> Bool"])
    }

    @Test func `has mutability and documentation of a property`() throws {
        let property = { (keyword: String, tail: String) in
            fragments([
                ("keyword", keyword), ("text", " "), ("identifier", "total"), ("text", ": "),
                ("typeIdentifier", "Int"), ("text", tail),
            ])
        }
        let comment = """
            ,"docComment":{"lines":[{"text":"What is"},{"text":"paid (mission 7.15)."},\
            {"text":""},{"text":"More."}]}
            """
        let ours = try modules([
            symbol("PKA.total", "swift.property", property("let", "") + comment),
            symbol("PKB.total", "swift.property", property("var", "")),
            symbol("PKC.total", "swift.property", property("var", " { get }")),
        ])
        #expect(ours.found("PKA.total").map(\.type) == ["Int { get }"])
        #expect(ours.found("PKA.total").map(\.summary) == ["What is paid."])
        #expect(ours.found("PKB.total").map(\.type) == ["Int"])
        #expect(ours.found("PKC.total").map(\.type) == ["Int { get }"])
    }

    @Test func `omits symbols that no app can use`() throws {
        let gone = #""availability":[{"domain":"*","isUnconditionallyUnavailable":true}]"#
        let ours = try modules([
            symbol("PKA", "swift.class", fragments([])),
            symbol("PKA.init()", "swift.init", gone),
        ])
        #expect(ours.found("PKA.init()").isEmpty)
    }

    @Test func `has inheritance inside and outside the module`() throws {
        let ours = try modules(
            [
                symbol("PKA", "swift.class", fragments([])),
                symbol("PKB", "swift.class", fragments([])),
            ],
            """
            {"kind":"inheritsFrom","source":"s:PKB","target":"s:PKA"},
            {"kind":"conformsTo","source":"s:PKA","target":"s:x","targetFallback":"Foundation.NSCopying"}
            """
        )
        #expect(ours.inherits("PKB", from: "NSCopying"))
    }

    @Test func `is refused if it is empty`() {
        let refusal = #expect(throws: CoverageFailure.self) { try modules([]) }
        #expect(refusal?.description.hasSuffix("is not as it should be: no symbols") == true)
    }
}
