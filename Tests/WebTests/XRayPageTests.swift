import Foundation
import TestSupport
import Testing

/// The x-ray's pages in a browser, with a demonstration behind them. `Tests/Web/xray` has the cases.
@Suite(
    "The x-ray as pages",
    .serialized,
    .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run"),
    .enabled(if: PageOutcomes.has("chromium"), "there is no Chromium"),
    .timeLimit(.minutes(30))
)
struct XRayPageTests {
    @Test func `shows payments and tokens without their secrets`() throws {
        let python = Repository.root.appending(path: ".build/oracle/bin/python3")
        let quince = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "quince").path
        let run = Repository.root.appending(path: "Tests/Web/xray/run").path
        let answer = try Program(at: python).run([run, "--quince", quince])
        try PageOutcomes.report(answer, expecting: ["payments", "pages", "tokens", "platforms"])
    }
}
