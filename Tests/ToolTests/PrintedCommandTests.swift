internal import CommandLineTool
internal import Foundation
internal import TestSupport
import Testing

/// The command is run with the installed OpenSSL.
@Suite("The OpenSSL command that a checkout prints")
struct PrintedCommandTests {
    static func printed(_ run: CommandRun) throws -> String {
        let lines = run.results.split(separator: "\n")
        let heading = try #require(
            lines.firstIndex { $0 == "Check the signature with OpenSSL" }
        )
        let line = try #require(lines.dropFirst(heading + 1).first)
        #expect(line.hasPrefix("  openssl cms -verify "))
        return String(line.dropFirst(2))
    }

    static let arguments: [[String]] = [
        [], ["--seed", "1"], ["--seed", "1", "--at", "2031-07-01T00:00:00Z"],
        ["--at", "2021-09-01T21:03:06+02:00"], ["--scenario", "china"], ["--decline"],
    ]

    @Test(arguments: arguments, ["shop", "it's a \"shop\"; $HOME `x` & 店"])
    func `verifies the token as it stands`(arguments: [String], name: String) async throws {
        let folder = ScratchFolder()
        let run = await CommandRun(["checkout", "--out", folder.path(name)] + arguments)
        #expect(run.status == (arguments == ["--decline"] ? .refused : .success))
        let line = try Self.printed(run)
        let verified = try ProcessRun(line, in: folder.url)
        #expect(verified.status == 0, "\(line)\n\(verified.remarks)")
        #expect(verified.remarks.contains("CMS Verification successful"))
        let content = folder.url.appending(path: "\(name)/signed-content.bin")
        var bytes = try Data(contentsOf: content)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: content)
        #expect(try ProcessRun(line, in: folder.url).status != 0, "and nothing else")
    }

    @Test func `is the same as JSON`() async throws {
        let folder = ScratchFolder()
        let arguments = ["checkout", "--seed", "1", "--out"]
        let text = await CommandRun(arguments + [folder.path("a")])
        let json = await CommandRun(arguments + [folder.path("b"), "--json"])
        let line = try #require(json.texts["opensslCommand"])
        #expect(try line == Self.printed(text).replacing("/a/", with: "/b/"))
        #expect(try ProcessRun(line, in: folder.url).status == 0)
    }
}
