internal import Money
internal import Payments
internal import World

/// Checkout.com's financial actions of one payout.
///
/// Each line is a part of an action: its amount, or a fee. Fees and converted amounts have up to eight decimals.
/// Amounts are rounded to minor units; the fees and what rounding took off are added up, and are one line of the
/// reconciliation for each currency, which is rounded too.
///
/// - Source: Checkout.com, *Financial Actions by Payout ID Report*, *Breakdown types*. The names of columns beyond
///   those that the text names, that fees may have no payout, and that negative amounts are the merchant's to pay, are
///   guesses.
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
        guard let payout = report.lines.lazy.compactMap({ $0["Payout ID"] }).first else {
            throw SettlementFileFailure(line: report.lines[0].number, .part(.identifier))
        }
        var (entries, others): ([SettlementEntry], [SettlementPayout]) = ([], [])
        var (captured, all): ([UnixTime], [UnixTime]) = ([], [])
        var known: [[String]: Int] = [:]
        var fees: [Currency: (sum: DecimalAmount, line: Int)] = [:]
        try report.read { line throws(SettlementFileFailure.Cause) in
            let part = try Part(line)
            let own = try part.isFee ? line["Payout ID"] : line.text("Payout ID", .identifier)
            guard own ?? payout == payout else { throw .otherSettlement }
            let name = [try line.text("Action ID", .identifier), part.type]
            // The scheme may take several fees for one action.
            if !part.isFee || !part.type.hasPrefix("Scheme "),
                let earlier = known.updateValue(line.number, forKey: name)
            {
                throw .lineRepeated(line: earlier)
            }
            let time = try time(of: line)
            all.append(time)
            if part.rest != .zero {
                let earlier = fees[part.currency]?.sum ?? .zero
                guard let sum = try? earlier.adding(part.rest) else { throw .sumTooLarge }
                fees[part.currency] = (sum, line.number)
            }
            guard !part.isFee else { return }
            if let kinds = part.type.hasPrefix("Chargeback (")
                ? (.chargebackReversal, .chargeback) : kinds[part.type]
            {
                let kind = part.amount.isNegative ? kinds.1 : kinds.0
                entries.append(try entry(kind, part, line))
                if kind == .capture { captured.append(time) }
            } else if Self.others.contains(part.type) || part.type.hasPrefix("Rolling Reserve") {
                others.append(other(part.type, part.paid, line: line.number))
            } else {
                throw .part(.type)
            }
        }
        for (currency, fee) in fees.sorted(by: { $0.value.line < $1.value.line }) {
            do throws(SettlementFileFailure.Cause) {
                let paid = try rounded(fee.sum, currency)
                if paid.minorUnits != 0 { others.append(other("Fees", paid, line: fee.line)) }
            } catch { throw SettlementFileFailure(line: fee.line, error) }
        }
        return try report.file(name: payout, entries, others, captured: captured, all: all)
    }

    /// A line, as far as it pays the merchant.
    private struct Part {
        let type: String
        /// Whether it is a fee, which has nothing in ``paid`` and all in ``rest``.
        let isFee: Bool
        let currency: Currency
        /// The amount as it is written.
        let amount: DecimalAmount
        /// The amount in minor units.
        let paid: Money
        /// The part of ``amount`` that is not in ``paid``.
        let rest: DecimalAmount

        init(_ line: PlatformReport.Line) throws(SettlementFileFailure.Cause) {
            type = try line.text(mark, .type)
            // A lost arbitration costs a fee; the disputed amount was taken before.
            isFee = type.hasSuffix("Fee") || type.hasSuffix(" Tax") || type == "Chargeback (ARBL)"
            currency = try line.currency("Holding Currency")
            let part: SettlementFileFailure.Part = isFee ? .fee : .amount
            let text = try line.text("Holding Currency Amount", part)
            guard let amount = try? DecimalAmount(text) else { throw .part(part) }
            self.amount = amount
            paid = try isFee ? .zero(in: currency) : rounded(amount, currency)
            guard let rest = try? amount.subtracting(DecimalAmount(paid.decimalText)) else {
                throw .sumTooLarge
            }
            self.rest = rest
        }
    }

    private static func entry(
        _ kind: SettlementEntry.Kind,
        _ part: Part,
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> SettlementEntry {
        let currency = try line.currency("Processing Currency")
        let amount = try line.amount("Processing Currency Amount", currency)
        guard amount != 0, (amount > 0) == kind.isPaid, part.amount != .zero,
            currency != part.currency || amount == part.paid.minorUnits && part.rest == .zero
        else { throw .part(.amount) }
        return SettlementEntry(
            line: line.number,
            kind: kind,
            currency: currency.numericCode,
            merchant: nil,
            reference: try line.text("Payment ID", .reference),
            names: [line["Action ID"], line["Reference"]].compactMap(\.self),
            amount: amount,
            paid: part.paid.minorUnits,
            fee: 0,
            paidCurrency: part.currency.numericCode
        )
    }

    private static func other(_ name: String, _ paid: Money, line: Int) -> SettlementPayout {
        SettlementPayout(
            line: line,
            receiver: .named(name),
            currency: paid.currency.numericCode,
            amount: paid.minorUnits
        )
    }

    /// The nearest amount in minor units.
    private static func rounded(
        _ amount: DecimalAmount,
        _ currency: Currency
    ) throws(SettlementFileFailure.Cause) -> Money {
        let digits = min(amount.fractionDigits, currency.exponent)
        let unit = (digits..<amount.fractionDigits).reduce(1 as Int64) { unit, _ in unit * 10 }
        let (whole, rest) = amount.mantissa.quotientAndRemainder(dividingBy: unit)
        let isNext = rest.magnitude * 2 >= unit.magnitude
        do {
            return try Money(
                DecimalAmount(
                    mantissa: whole.magnitude + (isNext ? 1 : 0),
                    exponent: -digits,
                    isNegative: amount.isNegative
                ),
                in: currency
            )
        } catch { throw .sumTooLarge }
    }

    /// A time such as `2026-11-27T21:05:00:123`, in UTC, or in another form of ISO 8601, perhaps with a space.
    private static func time(
        of line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> UnixTime {
        let text = try line.text("Processed On", .time)
        let moment = text.prefix(19).replacing(" ", with: "T")
        guard let time = UnixTime(iso8601: "\(moment)Z") else { throw .part(.time) }
        return time
    }
}
