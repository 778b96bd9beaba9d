import CommandLineTool
import Files
import MerchantServer
import Payments

extension ServerVerb {
    private static let settlement = Operand(
        "FILE",
        help: "the settlement file, or - for standard input"
    )

    /// `quince server reconcile`.
    static let reconcile = Verb(
        "server",
        "reconcile",
        summary: "Compare a settlement file with a server's captures and refunds.",
        operands: [settlement],
        options: [config, json],
        notes: """
            What agrees is recorded with the number of the settlement. The same file again changes
            nothing and prints the same. Each difference says who has to act: the acquirer, the
            shop by a command, or people. The file is that of quince sandbox settle. The command can be
            used while servers run, and is in the audit log as the operator's.
            Exit status: 0 everything agrees, 1 something differs or the file is refused, 2 wrong
            usage or configuration.
            """,
        example: "quince server reconcile day1.csv --config shop/server.json",
        run: { invocation, output throws(UsageProblem) in
            let path = invocation.operands[0]
            let isJSON = invocation.has(json.name)
            let bytes: [UInt8]
            do throws(FileFailure) {
                bytes = try Files.read(path, limit: SettlementFile.byteLimit)
            } catch {
                throw UsageProblem("\(error)", hint: "give a settlement file")
            }
            let read: Result<SettlementFile, SettlementFileFailure>
            do throws(SettlementFileFailure) {
                read = .success(try SettlementFile(bytes))
            } catch { read = .failure(error) }
            // The database is opened in any case: a configuration that is wrong is told first.
            let (report, hasNetwork) = try await withRecords(invocation) {
                records,
                configuration throws(RecordFailure) -> (ReconciliationReport?, Bool) in
                guard let network = configuration.network else { return (nil, false) }
                guard case .success(let file) = read else { return (nil, true) }
                let report = try await records.reconcile(
                    file,
                    of: .cardNetwork,
                    for: network.merchant,
                    by: .theOperator
                )
                return (report, true)
            }
            guard hasNetwork else {
                throw UsageProblem(
                    "network: the configuration has no card network",
                    hint: "settlement files are those of a card network"
                )
            }
            let text = ReconciliationText(path: path)
            if let report { text.write(report, to: output, isJSON: isJSON) }
            if case .failure(let failure) = read {
                text.write(failure, to: output, isJSON: isJSON)
            }
            return report?.agrees == true ? .success : .refused
        }
    )
}
