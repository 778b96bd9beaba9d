import Foundation
import TestSupport
import Testing

/// The shop of `quince demo` in a browser, with the sheet over it. `Tests/Web/demo` has the cases.
@Suite(
    "The demonstration's shop in a browser",
    .serialized,
    .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run"),
    .timeLimit(.minutes(30))
)
struct DemoPageTests {
    private static func run(_ program: String) throws -> Program.Answer {
        let quince = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "quince").path
        let path = Repository.root.appending(path: "Tests/Web/demo/\(program)").path
        let python = Repository.root.appending(path: ".build/oracle/bin/python3")
        return try Program(at: python).run([path, "--quince", quince])
    }

    @Test(.enabled(if: PageOutcomes.has("chromium"), "there is no Chromium"))
    func `takes payments by clicks and by keyboard, in Chromium`() throws {
        try PageOutcomes.report(Self.run("run"), expecting: ["shop"])
    }

    @Test(
        .enabled(if: TestScale.factor > 1, "Firefox is for ./dev release-check"),
        .enabled(if: PageOutcomes.has("firefox-esr"), "there is no Firefox")
    )
    func `takes a payment from the shelf to the receipt, in Firefox`() throws {
        try PageOutcomes.report(Self.run("run-firefox"), expecting: ["firefox"])
    }
}
