import Foundation
import TestSupport
import Testing

/// The shop of `quince demo` in a browser, with the sheet over it. `Tests/Web/demo` has the cases.
@Suite(
    "The demonstration's shop in a browser",
    .serialized,
    .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run"),
    .timeLimit(.minutes(10))
)
struct DemoPageTests {
    @Test(.enabled(if: PageOutcomes.has("chromium"), "there is no Chromium"))
    func `takes payments by clicks and by keyboard, in Chromium`() throws {
        let quince = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "quince").path
        let path = Repository.root.appending(path: "Tests/Web/demo/run").path
        let python = Repository.root.appending(path: ".build/oracle/bin/python3")
        let answer = try Program(at: python).run([path, "--quince", quince])
        try PageOutcomes.report(answer, expecting: ["shop"])
    }
}
