import Foundation
import TestSupport
import Testing

private enum SystemdAnalysis {
    private static let path = "/usr/bin/systemd-analyze"
    static let program = Program(at: URL(filePath: path))
    static let isHere = FileManager.default.isExecutableFile(atPath: path)
}

/// The unit files for systemd, judged by systemd.
@Suite("The units of the server and of the sandbox", .enabled(if: SystemdAnalysis.isHere))
struct ServerUnitTests {
    static let names = ["quince-server.service", "quince-sandbox.service"]

    /// A unit with the program that is built beside the tests.
    private func unit(_ name: String, _ folder: ScratchFolder) throws -> String {
        let file = Repository.root.appending(path: "Support/systemd/\(name)")
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing("/usr/bin/quince", with: ProcessRun.quince)
        let path = folder.path(name)
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test(arguments: names) func `have no mistake`(name: String) throws {
        let folder = ScratchFolder()
        let verdict = try SystemdAnalysis.program
            .run(["verify", "--man=no", try unit(name, folder)])
        #expect(verdict.isSuccess && verdict.complaint.isEmpty, "\(verdict.complaint)")
    }

    @Test(arguments: names) func `leave it little that it may do`(name: String) throws {
        let folder = ScratchFolder()
        // The threshold is in tenths: the exposure is 2.0 or less.
        let verdict = try SystemdAnalysis.program.run([
            "security", "--no-pager", "--offline=true", "--threshold=20", try unit(name, folder),
        ])
        #expect(verdict.isSuccess, "\(verdict.text)\(verdict.complaint)")
    }
}
