import CardNetwork
import CommandLineTool
import JSON
import Storage
import World

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

    /// `quince sandbox settle`.
    static let settle = Verb(
        "sandbox",
        "settle",
        summary: "End the card network's day: print what merchants are paid.",
        options: [folder, number, settlementJSON],
        notes: """
            A network may be running. Captures and refunds since the last settlement are in the
            file once. Its format is in Documentation/SimulatedCardNetwork.md; quince server reconcile
            compares it with the records of a shop.
            Exit status: 0 settled, 2 wrong usage or configuration.
            """,
        example: "quince sandbox settle --state /tmp/network",
        run: { invocation, output throws(UsageProblem) in
            let earlier = try invocation.value(number)
            let network = try await openExisting(invocation)
            let settlement: Settlement?
            do throws(StorageFailure) {
                settlement =
                    if let earlier { try await network.settlement(earlier) } else {
                        try await network.settle()
                    }
            } catch {
                throw UsageProblem(
                    "--state \(invocation.value(folder) ?? ""): \(error)",
                    hint: "nothing was settled unless the message says otherwise; try again"
                )
            }
            await network.close()
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
