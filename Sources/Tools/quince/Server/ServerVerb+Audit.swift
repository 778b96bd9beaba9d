import CommandLineTool
import HTTPServer
import JSON
import MerchantServer
import Payments
import Storage
import World

extension ServerVerb {
    private static let payment = Option(
        "payment",
        "ID",
        help: "only the changes of this payment, and the requests for its reference"
    )
    private static let since = Option.time(
        "since",
        help: "only the changes at this time or later, such as 2026-11-01"
    )
    private static let jsonLines = Option("json", help: "print a JSON object a line")

    /// `quince server audit`.
    static let audit = Verb(
        "server",
        "audit",
        summary: "List who changed what on a shop's server.",
        options: [config, payment, since, jsonLines],
        notes: """
            The changes are listed in the order in which they were recorded, each with the name
            of the API key that asked for it. "operator" is who ran a command on the server's
            machine. It can be used while servers run.
            Exit status: 0 done, 1 no such payment, 2 wrong usage or configuration.
            """,
        example: "quince server audit --config shop/server.json --since 2026-11-01",
        run: { invocation, output throws(UsageProblem) in
            var filter = AuditReader.Filter()
            filter.payment = invocation.value(payment)
            filter.since = try invocation.value(since)
            let database = try await open(try configuration(invocation))
            let isKnown = try await reporting("database") {
                try await closing(database.close) {
                    try await AuditReader(database, world: .system).read(filter) { entry in
                        write(entry, isJSON: invocation.has(jsonLines.name), output)
                    }
                }
            }
            if isKnown { return .success }
            output.problem(
                "\(filter.payment ?? ""): there is no payment of this identifier",
                hint: "it is the id of POST /payments: payment- and 32 digits"
            )
            return .refused
        }
    )

    private static func write(_ entry: AuditLog.Entry, isJSON: Bool, _ output: Output) {
        guard isJSON else {
            let name = entry.callerName ?? entry.caller.identifier
            return output.line(
                "\(entry.at.iso8601)  \(entry.action)  \(entry.subject)  \(entry.caller.role)  \(name)"
            )
        }
        output.result(
            JSONOutput.object([
                "at": .string(entry.at.iso8601), "action": .string(entry.action),
                "subject": .string(entry.subject), "role": .string(entry.caller.role),
                "key": .string(entry.caller.identifier),
                "name": entry.callerName.map { .string($0) },
            ]).compact
        )
    }
}
