import Bytes
import Charging
import CommandLineTool
import CommandOptions
import Files
import MerchantServer
import PostgreSQL
import Processors
import SQLite
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
                    try await withRecords(invocation) { records throws(DeskFailure) in
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
        let world = try world(invocation)
        let opened = try await open(path)
        let outcome: Swift.Result<Result, DeskFailure>
        do throws(DeskFailure) {
            outcome = .success(try await body(DeskRecords(database: opened, world: world)))
        } catch { outcome = .failure(error) }
        await opened.close()
        switch outcome {
        case .success(let result): return result
        case .failure(let failure):
            throw UsageProblem("\(shown(path)): \(failure)", hint: "check the database")
        }
    }

    /// Opens a file, which must exist, or a database of a PostgreSQL server.
    private static func open(_ place: String) async throws(UsageProblem) -> Database {
        if !isServer(place), !Files.exists(place) {
            throw UsageProblem(
                "\(shown(place)): there is no such file",
                hint: "--database names the database of a shop"
            )
        }
        do throws(DatabaseRefusal) {
            guard isServer(place) else {
                return try await Database(path: place, migrations: PaymentDesk.migrations)
            }
            let address = try PostgreSQLAddress(Secret(copying: Array(place.utf8)))
            return try await Database(address, migrations: PaymentDesk.migrations)
        } catch {
            throw UsageProblem("\(shown(place)): \(error)", hint: error.remedy)
        }
    }

    private static func isServer(_ place: String) -> Bool {
        ["postgresql:", "postgres:"].contains { place.hasPrefix($0) }
    }

    /// The option for messages. The address of a server may have a password.
    private static func shown(_ place: String) -> String {
        isServer(place) ? "--database postgresql:…" : "--database \(place)"
    }
}
