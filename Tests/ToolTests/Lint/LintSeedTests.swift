internal import AppLint
internal import Foundation
internal import TestSupport
import Testing

/// The texts are read from `../shared/seeds` and not copied. Without them the test is skipped.
@Suite("Lint on published listings and our own sources")
struct LintSeedTests {
    /// Lines of a text, and the expected findings.
    struct Listing: Sendable, CustomStringConvertible {
        let text: String
        let lines: ClosedRange<Int>
        let language: SourceLanguage
        let found: [String]

        var description: String { "\(text), lines \(lines)" }
    }

    static let listings = [
        Listing(
            text: "000_0c5e9d20e804dae1.txt",
            lines: 7...480,
            language: .objectiveC,
            found: [
                "251 networks-never-set", "282 merchant-identifier", "331 total-not-summed",
                "427 status-never-reported", "466 token-in-cloud-store",
            ]
        ),
        Listing(
            text: "000_0c5e9d20e804dae1.txt",
            lines: 845...890,
            language: .objectiveC,
            found: ["864 scheme-with-capitals", "884 decision-called-twice"]
        ),
        Listing(
            text: "000_0c5e9d20e804dae1.txt",
            lines: 1_180...1_500,
            language: .objectiveC,
            found: []
        ),
        Listing(
            text: "001_37b5b9f3021af168.txt",
            lines: 108...262,
            language: .objectiveC,
            found: [
                "127 set-up-button-for-buying", "151 merchant-identifier",
                "248 success-without-server", "261 dismiss-animated",
            ]
        ),
        Listing(
            text: "002_314a0bc3ec22d3ab.txt",
            lines: 28...97,
            language: .objectiveC,
            found: []
        ),
        Listing(
            text: "003_559ef2719dbdc525.txt",
            lines: 60...165,
            language: .swift,
            found: [
                "111 merchant-identifier", "120 binary-amount", "121 binary-amount",
                "122 binary-amount", "123 binary-amount", "154 success-without-server",
            ]
        ),
        Listing(
            text: "004_074ead7764a9ee51.txt",
            lines: 23...86,
            language: .objectiveC,
            found: []
        ),
    ]

    private static let folder = Repository.root.deletingLastPathComponent()
        .appending(path: "shared/seeds")

    @Test(
        .enabled("the texts are not in ../shared/seeds") {
            FileManager.default.fileExists(atPath: folder.path)
        },
        arguments: listings
    )
    func `listings have the expected findings, and no others`(listing: Listing) throws {
        let url = Self.folder.appending(path: listing.text)
        let lines = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let source = lines.enumerated()
            .map { listing.lines.contains($0.offset + 1) ? $0.element : "" }
            .joined(separator: "\n")
        let review = try AppLint.review(Array(source.utf8), listing.language)
        #expect(review.findings.map { "\($0.line) \($0.rule.name)" } == listing.found)
    }

    private static func findings(in path: String) throws -> [String] {
        guard let language = SourceLanguage(fileName: path) else { return [] }
        let source = try Data(contentsOf: Repository.root.appending(path: path))
        return try AppLint.review([UInt8](source), language).findings
            .map { "\(path):\($0.line) \($0.rule.name)" }
    }

    @Test(arguments: ["Sources/", "Examples/"])
    func `our sources and samples have none`(folder: String) throws {
        let paths = Repository.paths.filter { $0.hasPrefix(folder) && !$0.contains("/Tests/") }
        #expect(paths.contains { SourceLanguage(fileName: $0) != nil })
        for path in paths { #expect(try Self.findings(in: path) == []) }
    }

    /// The test apps charge nothing, and some do not dismiss the sheet. Both are true findings, and
    /// there are no others.
    @Test func `test apps have only findings that are true of them`() throws {
        let paths = Repository.paths.filter { $0.hasPrefix("Tests/AppsInSwift5/") }
        let found = try paths.sorted().flatMap(Self.findings)
        let rules = Set(found.compactMap { $0.split(separator: " ").last.map(String.init) })
        #expect(rules == ["missing-did-finish-dismiss", "success-without-server"])
        // These four ask something before they answer, and dismiss the sheet.
        for name in ["BridgeApp", "HandlerApp", "SessionApp", "TokenizingApp"] {
            #expect(!found.contains { $0.contains("/\(name).swift") }, "\(name)")
        }
    }
}
