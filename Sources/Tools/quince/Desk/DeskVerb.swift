import CommandLineTool
import CommandOptions
import Payments
import Processors
import Storage
import World

/// `quince desk list` and `quince desk settle`.
enum DeskVerb {
    static let database = Option(
        "database",
        "DATABASE",
        help: "the database of a shop: a file, such as quince-checkout/orders.sqlite, or\n"
            + "a PostgreSQL server, such as postgresql://shop@db.example/shop"
    )
    static let json = Option("json", help: "print one JSON object")

    static let list = Verb(
        "desk",
        "list",
        summary: "List the payments of a shop that are still to be settled.",
        options: [database, json],
        notes: """
            These are operations without an answer, because of a crash or a silent network, and
            approvals without an order.
            Exit status: 0 nothing is open, 1 something is, 2 wrong usage or configuration.
            """,
        example: "quince desk list --database quince-checkout/orders.sqlite",
        run: { invocation, output throws(UsageProblem) in
            let open = try await withRecords(invocation) { records throws(RecordFailure) in
                try await records.open()
            }
            let report = DeskReport(open: open, settled: nil)
            report.write(to: output, isJSON: invocation.has(json.name))
            return open.isEmpty ? .success : .refused
        }
    )

    static let settle = Verb(
        "desk",
        "settle",
        summary: "Settle the payments of a shop that are due.",
        options: [database, network, merchant, terminal, acquirer, processor, time, json],
        notes: """
            What was never sent is closed. An authorization without an answer is cancelled, and a
            capture, void or refund is sent again with the same key. This needs the card network:
            without --network it waits for a server of the shop, which keeps asking. Merchant,
            terminal and acquirer must be those of the shop's messages, because the network finds
            the original message by them.
            Exit status: 0 nothing is open, 1 something is, 2 wrong usage or configuration.
            """,
        example: "quince desk settle --database quince-checkout/orders.sqlite",
        run: { invocation, output throws(UsageProblem) in
            let acquirer = try await signOn(invocation)
            let outcome: Result<(settled: Int, open: [DeskRecords.OpenItem]), UsageProblem>
            do throws(UsageProblem) {
                outcome = .success(
                    try await withRecords(invocation) { records throws(RecordFailure) in
                        try await records.settle(with: acquirer.map { [$0] } ?? [])
                    }
                )
            } catch { outcome = .failure(error) }
            await acquirer?.stop()
            let (settled, open) = try outcome.get()
            let report = DeskReport(open: open, settled: settled)
            report.write(to: output, isJSON: invocation.has(json.name))
            return open.isEmpty ? .success : .refused
        }
    )

    static func withRecords<Result: Sendable>(
        _ invocation: Invocation,
        _ body: (DeskRecords) async throws(RecordFailure) -> Result
    ) async throws(UsageProblem) -> Result {
        guard let path = invocation.value(database) else {
            throw UsageProblem(
                "no database is named",
                hint: "quince desk list --database quince-checkout/orders.sqlite"
            )
        }
        let world = try world(invocation)
        let opened = try await DatabaseInput(path).open()
        let outcome: Swift.Result<Result, RecordFailure>
        do throws(RecordFailure) {
            outcome = .success(try await body(DeskRecords(database: opened, world: world)))
        } catch { outcome = .failure(error) }
        await opened.close()
        switch outcome {
        case .success(let result): return result
        case .failure(let failure):
            throw UsageProblem("\(DatabaseInput(path)): \(failure)", hint: "check the database")
        }
    }
}
