internal import Money
internal import Payments
internal import World

/// Stripe's itemized payout reconciliation report, as it is downloaded, of one payout.
///
/// Each line is a transaction of Stripe's balance. A capture of a part is one of them, and before the version
/// 2025-03-31 of Stripe's interface two: the whole amount, and the reversal of what was not captured.
///
/// - Source: Stripe, *Payout reconciliation report*, *Reporting categories*; *Changelog*, "Partially capturing or
///   canceling payments no longer creates a Refund".
enum StripeReport {
    /// A column by which a report is recognized.
    static let mark = "balance_transaction_id"

    private static let columns = [
        mark, "automatic_payout_id", "created_utc", "currency", "gross", "fee", "net",
        "reporting_category", "source_id", "customer_facing_amount", "customer_facing_currency",
        "payment_intent_id",
    ]

    private static let kinds: [String: SettlementEntry.Kind] = [
        "charge": .capture, "charge_failure": .captureReversal, "refund": .refund,
        "refund_failure": .refundReversal, "dispute": .chargeback,
        "dispute_reversal": .chargebackReversal,
    ]

    private static let reversal = "partial_capture_reversal"

    /// The categories of lines that are about no payment of a customer.
    private static let others: Set<String> = [
        "advance", "advance_funding", "anticipation_repayment", "climate_order_purchase",
        "climate_order_refund", "connect_collection_transfer", "connect_reserved_funds",
        "contribution", "fee", "financing_paydown", "financing_paydown_reversal",
        "financing_payout", "financing_payout_reversal", "network_cost", "other_adjustment",
        "payout_minimum_balance_hold", "payout_minimum_balance_release", "payout_reversal",
        "platform_earning", "platform_earning_refund", "risk_reserved_funds", "tax", "topup",
        "topup_reversal", "transfer", "transfer_reversal", "unreconciled_customer_funds",
    ]

    /// Reads a report.
    static func file(_ bytes: [UInt8]) throws(SettlementFileFailure) -> SettlementFile {
        let report = try PlatformReport(bytes, columns)
        let payout = report.lines[0]["automatic_payout_id"]
        var entries: [SettlementEntry] = []
        var (others, released): ([SettlementPayout], [PlatformReport.Line]) = ([], [])
        var known: [String: Int] = [:]
        var (captured, all): ([UnixTime], [UnixTime]) = ([], [])
        var sums = PlatformReport.Sums()
        try report.read { line throws(SettlementFileFailure.Cause) in
            let transaction = try line.text(mark, .identifier)
            if let earlier = known.updateValue(line.number, forKey: transaction) {
                throw .lineRepeated(line: earlier)
            }
            guard try line.text("automatic_payout_id", .identifier) == payout else {
                throw .otherSettlement
            }
            let time = try line.time("created_utc")
            all.append(time)
            let amounts = try Amounts(line)
            try sums.add(amounts.net, amounts.currency.numericCode, line: line.number)
            let category = try line.text("reporting_category", .type)
            if let kind = kinds[category] {
                entries.append(try entry(kind, amounts, line))
                if kind == .capture { captured.append(time) }
            } else if category == reversal {
                released.append(line)
            } else {
                others.append(try other(category, amounts, line))
            }
        }
        for line in released {
            do throws(SettlementFileFailure.Cause) { try reduce(&entries, by: line) } catch {
                throw SettlementFileFailure(line: line.number, error)
            }
        }
        try check(others, sums)
        return try report.file(name: payout, entries, others, captured: captured, all: all)
    }

    /// The amounts of a line. Units: minor units.
    private struct Amounts {
        let currency: Currency
        let (gross, fee, net): (Int64, Int64, Int64)
        /// The amount in the customer's currency, with the sign of the gross amount.
        let customer: Money

        init(_ line: PlatformReport.Line) throws(SettlementFileFailure.Cause) {
            currency = try line.currency("currency")
            gross = try line.amount("gross", currency)
            fee = try line.amount("fee", currency, .fee)
            net = try line.amount("net", currency)
            let (rest, overflows) = gross.subtractingReportingOverflow(fee)
            guard !overflows, rest == net else { throw .part(.amount) }
            guard line["customer_facing_currency"] != nil,
                case let facing = try line.currency("customer_facing_currency"), facing != currency
            else {
                customer = Money(minorUnits: gross, currency: currency)
                return
            }
            let units = try line.amount("customer_facing_amount", facing)
            guard units != .min else { throw .sumTooLarge }
            let size = units < 0 ? -units : units
            customer = Money(minorUnits: gross < 0 ? -size : size, currency: facing)
        }
    }

    private static func entry(
        _ kind: SettlementEntry.Kind,
        _ amounts: Amounts,
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> SettlementEntry {
        let source = try line.text("source_id", .reference)
        guard amounts.gross != 0, amounts.customer.minorUnits != 0,
            (amounts.gross > 0) == kind.isPaid
        else { throw .part(.amount) }
        // A payment is captured once; a charge is not a name that the records have.
        let isCharge = kind == .capture || kind == .captureReversal
        let key = line["refund_metadata[\(StripeMetadata.key)]"]
        return SettlementEntry(
            line: line.number,
            kind: kind,
            currency: amounts.customer.currency.numericCode,
            merchant: nil,
            reference: line["payment_intent_id"] ?? source,
            key: line["payment_metadata[\(StripeMetadata.key)]"],
            names: isCharge ? [] : [source, key].compactMap(\.self),
            amount: amounts.customer.minorUnits,
            paid: amounts.net,
            fee: amounts.fee,
            paidCurrency: amounts.currency.numericCode
        )
    }

    private static func other(
        _ category: String,
        _ amounts: Amounts,
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> SettlementPayout {
        guard category == "payout" || others.contains(category) else { throw .part(.type) }
        let isPayout = category == "payout"
        return SettlementPayout(
            line: line.number,
            receiver: isPayout
                ? .merchant(try line.text("source_id", .reference)) : .named(category),
            currency: amounts.currency.numericCode,
            amount: isPayout ? 0 &- amounts.net : amounts.net
        )
    }

    /// Takes what was not captured off the payment's charge.
    private static func reduce(
        _ entries: inout [SettlementEntry],
        by line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) {
        let amounts = try Amounts(line)
        let index = entries.firstIndex {
            $0.kind == .capture && $0.reference == line["payment_intent_id"]
        }
        guard let index, case let whole = entries[index],
            whole.currency == amounts.customer.currency.numericCode,
            whole.paidCurrency == amounts.currency.numericCode, amounts.gross < 0,
            case let amount = try PlatformReport.sum(whole.amount, amounts.customer.minorUnits),
            amount > 0
        else { throw .part(.reference) }
        entries[index] = SettlementEntry(
            line: whole.line,
            kind: whole.kind,
            currency: whole.currency,
            merchant: nil,
            reference: whole.reference,
            key: whole.key,
            names: whole.names,
            amount: amount,
            paid: try PlatformReport.sum(whole.paid, amounts.net),
            fee: try PlatformReport.sum(whole.fee, amounts.fee),
            paidCurrency: whole.paidCurrency
        )
    }

    /// Checks that a payout that is a line itself is of all others.
    private static func check(
        _ others: [SettlementPayout],
        _ sums: PlatformReport.Sums
    ) throws(SettlementFileFailure) {
        for line in others {
            guard case .merchant = line.receiver,
                let sum = sums.sums[line.currency]?.units, sum != 0
            else { continue }
            let (entries, _) = sum.addingReportingOverflow(line.amount)
            throw SettlementFileFailure(
                line: line.line,
                .payout(entries: entries, paid: line.amount)
            )
        }
    }
}
