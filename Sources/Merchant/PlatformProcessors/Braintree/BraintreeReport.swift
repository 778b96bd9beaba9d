internal import Money
internal import Payments
internal import World

/// Braintree's transaction-level fee report: the sales and refunds that were disbursed on one day.
///
/// It has no name of the disbursement: that is the merchant account and the day here. Dates have no time, so that what is
/// missing is told up to the day of the last settlement.
///
/// - Source: Braintree, *Transaction-Level Fee Report*, *Transaction Level Fee Report Row*; the columns are those of the
///   files with which Braintree's SDK for Java is tested. That the amount of a credit may be negative, and that fees are
///   taken off what is paid, are guesses.
enum BraintreeReport {
    /// A column by which a report is recognized.
    static let mark = "Original Transaction ID"

    private static let columns = [
        mark, "Merchant Account ID", "Transaction ID", "Transaction Type", "Presentment Currency",
        "Settlement Currency", "Settlement Amount", "Settlement Date", "Disbursement Date",
        "Order ID",
    ]

    /// Reads a report.
    static func file(_ bytes: [UInt8]) throws(SettlementFileFailure) -> SettlementFile {
        let report = try PlatformReport(bytes, columns)
        let day = report.lines[0]["Disbursement Date"]
        var entries: [SettlementEntry] = []
        var (accounts, known): (Set<String>, [String: Int]) = ([], [:])
        var (captured, all): ([UnixTime], [UnixTime]) = ([], [])
        try report.read { line throws(SettlementFileFailure.Cause) in
            let entry = try entry(line)
            if let earlier = known.updateValue(line.number, forKey: try line.transaction) {
                throw .lineRepeated(line: earlier)
            }
            _ = try line.date("Disbursement Date")
            guard line["Disbursement Date"] == day else { throw .otherSettlement }
            accounts.insert(try line.text("Merchant Account ID", .identifier))
            entries.append(entry)
            let time = try line.date("Settlement Date")
            all.append(time)
            if entry.kind == .capture { captured.append(time) }
        }
        let name = (accounts.sorted() + [day].compactMap(\.self)).joined(separator: " ")
        return try report.file(name: name, entries, [], captured: captured, all: all)
    }

    private static func entry(
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> SettlementEntry {
        let currency = try line.currency("Settlement Currency")
        // The amount in another currency of the payment is not in the report.
        guard try line.currency("Presentment Currency") == currency else { throw .part(.currency) }
        let kind: SettlementEntry.Kind =
            switch try line.text("Transaction Type", .type) {
            case "sale": .capture
            case "credit": .refund
            default: throw .part(.type)
            }
        let stated = try line.amount("Settlement Amount", currency)
        guard stated > 0 || stated < 0 && kind == .refund, stated != .min else {
            throw .part(.amount)
        }
        let amount = kind == .refund ? -abs(stated) : stated
        let fee = try line.amount("Total Fee Amount", currency, .fee)
        let (paid, overflows) = amount.subtractingReportingOverflow(fee)
        guard !overflows else { throw .sumTooLarge }
        let transaction = try line.transaction
        // A sale is captured once, under its own name; its order is the key of the authorization.
        let isRefund = kind == .refund
        return SettlementEntry(
            line: line.number,
            kind: kind,
            currency: currency.numericCode,
            merchant: nil,
            reference: isRefund ? try line.text(mark, .reference) : transaction,
            key: isRefund ? nil : line["Order ID"],
            names: isRefund ? [transaction, line["Order ID"]].compactMap(\.self) : [],
            amount: amount,
            paid: paid,
            fee: fee,
            paidCurrency: currency.numericCode
        )
    }
}

extension PlatformReport.Line {
    fileprivate var transaction: String {
        get throws(SettlementFileFailure.Cause) { try text("Transaction ID", .identifier) }
    }

    /// The beginning of a day such as `2026-11-28`, in UTC.
    fileprivate func date(_ column: String) throws(SettlementFileFailure.Cause) -> UnixTime {
        guard let time = UnixTime(iso8601: "\(try text(column, .time))T00:00:00Z") else {
            throw .part(.time)
        }
        return time
    }
}
