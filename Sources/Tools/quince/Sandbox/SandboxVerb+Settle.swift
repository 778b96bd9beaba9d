import CardNetwork
import CommandLineTool
import JSON
import Platforms
import SandboxServer
import Storage

extension SandboxVerb {
    private static let settlementJSON = Option(
        "json",
        help: "print one JSON object instead of the file"
    )

    private static let number = Option(
        "number",
        "N",
        in: 1...Int64.max,
        help: "print the file of this earlier settlement again, and settle nothing"
    )

    private static let platform = Option(
        "platform",
        "NAME",
        choices: Platform.self,
        help: "print this platform's report of the settlement, in place of the file"
    )

    /// `quince sandbox settle`.
    static let settle = Verb(
        "sandbox",
        "settle",
        summary: "End the card network's day: print what merchants are paid.",
        options: [folder, number, platform, settlementJSON],
        notes: """
            A network may be running. Captures and refunds since the last settlement are in the
            file once. Its format is in Documentation/SimulatedCardNetwork.md; quince server reconcile
            compares it with the records of a shop. With --platform it is the report by which the
            platform of a sandbox tells its merchant of the same settlement, in the platform's format.
            Exit status: 0 settled, 2 wrong usage or configuration.
            """,
        example: "quince sandbox settle --state /tmp/network",
        run: { invocation, output throws(UsageProblem) in
            let earlier = try invocation.value(number)
            let path = invocation.value(folder)
            let platform = try invocation.value(platform)
            let network = try await openExisting(invocation)
            var sandbox: SandboxFolder?
            if let path, platform != nil {
                sandbox = try await MemberCenterCalls.open(path, creates: false)
            }
            let settlement = try await reporting(
                "--state \(path ?? "")",
                hint: "nothing was settled unless the message says otherwise; try again"
            ) {
                let settlement =
                    if let earlier { try await network.settlement(earlier) } else {
                        try await network.settle()
                    }
                guard let number = settlement?.number, let sandbox, let platform else {
                    return settlement
                }
                let lines = try await sandbox.settlementReport(number, of: platform)
                return Settlement(number: number, lines: lines)
            }
            await network.close()
            await sandbox?.close()
            guard let settlement else {
                throw UsageProblem(
                    "--number \(earlier ?? 0): the network has no file of this settlement",
                    hint: "without --number a new settlement is made"
                )
            }
            if invocation.has(settlementJSON.name) {
                output.result(json(settlement).compact)
            } else {
                for line in settlement.lines { output.result(line) }
            }
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
