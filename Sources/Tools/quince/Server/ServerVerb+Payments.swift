import CommandLineTool
import JSON
import MerchantServer
import Payments

extension ServerVerb {
    private static let reference = Option(
        "reference",
        "TEXT",
        help: "only the payments of this reference"
    )
    private static let status = Option(
        "status",
        "STATUS",
        choices: PaymentRecord.Status.self,
        help: "only the payments of this status"
    )
    private static let since = Option.time(
        "since",
        help: "only the payments made at this time or later, such as 2026-11-01"
    )
    private static let isOpen = Option(
        "open",
        help: "list what is still to be settled instead"
    )
    private static let jsonLines = Option(
        "json",
        help:
            "print a JSON object a line, as GET /payments/{id} answers it;\nwith --open one object"
    )

    /// `quince server payments`.
    static let payments = Verb(
        "server",
        "payments",
        summary: "List the payments of a shop's server.",
        options: [config, reference, status, since, isOpen, jsonLines],
        notes: """
            Payments are listed the newest first. With --open they are operations without an answer,
            because of a crash or a silent network, and approvals without an order. It can be used
            while servers run.
            Exit status: 0 done, 1 with --open something is open, 2 wrong usage or configuration.
            """,
        example: "quince server payments --config shop/server.json --status authorized",
        run: { invocation, output throws(UsageProblem) in
            guard !invocation.has(isOpen.name) else {
                let filters: [any CommandOption] = [reference, status, since]
                for filter in filters where invocation.has(filter.name) {
                    throw UsageProblem(
                        "--\(filter.name) with --open",
                        hint: "give one of them"
                    )
                }
                let open = try await withRecords(invocation) { records, _ in
                    try await records.open()
                }
                let report = OpenPaymentsReport(open: open, settled: nil)
                report.write(to: output, isJSON: invocation.has(json.name))
                return open.isEmpty ? .success : .refused
            }
            var query = PaymentListing.Query(limit: 100)
            query.reference = invocation.value(reference)
            query.status = try invocation.value(status)
            query.from = try invocation.value(since)
            let first = query
            try await withRecords(invocation) { records, _ in
                let listing = PaymentListing(records)
                var query = first
                repeat {
                    let page = try await listing.page(query)
                    for payment in page.payments {
                        output.result(
                            invocation.has(json.name) ? payment.json.compact : line(payment)
                        )
                    }
                    query.after = page.next
                } while query.after != nil
            }
            return .success
        }
    )

    /// A payment in one line.
    private static func line(_ payment: PaymentRecord) -> String {
        let authorization = payment.attempt.authorization
        return [
            "\(authorization.preparedAt)", PaymentID(payment.attempt.attempt).text,
            payment.status.rawValue, "\(authorization.amount)",
            payment.order.map { "order \($0.number)" } ?? "no order",
            payment.attempt.merchantReference,
            authorization.state.processorCode.map { "code \($0)" },
        ].compactMap(\.self).joined(separator: "  ")
    }
}
