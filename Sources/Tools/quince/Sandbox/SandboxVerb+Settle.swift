import CommandLineTool
import CommandOptions
import Files
import JSON
import NetworkServer
import Storage
import World

extension SandboxVerb {
    private static let settlementJSON = Option(
        "json",
        help: "print one JSON object instead of the file"
    )

    /// `quince sandbox settle`.
    static let settle = Verb(
        "sandbox",
        "settle",
        summary: "End the card network's day: print what merchants are paid.",
        options: [state, settlementJSON],
        notes: """
            A network may be running. Captures and refunds since the last settlement are in the
            file once. Its format is in Documentation/CardNetwork.md.
            Exit status: 0 settled, 2 wrong usage or configuration.
            """,
        example: "quince sandbox settle --state /tmp/network",
        run: { invocation, output throws(UsageProblem) in
            guard let folder = invocation.value(state.name) else {
                throw UsageProblem("no folder", hint: "--state DIR names the network's folder")
            }
            guard Files.exists("\(folder)/\(DurableNetwork.fileName)") else {
                throw UsageProblem(
                    "--state \(folder): no network has its records there",
                    hint: "give the folder of quince sandbox network --state DIR"
                )
            }
            let network = try await open(folder, .system)
            do throws(StorageFailure) {
                let settlement = try await network.settle()
                if invocation.has(settlementJSON.name) {
                    output.result(json(settlement).compact)
                } else {
                    for line in settlement.lines { output.result(line) }
                }
            } catch {
                throw UsageProblem(
                    "--state \(folder): \(error)",
                    hint: "nothing was settled unless the message says otherwise; try again"
                )
            }
            await network.close()
            return .success
        }
    )

    private static func json(_ settlement: Settlement) -> JSONOutput {
        .object([
            "settlement": .integer(settlement.number),
            "lines": .array(settlement.lines.map { .string($0) }),
        ])
    }
}
