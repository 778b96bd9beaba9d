import Foundation
import TestSupport
import Testing

private enum SystemdAnalysis {
    private static let path = "/usr/bin/systemd-analyze"
    static let program = Program(at: URL(filePath: path))
    static let isHere = FileManager.default.isExecutableFile(atPath: path)
}

/// The unit file for systemd, judged by systemd.
@Suite("The unit of the server", .enabled(if: SystemdAnalysis.isHere))
struct ServerUnitTests {
    /// The unit with the program that is built beside the tests.
    private func unit(_ folder: ScratchFolder) throws -> String {
        let file = Repository.root.appending(path: "Support/systemd/quince-server.service")
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing("/usr/local/bin/quince", with: ProcessRun.quince)
        let path = folder.path("quince-server.service")
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test func `has no mistake`() throws {
        let folder = ScratchFolder()
        let verdict = try SystemdAnalysis.program
            .run(["verify", "--man=no", try unit(folder)])
        #expect(verdict.isSuccess && verdict.complaint.isEmpty, "\(verdict.complaint)")
    }

    @Test func `leaves the server little that it may do`() throws {
        let folder = ScratchFolder()
        // The threshold is in tenths: the exposure is 2.0 or less.
        let verdict = try SystemdAnalysis.program.run([
            "security", "--no-pager", "--offline=true", "--threshold=20", try unit(folder),
        ])
        #expect(verdict.isSuccess, "\(verdict.text)\(verdict.complaint)")
    }
}
