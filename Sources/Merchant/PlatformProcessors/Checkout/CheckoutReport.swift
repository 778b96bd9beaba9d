internal import Money
internal import Payments
internal import World

/// Checkout.com's financial actions of one payout.
///
/// Each line is a part of an action: its amount, or a fee. Fees have up to eight decimals, so that they are added up
/// and are one line of the reconciliation for each currency, without the fractions of minor units.
///
/// - Source: Checkout.com, *Financial Actions by Payout ID Report*, *Breakdown types*. The names of columns beyond
///   those that the text names, and that negative amounts are the merchant's to pay, are guesses.
enum CheckoutReport {
    /// A column by which a report is recognized.
    static let mark = "Breakdown Type"

    private static let columns = [
        mark, "Payout ID", "Payment ID", "Action ID", "Reference", "Processed On",
        "Processing Currency", "Processing Currency Amount", "Holding Currency",
        "Holding Currency Amount",
    ]

    /// The kinds of parts by their types, where the merchant is paid and where the merchant pays.
    private static let kinds: [String: (SettlementEntry.Kind, SettlementEntry.Kind)] = [
        "Capture": (.capture, .captureReversal), "Partial Capture": (.capture, .captureReversal),
        "Refund": (.refundReversal, .refund),
        "Clearing Failed": (.refundReversal, .captureReversal),
    ]

    /// The types of parts that are about no payment of a customer.
    private static let others: Set<String> = [
        "Cover Negative Position", "Invoice Settlement", "Operational Funding Release",
        "Operational Funding Reservation", "Security Deposit Release",
        "Security Deposit Reservation", "Top Up", "Transaction Amount Discrepancy",
    ]

    /// Reads a report.
    static func file(_ bytes: [UInt8]) throws(SettlementFileFailure) -> SettlementFile {
        let report = try PlatformReport(bytes, columns)
        let payout = report.lines[0]["Payout ID"]
        var (entries, others): ([SettlementEntry], [SettlementPayout]) = ([], [])
        var (captured, all): ([UnixTime], [UnixTime]) = ([], [])
        var known: [[String]: Int] = [:]
        var fees: [Currency: (sum: DecimalAmount, line: Int)] = [:]
        try report.read { line throws(SettlementFileFailure.Cause) in
            guard try line.text("Payout ID", .identifier) == payout else { throw .otherSettlement }
            let type = try line.text(mark, .type)
            let part = [try line.text("Action ID", .identifier), type]
            if let earlier = known.updateValue(line.number, forKey: part) {
                throw .lineRepeated(line: earlier)
            }
            let time = try time(of: line)
            all.append(time)
            let currency = try line.currency("Holding Currency")
            guard !type.hasSuffix("Fee") else {
                let fee = try decimal("Holding Currency Amount", line)
                guard let sum = try? (fees[currency]?.sum ?? .zero).adding(fee) else {
                    throw .sumTooLarge
                }
                fees[currency] = (sum, line.number)
                return
            }
            let paid = try line.amount("Holding Currency Amount", currency)
            if let kinds = type.hasPrefix("Chargeback (")
                ? (.chargebackReversal, .chargeback) : kinds[type]
            {
                let kind = paid > 0 ? kinds.0 : kinds.1
                entries.append(try entry(kind, paid, currency, line))
                if kind == .capture { captured.append(time) }
            } else if Self.others.contains(type) {
                others.append(
                    SettlementPayout(
                        line: line.number,
                        receiver: .named(type),
                        currency: currency.numericCode,
                        amount: paid
                    )
                )
            } else {
                throw .part(.type)
            }
        }
        for (currency, fee) in fees.sorted(by: { $0.value.line < $1.value.line }) {
            others.append(try other(fee, currency))
        }
        return try report.file(name: payout, entries, others, captured: captured, all: all)
    }

    private static func entry(
        _ kind: SettlementEntry.Kind,
        _ paid: Int64,
        _ paidCurrency: Currency,
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> SettlementEntry {
        let currency = try line.currency("Processing Currency")
        let amount = try line.amount("Processing Currency Amount", currency)
        guard amount != 0, (amount > 0) == kind.isPaid, (paid > 0) == kind.isPaid else {
            throw .part(.amount)
        }
        guard currency != paidCurrency || amount == paid else { throw .part(.amount) }
        return SettlementEntry(
            line: line.number,
            kind: kind,
            currency: currency.numericCode,
            merchant: nil,
            reference: try line.text("Payment ID", .reference),
            names: [line["Action ID"], line["Reference"]].compactMap(\.self),
            amount: amount,
            paid: paid,
            fee: 0,
            paidCurrency: paidCurrency.numericCode
        )
    }

    private static func other(
        _ fee: (sum: DecimalAmount, line: Int),
        _ currency: Currency
    ) throws(SettlementFileFailure) -> SettlementPayout {
        var units = fee.sum.mantissa
        for _ in currency.exponent..<max(currency.exponent, fee.sum.fractionDigits) { units /= 10 }
        for _ in fee.sum.fractionDigits..<max(currency.exponent, fee.sum.fractionDigits) {
            let (product, overflows) = units.multipliedReportingOverflow(by: 10)
            guard !overflows else { throw SettlementFileFailure(line: fee.line, .sumTooLarge) }
            units = product
        }
        return SettlementPayout(
            line: fee.line,
            receiver: .named("Fees"),
            currency: currency.numericCode,
            amount: units
        )
    }

    private static func decimal(
        _ column: String,
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> DecimalAmount {
        guard let amount = try? DecimalAmount(line.text(column, .fee)) else { throw .part(.fee) }
        return amount
    }

    /// A time such as `2026-11-27T21:05:00:123`, in UTC, or in another form of ISO 8601.
    private static func time(
        of line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> UnixTime {
        let text = try line.text("Processed On", .time)
        guard let time = UnixTime(iso8601: "\(text.prefix(19))Z") else { throw .part(.time) }
        return time
    }
}
