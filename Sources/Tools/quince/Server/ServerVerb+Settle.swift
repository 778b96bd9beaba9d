import CommandLineTool
import Payments

extension ServerVerb {
    /// `quince server settle`.
    static let settle = Verb(
        "server",
        "settle",
        summary: "Settle the payments of a shop's server that are due.",
        options: [config, moment, json],
        notes: """
            A server does this by itself. What was never sent is closed. An authorization without
            an answer is cancelled, and a capture, void or refund is sent again with the same key.
            A hold whose time has passed is recorded as ended. The rest needs the processor:
            where it is not reached, what needs it stays open. It can be used while servers run,
            and is in the audit log as the operator's.
            Exit status: 0 nothing is open, 1 something is, 2 wrong usage or configuration.
            """,
        example: "quince server settle --config shop/server.json",
        run: { invocation, output throws(UsageProblem) in
            let (settled, open) = try await withRecords(invocation) { records, configuration in
                try await records.endHolds(limit: 1_000)
                guard try await !records.open().isEmpty else {
                    return (0, [DeskRecords.OpenItem]())
                }
                var processors: ConnectedProcessors?
                do throws(UsageProblem) {
                    processors = try await ConnectedProcessors(configuration)
                    if let problem = processors?.problem { throw problem }
                } catch { output.problem(error.message, hint: error.hint) }
                return try await closing({ await processors?.stop() }) {
                    try await records.settle(
                        with: processors?.routes ?? ProcessorRoutes([]),
                        by: .theOperator
                    )
                }
            }
            let report = OpenPaymentsReport(open: open, settled: settled)
            report.write(to: output, isJSON: invocation.has(json.name))
            return open.isEmpty ? .success : .refused
        }
    )
}
