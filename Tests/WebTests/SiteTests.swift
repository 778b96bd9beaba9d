import Foundation
import TestSupport
import Testing

/// The documentation site, as `./dev site` makes it. `Tests/Web/site` has the cases for a browser.
@Suite(
    "The documentation site",
    .serialized,
    .enabled(if: PageOutcomes.has("cmark-gfm"), "there is no cmark-gfm"),
    .timeLimit(.minutes(30))
)
struct SiteTests {
    private static let quince = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "quince").path

    /// Makes the site in a temporary folder, and checks it.
    private static func make(_ arguments: [String] = []) throws -> Program.Answer {
        let out = FileManager.default.temporaryDirectory.appending(
            path: "site-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: out) }
        let script = Repository.root.appending(path: "Support/Site/site")
        return try Program(at: script).run(["--quince", quince, "--out", out.path] + arguments)
    }

    @Test(.enabled(if: PageOutcomes.has("tidy"), "there is no tidy"))
    func `has links, titles and HTML in which the check finds nothing`() throws {
        let answer = try Self.make(["--check"])
        #expect(answer.isSuccess, Comment(rawValue: answer.complaint))
    }

    @Test(
        .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run"),
        .enabled(if: PageOutcomes.has("chromium"), "there is no Chromium")
    )
    func `is read on a phone, by keyboard, from a disk and from a strict server, in Chromium`()
        throws
    {
        let path = Repository.root.appending(path: "Tests/Web/site/run").path
        let python = Repository.root.appending(path: ".build/oracle/bin/python3")
        let answer = try Program(at: python).run([path, "--quince", Self.quince])
        try PageOutcomes.report(answer, expecting: ["site"])
    }
}
