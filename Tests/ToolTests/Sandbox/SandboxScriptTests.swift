import Foundation
import TestSupport
import Testing

@Suite("apple-pay.js from quince sandbox")
struct SandboxScriptTests {
    @Test func `is the file of the repository`() throws {
        let sandbox = try SandboxProcess(["--ephemeral"])
        let file = try Data(contentsOf: Repository.root.appending(path: "Web/apple-pay.js"))
        let script = try #require(sandbox.ready["script"])
        let answer = try SandboxProcess.call("GET", script, fields: [])
        #expect(answer.status == 200 && answer.body.starts(with: file))
        #expect(answer.header.contains("Content-Type: text/javascript"))
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("\nquince.automate();"))
    }

    @Test(
        .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run"),
        .timeLimit(.minutes(30))
    )
    func `lets a test drive the sheet of a page, with --automation`() throws {
        let sandbox = try SandboxProcess(["--ephemeral", "--automation"])
        let script = try #require(sandbox.ready["script"])
        let python = Repository.root.appending(path: ".build/oracle/bin/python3")
        let example = Repository.root.appending(path: "Tests/Web/run-example")
        let answer = try Program(at: python).run([example.path, "--script", script])
        #expect(answer.text == "the example passed\n", "\(answer.complaint)")
    }
}
