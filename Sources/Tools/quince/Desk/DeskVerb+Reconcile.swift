import CardMessages
import Checkout
import CommandLineTool
import CommandOptions
import Files
import Payments
import Processors

extension DeskVerb {
    private static let settlement = Option(
        "settlement",
        "FILE",
        help: "the settlement file, or - for standard input"
    )
    private static let merchants = Option(
        "merchant",
        "ID",
        isRepeatable: true,
        form: "1 to 15 printable characters",
        example: CheckoutNetwork.merchant,
        help: "the shop as its messages name it: field 42; \(CheckoutNetwork.merchant), that\n"
            + "of quince checkout, unless given",
        reading: { acceptor(merchant: $0)?.merchant }
    )
    private static let settlingProcessor = Option.processor(
        help: "the processor whose settlement it is, as the shop has recorded it;\n"
            + "\(ProcessorName.cardNetwork) unless given"
    )

    /// `quince desk reconcile`.
    static let reconcile = Verb(
        "desk",
        "reconcile",
        summary: "Compare a settlement file with the captures and refunds of a shop.",
        options: [database, settlement, merchants, settlingProcessor, json],
        notes: """
            What agrees is recorded with the number of the settlement. The same file again changes
            nothing and prints the same. Each difference says who has to act: the acquirer, the
            shop by a command, or people. The file is that of quince sandbox settle.
            Exit status: 0 everything agrees, 1 something differs or the file is refused, 2 wrong
            usage or configuration.
            """,
        example: "quince desk reconcile --database quince-checkout/orders.sqlite"
            + " --settlement day1.csv",
        run: { invocation, output throws(UsageProblem) in
            guard let path = invocation.value(settlement) else {
                throw UsageProblem(
                    "no settlement file is named",
                    hint: "--settlement FILE names what quince sandbox settle printed"
                )
            }
            let processor = try invocation.value(settlingProcessor) ?? .cardNetwork
            let named = invocation.values(merchants)
            let shop = Set(named.isEmpty ? [CheckoutNetwork.merchant] : named)
            let bytes = try content(of: path)
            let file: SettlementFile
            do throws(SettlementFileFailure) {
                file = try SettlementFile(bytes)
            } catch {
                // The database that is named must be there in any case.
                try await withRecords(invocation) { _ throws(RecordFailure) in }
                ReconciliationText(path: path).write(error, to: output, isJSON: invocation.isJSON)
                return .refused
            }
            let report = try await withRecords(invocation) { records throws(RecordFailure) in
                try await records.reconcile(file, of: processor, for: shop)
            }
            ReconciliationText(path: path).write(report, to: output, isJSON: invocation.isJSON)
            return report.agrees ? .success : .refused
        }
    )

    private static func content(of path: String) throws(UsageProblem) -> [UInt8] {
        do throws(FileFailure) {
            return try Files.read(path, limit: SettlementFile.byteLimit)
        } catch {
            throw UsageProblem("--settlement \(error)", hint: "give a settlement file")
        }
    }
}

extension Invocation {
    fileprivate var isJSON: Bool { has(DeskVerb.json.name) }
}
