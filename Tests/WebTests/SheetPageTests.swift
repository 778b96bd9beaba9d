import Foundation
import TestSupport
import Testing

/// The sheet as a page: a shop's page in a browser, the sheet over it, and a sandbox behind it.
///
/// `Tests/Web/sheet` has the cases.
@Suite(
    "The sheet as a page",
    .serialized,
    .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run"),
    .timeLimit(.minutes(30))
)
struct SheetPageTests {
    private static let folder = Repository.root.appending(path: "Tests/Web/sheet")
    private static let python = Repository.root.appending(path: ".build/oracle/bin/python3")
    private static let quince = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "quince").path

    private static func run(_ program: String) throws -> Program.Answer {
        let path = folder.appending(path: program).path
        return try Program(at: python).run([path, "--quince", quince])
    }

    @Test(.enabled(if: PageOutcomes.has("chromium"), "there is no Chromium"))
    func `is used by clicks and by keyboard, in Chromium`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix("_cases.py") }
            .map { String($0.dropLast("_cases.py".count)) }
        try PageOutcomes.report(Self.run("run"), expecting: Set(files))
    }

    @Test(
        .enabled(if: TestScale.factor > 1, "Firefox is for ./dev release-check"),
        .enabled(if: PageOutcomes.has("firefox-esr"), "there is no Firefox")
    )
    func `is confirmed in a window of the wallet, in Firefox`() throws {
        try PageOutcomes.report(Self.run("run-firefox"), expecting: ["firefox"])
    }
}
