import Charging
import CommandLineTool
import CommandOptions
import Files
import MerchantServer
import SQLite
import Storage
import World

/// `quince desk list` and `quince desk settle`.
enum DeskVerb {
    static let database = Option(
        "database",
        "FILE",
        help: "the database of a shop, such as quince-checkout/orders.sqlite"
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
            let open = try await withRecords(invocation) { records throws(DeskFailure) in
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
        options: [database, json],
        notes: """
            What was never sent is closed. What needs the card network waits until a server of the
            shop runs, which keeps asking: an authorization without an answer is asked about or
            cancelled, and a capture, void or refund is sent again with the same key.
            Exit status: 0 nothing is open, 1 something is, 2 wrong usage or configuration.
            """,
        example: "quince desk settle --database quince-checkout/orders.sqlite",
        run: { invocation, output throws(UsageProblem) in
            let (settled, open) = try await withRecords(invocation) {
                records throws(DeskFailure) in
                try await records.settle(with: [])
            }
            let report = DeskReport(open: open, settled: settled)
            report.write(to: output, isJSON: invocation.has(json.name))
            return open.isEmpty ? .success : .refused
        }
    )

    private static func withRecords<Result: Sendable>(
        _ invocation: Invocation,
        _ body: (DeskRecords) async throws(DeskFailure) -> Result
    ) async throws(UsageProblem) -> Result {
        guard let path = invocation.value(database.name) else {
            throw UsageProblem(
                "no database is named",
                hint: "quince desk list --database quince-checkout/orders.sqlite"
            )
        }
        guard Files.exists(path) else {
            throw UsageProblem(
                "--database \(path): there is no such file",
                hint: "--database FILE names the database of a shop"
            )
        }
        let opened: Database
        do throws(DatabaseRefusal) {
            opened = try await Database(path: path, migrations: PaymentDesk.migrations)
        } catch {
            throw UsageProblem("--database \(path): \(error)", hint: error.remedy)
        }
        let outcome: Swift.Result<Result, DeskFailure>
        do throws(DeskFailure) {
            outcome = .success(try await body(DeskRecords(database: opened, world: .system)))
        } catch { outcome = .failure(error) }
        await opened.close()
        switch outcome {
        case .success(let result): return result
        case .failure(let failure):
            throw UsageProblem("--database \(path): \(failure)", hint: "check the database")
        }
    }
}
