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
        summary: "Compare a settlement file with a server's captures and refunds.",
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
            let bytes = try reporting(hint: "give a settlement file") {
                try Files.read(path, limit: SettlementFile.byteLimit)
            }
            let platform = PaymentPlatform.ofSettlementReport(bytes)
            let processor = platform?.processorName ?? .cardNetwork
            // The database is opened in any case: a configuration that is wrong is told first.
            let result = try await withRecords(invocation) {
                records,
                configuration -> Result<ReconciliationReport, SettlementFileFailure> in
                let file: SettlementFile?
                do throws(SettlementFileFailure) {
                    file = try read(bytes, of: platform, configuration)
                } catch { return .failure(error) }
                guard let file else {
                    throw UsageProblem(
                        platform == nil
                            ? "network: the configuration has no card network"
                            : "platforms: the configuration has no \(processor)",
                        hint: "the file is that of a processor in the configuration"
                    )
                }
                return .success(
                    try await records.reconcile(
                        file,
                        of: processor,
                        for: Set([configuration.network?.merchant].compactMap(\.self)),
                        by: .theOperator
                    )
                )
            }

            let text = ReconciliationText(path: path)
            switch result {
            case .success(let report):
                text.write(report, to: output, isJSON: isJSON)
                return report.agrees ? .success : .refused
            case .failure(let failure):
                text.write(failure, to: output, isJSON: isJSON)
                return .refused
            }
        }
    )

    /// The file of a platform, or of the card network; nil where the configuration has no such processor.
    private static func read(
        _ bytes: [UInt8],
        of platform: PaymentPlatform?,
        _ configuration: ServerConfiguration
    ) throws(SettlementFileFailure) -> SettlementFile? {
        let account = configuration.platforms.first { $0.platform == platform }
        guard platform == nil ? configuration.network != nil : account != nil else { return nil }
        guard let platform, let account else { return try SettlementFile(bytes) }
        return try platform.settlementFile(bytes, of: account.settings)
    }
}
