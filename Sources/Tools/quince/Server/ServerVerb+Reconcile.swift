import CommandLineTool
import Files
import MerchantServer
import Payments
import PlatformProcessors

extension ServerVerb {
    private static let settlement = Operand(
        "FILE",
        help: "the settlement file or report, or - for standard input"
    )

    /// `quince server reconcile`.
    static let reconcile = Verb(
        "server",
        "reconcile",
        summary: "Compare a processor's settlement file with a server's captures and refunds.",
        operands: [settlement],
        options: [config, json],
        notes: """
            What agrees is recorded with the number of the settlement. The same file again changes
            nothing and prints the same. Each difference says who has to act: the acquirer, the
            shop by a command, or people. The file is that of quince sandbox settle, Stripe's itemized
            payout reconciliation report, Adyen's settlement details report or Checkout.com's
            financial actions of a payout; its first line says which. The command can be used while
            servers run, and is in the audit log as the operator's.
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
            let platform = PaymentPlatform.ofSettlementReport(bytes)
            let processor = platform?.processorName ?? .cardNetwork
            let read: Result<SettlementFile, SettlementFileFailure>
            do throws(SettlementFileFailure) {
                if let file = try platform?.settlementFile(bytes) {
                    read = .success(file)
                } else {
                    read = .success(try SettlementFile(bytes))
                }
            } catch { read = .failure(error) }
            // The database is opened in any case: a configuration that is wrong is told first.
            let (report, isOurs) = try await withRecords(invocation) {
                records,
                configuration throws(RecordFailure) -> (ReconciliationReport?, Bool) in
                guard let merchants = merchants(at: platform, configuration) else {
                    return (nil, false)
                }
                guard case .success(let file) = read else { return (nil, true) }
                let report = try await records.reconcile(
                    file,
                    of: processor,
                    for: merchants,
                    by: .theOperator
                )
                return (report, true)
            }
            guard isOurs else {
                throw UsageProblem(
                    platform == nil
                        ? "network: the configuration has no card network"
                        : "platforms: the configuration has no \(processor)",
                    hint: "the file is that of a processor in the configuration"
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

    /// The shop's names at the platform, or at the card network; nil where the configuration has none.
    private static func merchants(
        at platform: PaymentPlatform?,
        _ configuration: ServerConfiguration
    ) -> Set<String>? {
        guard let platform else { return configuration.network.map { [$0.merchant] } }
        return configuration.platforms.first { $0.platform == platform }
            .map { Set([platform.merchant($0.settings)].compactMap(\.self)) }
    }
}
