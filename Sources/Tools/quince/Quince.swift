import CommandLineTool
import Files
import Glibc

/// The tool.
@main
enum Quince {
    static let version = "0.1.0"

    static let tool = CommandLineTool(
        version: version,
        summary: """
            Quince: Apple Pay on Linux. Not made or endorsed by Apple; the sandbox's cards,
            keys and certificates are for tests only.
            """,
        verbs: [
            CheckoutVerb.verb, MintVerb.verb, TokenVerb.verify, TokenVerb.open, TokenVerb.explain,
            TokenVerb.inspect, KeyVerb.check, LintVerb.verb,
        ]
    )

    static func main() async {
        // Nobody can be told that standard error is not read.
        let showStatus: @Sendable (String) -> Void = { try? StandardStream.error.rewrite($0) }
        let remark: @Sendable (String) -> Void = { try? StandardStream.error.write($0) }
        let output = Output(
            results: { line in
                do throws(FileFailure) { try StandardStream.output.write(line) } catch {
                    giveUp(error, remark)
                }
            },
            remarks: remark,
            status: StandardStream.error.isTerminal ? showStatus : nil
        )
        let exitStatus = await tool.run(Array(CommandLine.arguments.dropFirst()), output: output)
        exit(exitStatus.rawValue)
    }

    /// A result that nobody gets must not look like one that somebody got.
    private static func giveUp(_ failure: FileFailure, _ remark: (String) -> Void) -> Never {
        remark("quince: \(failure)")
        remark("hint: results are lost; send standard output where it can be written")
        // Other threads may be at work, and need what an orderly exit would take from them.
        _exit(ExitStatus.misuse.rawValue)
    }
}
