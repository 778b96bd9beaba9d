import CommandLineTool
import Files
import Glibc
import World

/// The tool.
@main
enum Quince {
    static let version = "0.1.0"

    static let tool = CommandLineTool(
        version: version,
        summary: """
            Quince: Apple Pay on Linux. Not made or endorsed by Apple. The sandbox's cards,
            keys and certificates are for tests only.
            """,
        verbs: [
            DemoVerb.verb, CheckoutVerb.verb, MintVerb.verb, TokenVerb.verify, TokenVerb.open,
            TokenVerb.explain,
            TokenVerb.inspect, KeyVerb.check, LintVerb.verb, SandboxVerb.network,
            SandboxVerb.settle, SandboxVerb.accounts, SandboxVerb.account, SandboxVerb.cryptogram,
            SandboxVerb.servers,
            RehearseVerb.rotation,
        ] + MerchantVerb.verbs + AppVerb.verbs + OrderVerb.verbs + ServerVerb.verbs,
        files: [
            InstalledFile(
                "/etc/quince/server.json",
                help: "The configuration of the service quince-server, in the Debian package."
            ),
            InstalledFile(
                "/etc/default/quince-server",
                help: "Names another configuration for the service."
            ),
            InstalledFile(
                "/etc/quince/keys",
                help: "The service's keys and certificates, for its user only."
            ),
            InstalledFile("/var/lib/quince", help: "The service's records, with SQLite."),
            InstalledFile(
                "/run/quince-sandbox/ready",
                help: "The addresses of the service quince-sandbox, for root."
            ),
            InstalledFile(
                "/usr/share/doc/quince/README.Debian",
                help: "How the services are started."
            ),
            InstalledFile("/usr/share/doc/quince/html", help: "The documentation, for a browser."),
        ]
    )

    static func main() async {
        EndingSignals.watch()
        // Where standard error cannot be written to, nothing can be reported.
        let showStatus: @Sendable (String) -> Void = { try? StandardStream.error.rewrite($0) }
        let remark: @Sendable (String) -> Void = { line in
            if !QueuedLines.standardError.add(line) { try? StandardStream.error.write(line) }
        }
        let output = Output(
            results: { line in
                do throws(FileFailure) { try StandardStream.output.write(line) } catch {
                    giveUp(error, remark)
                }
            },
            remarks: remark,
            status: StandardStream.error.isTerminal ? showStatus : nil
        )
        let exitStatus = await tool.run(ProcessArguments.words, output: output)
        QueuedLines.standardError.flush()
        end(exitStatus)
    }

    /// Ends the process. Not by `exit`: other threads may be at work, such as one that waits for a key file,
    /// and its handlers would free what they use.
    private static func end(_ status: ExitStatus) -> Never { _exit(status.rawValue) }

    /// Ends the process with a failure: a result that was lost must not look like one that was read.
    private static func giveUp(_ failure: FileFailure, _ remark: (String) -> Void) -> Never {
        remark("quince: \(failure)")
        remark("hint: results are lost; send standard output where it can be written")
        QueuedLines.standardError.flush()
        end(.misuse)
    }
}
