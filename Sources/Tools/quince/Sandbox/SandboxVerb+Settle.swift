import CommandLineTool
import CommandOptions
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
        options: [folder, settlementJSON],
        notes: """
            A network may be running. Captures and refunds since the last settlement are in the
            file once. Its format is in Documentation/CardNetwork.md.
            Exit status: 0 settled, 2 wrong usage or configuration.
            """,
        example: "quince sandbox settle --state /tmp/network",
        run: { invocation, output throws(UsageProblem) in
            let network = try await openExisting(invocation)
            do throws(StorageFailure) {
                let settlement = try await network.settle()
                if invocation.has(settlementJSON.name) {
                    output.result(json(settlement).compact)
                } else {
                    for line in settlement.lines { output.result(line) }
                }
            } catch {
                throw UsageProblem(
                    "--state \(invocation.value(folder.name) ?? ""): \(error)",
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
