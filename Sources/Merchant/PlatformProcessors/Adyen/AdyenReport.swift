internal import Money
internal import Payments
internal import World

/// Adyen's settlement details report of one batch.
///
/// - Source: Adyen, *Settlement details report*. That the net amounts of a batch, with what is paid out, come to
///   zero is not said there, but is what programs that import it check.
enum AdyenReport {
    /// A column by which a report is recognized.
    static let mark = "Psp Reference"

    private static let batch = "Batch Number"
    private static let columns =
        [
            mark, "Merchant Account", "Merchant Reference", "Creation Date", "TimeZone", "Type",
            "Modification Reference", "Gross Currency", "Gross Debit (GC)", "Gross Credit (GC)",
            "Net Currency", "Net Debit (NC)", "Net Credit (NC)", "Modification Merchant Reference",
            batch,
        ] + fees

    private static let fees = [
        "Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)",
    ]

    private static let kinds: [String: SettlementEntry.Kind] = [
        "settled": .capture, "settledreversed": .captureReversal, "refunded": .refund,
        "refundedreversed": .refundReversal, "chargeback": .chargeback,
        "secondchargeback": .chargeback, "chargebackreversed": .chargebackReversal,
    ]

    private static let payout = "merchantpayout"

    /// The types of lines that are about no payment of a customer.
    private static let others: Set<String> = [
        "authorisationschemefee", "balancetransfer", "bankinstructionreturned",
        "depositcorrection", "epapaid", "fee", "internalcompanypayout", "invoicededuction",
        "manualcorrected", "matchedstatement", "misccosts", "paymentcost", "reserveadjustment",
    ]

    /// How much earlier a time may be in UTC than it is in its zone, whichever that is. Units: seconds.
    private static let zoneSeconds: Int64 = 14 * 3_600

    /// Reads a report.
    static func file(_ bytes: [UInt8]) throws(SettlementFileFailure) -> SettlementFile {
        let report = try PlatformReport(bytes, columns)
        let first = report.lines[0][batch]
        guard let first, let number = Int64(first), number > 0 else {
            throw SettlementFileFailure(line: report.lines[0].number, .part(.number))
        }
        var (entries, others): ([SettlementEntry], [SettlementPayout]) = ([], [])
        var (captured, all): ([UnixTime], [UnixTime]) = ([], [])
        var sums = PlatformReport.Sums()
        var paidOut: [String: Int] = [:]
        try report.read { line throws(SettlementFileFailure.Cause) in
            guard try line.text(batch, .number) == first else { throw .otherSettlement }
            let time = try time(of: line)
            all.append(time)
            let currency = try line.currency("Net Currency")
            let paid = try amount("Net", currency, line)
            try sums.add(paid, currency.code, line: line.number)
            let type = try line.text("Type", .type)
            if let kind = kinds[type.lowercased()] {
                entries.append(try entry(kind, paid, currency, line))
                if kind == .capture { captured.append(time) }
                return
            }
            let isPayout = type.lowercased() == payout
            guard isPayout || Self.others.contains(type.lowercased()) else { throw .part(.type) }
            if isPayout,
                let earlier = paidOut.updateValue(line.number, forKey: currency.code)
            {
                throw .payoutRepeated(line: earlier)
            }
            others.append(
                SettlementPayout(
                    line: line.number,
                    receiver: isPayout
                        ? .merchant(try line.text("Merchant Account", .merchant)) : .named(type),
                    currency: currency.numericCode,
                    amount: isPayout ? 0 &- paid : paid
                )
            )
        }
        for (sum, line) in sums.sums.values.sorted(by: { $0.line < $1.line }) where sum != 0 {
            throw SettlementFileFailure(line: line, .unbalanced(by: sum))
        }
        return try report.file(number: number, entries, others, captured: captured, all: all)
    }

    /// A credit less a debit. Units: minor units.
    private static func amount(
        _ which: String,
        _ currency: Currency,
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> Int64 {
        let letter = which.prefix(1)
        let credit = try line.amount("\(which) Credit (\(letter)C)", currency)
        let debit = try line.amount("\(which) Debit (\(letter)C)", currency)
        guard credit >= 0, debit >= 0, credit == 0 || debit == 0 else { throw .part(.amount) }
        return credit - debit
    }

    private static func entry(
        _ kind: SettlementEntry.Kind,
        _ paid: Int64,
        _ paidCurrency: Currency,
        _ line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> SettlementEntry {
        let currency = try line.currency("Gross Currency")
        let amount = try amount("Gross", currency, line)
        guard amount != 0, (amount > 0) == kind.isPaid else { throw .part(.amount) }
        var fee: Int64 = 0
        if currency == paidCurrency {
            let (rest, overflows) = amount.subtractingReportingOverflow(paid)
            guard !overflows else { throw .sumTooLarge }
            fee = rest
        } else {
            for column in fees { fee &+= try line.amount(column, paidCurrency, .fee) }
        }
        return SettlementEntry(
            line: line.number,
            kind: kind,
            currency: currency.numericCode,
            merchant: try line.text("Merchant Account", .merchant),
            reference: try line.text(mark, .reference),
            key: line["Merchant Reference"],
            names: [line["Modification Merchant Reference"], line["Modification Reference"]]
                .compactMap(\.self),
            amount: amount,
            paid: paid,
            fee: fee,
            paidCurrency: paidCurrency.numericCode
        )
    }

    /// The time of a line, or one that is certainly not later: zones have names, and no offsets.
    private static func time(
        of line: PlatformReport.Line
    ) throws(SettlementFileFailure.Cause) -> UnixTime {
        let time = try line.time("Creation Date")
        guard !["UTC", "GMT"].contains(try line.text("TimeZone", .time)) else { return time }
        guard let earlier = time.advanced(bySeconds: -zoneSeconds) else { throw .part(.time) }
        return earlier
    }
}
