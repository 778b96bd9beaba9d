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
            CheckoutVerb.verb, MintVerb.verb, TokenVerb.verify, TokenVerb.open, TokenVerb.inspect,
        ]
    )

    static func main() async {
        let showStatus: @Sendable (String) -> Void = { StandardStream.error.rewrite($0) }
        let output = Output(
            results: { StandardStream.output.write($0) },
            remarks: { StandardStream.error.write($0) },
            status: StandardStream.error.isTerminal ? showStatus : nil
        )
        let exitStatus = await tool.run(Array(CommandLine.arguments.dropFirst()), output: output)
        exit(exitStatus.rawValue)
    }
}
