internal import World

/// Reads a settlement file line by line, and checks its sums at the end.
struct SettlementFileReader {
    /// The statements of the first line.
    struct Header {
        let number: Int64
        let cutOff: UnixTime
    }

    private(set) var entries: [SettlementEntry] = []
    private(set) var payouts: [SettlementPayout] = []
    private let lineCount: Int
    private var header: Header?
    private var line = 0
    private var isEnded = false
    /// The line of each payout, by receiver and currency.
    private var payoutLines: [Account: Int] = [:]

    /// Who is paid in which currency.
    private struct Account: Hashable {
        let receiver: SettlementPayout.Receiver
        let currency: String
    }

    init(lineCount: Int) { self.lineCount = lineCount }

    /// Reads the next line, without its line feed.
    mutating func read(_ bytes: ArraySlice<UInt8>) throws(SettlementFileFailure) {
        line += 1
        do throws(SettlementFileFailure.Cause) {
            try take(SettlementLine(bytes))
        } catch {
            throw SettlementFileFailure(line: line, error)
        }
    }

    private mutating func take(_ given: SettlementLine) throws(SettlementFileFailure.Cause) {
        var parts = given
        let kind = parts.kind()
        guard header != nil else {
            guard kind == "settlement" else { throw .noHeader }
            header = try Self.header(&parts)
            return
        }
        guard !isEnded else { throw .kindUnexpected }
        if let kind = SettlementEntry.Kind(rawValue: kind) {
            // The network has no disputes.
            guard payouts.isEmpty, !kind.isOfDispute else { throw .kindUnexpected }
            entries.append(try entry(kind, &parts))
            return
        }
        switch kind {
        case "merchant", "issuer", "fees":
            let payout = try payout(kind, &parts)
            let account = Account(receiver: payout.receiver, currency: payout.currency)
            if let earlier = payoutLines.updateValue(line, forKey: account) {
                throw .payoutRepeated(line: earlier)
            }
            payouts.append(payout)
        case "end":
            try parts.require(1)
            guard try parts.integer(.lines) == lineCount, line == lineCount else {
                throw .lineCount(expected: lineCount)
            }
            isEnded = true
        default: throw .kindUnexpected
        }
    }

    private static func header(
        _ parts: inout SettlementLine
    ) throws(SettlementFileFailure.Cause) -> Header {
        try parts.require(3)
        guard parts.text() == "1" else { throw .versionUnknown }
        let number = try parts.integer(.number)
        guard number > 0 else { throw .part(.number) }
        return Header(number: number, cutOff: try parts.time())
    }

    private func entry(
        _ kind: SettlementEntry.Kind,
        _ parts: inout SettlementLine
    ) throws(SettlementFileFailure.Cause) -> SettlementEntry {
        try parts.require(7)
        let currency = try parts.currency()
        let merchant = try parts.name(.merchant, limit: 15)
        let reference = try parts.code(.reference, count: 12)
        let code = try parts.code(.authorizationCode, count: 6)
        let trace = try parts.trace()
        let (amount, fee) = (try parts.integer(.amount), try parts.integer(.fee))
        guard amount != 0, (amount > 0) == kind.isPaid else { throw .part(.amount) }
        guard fee.magnitude <= amount.magnitude else { throw .part(.fee) }
        let (paid, overflows) = amount.subtractingReportingOverflow(fee)
        guard !overflows else { throw .sumTooLarge }
        return SettlementEntry(
            line: line,
            kind: kind,
            currency: currency,
            merchant: merchant,
            reference: reference,
            authorizationCode: code,
            names: [trace],
            amount: amount,
            paid: paid,
            fee: fee,
            paidCurrency: currency
        )
    }

    private func payout(
        _ kind: String,
        _ parts: inout SettlementLine
    ) throws(SettlementFileFailure.Cause) -> SettlementPayout {
        try parts.require(kind == "fees" ? 2 : 3)
        let currency = try parts.currency()
        let receiver: SettlementPayout.Receiver =
            switch kind {
            case "merchant": .merchant(try parts.name(.merchant, limit: 15))
            case "issuer": .issuer(try parts.name(.issuer, limit: 64))
            default: .fees
            }
        return SettlementPayout(
            line: line,
            receiver: receiver,
            currency: currency,
            amount: try parts.integer(.amount)
        )
    }

    /// Checks that the file is whole and its sums are right.
    ///
    /// - Returns: What the first line states.
    func end() throws(SettlementFileFailure) -> Header {
        guard isEnded, let header else { throw SettlementFileFailure(line: line, .endMissing) }
        var sums: [Account: Int64] = [:]
        for entry in entries {
            do throws(SettlementFileFailure.Cause) {
                let currency = entry.currency
                if let name = entry.merchant {
                    let merchant = Account(receiver: .merchant(name), currency: currency)
                    try Self.add(entry.paid, to: &sums[merchant, default: 0])
                }
                let fees = Account(receiver: .fees, currency: currency)
                try Self.add(entry.fee, to: &sums[fees, default: 0])
            } catch { throw SettlementFileFailure(line: entry.line, error) }
        }
        try checkPayouts(sums)
        try checkBalances()
        return header
    }

    /// Merchants and fees are paid what the entries come to; a line may be left out for zero.
    private func checkPayouts(_ sums: [Account: Int64]) throws(SettlementFileFailure) {
        for payout in payouts {
            if case .issuer = payout.receiver { continue }
            let account = Account(receiver: payout.receiver, currency: payout.currency)
            let sum = sums[account, default: 0]
            guard sum == payout.amount else {
                let cause = SettlementFileFailure.Cause.payout(entries: sum, paid: payout.amount)
                throw SettlementFileFailure(line: payout.line, cause)
            }
        }
        for entry in entries {
            let merchant = entry.merchant.map(SettlementPayout.Receiver.merchant)
            for receiver in [merchant, .fees].compactMap(\.self) {
                let account = Account(receiver: receiver, currency: entry.currency)
                guard payoutLines[account] == nil, let sum = sums[account], sum != 0 else {
                    continue
                }
                throw SettlementFileFailure(line: entry.line, .payout(entries: sum, paid: 0))
            }
        }
    }

    /// In each currency, payouts add up to zero.
    private func checkBalances() throws(SettlementFileFailure) {
        var balances: [String: Int64] = [:]
        var lastLines: [String: Int] = [:]
        for payout in payouts {
            lastLines[payout.currency] = payout.line
            do throws(SettlementFileFailure.Cause) {
                try Self.add(payout.amount, to: &balances[payout.currency, default: 0])
            } catch { throw SettlementFileFailure(line: payout.line, error) }
        }
        for payout in payouts where lastLines[payout.currency] == payout.line {
            let balance = balances[payout.currency, default: 0]
            guard balance == 0 else {
                throw SettlementFileFailure(line: payout.line, .unbalanced(by: balance))
            }
        }
    }

    private static func add(
        _ amount: Int64,
        to sum: inout Int64
    ) throws(SettlementFileFailure.Cause) {
        let (result, overflows) = sum.addingReportingOverflow(amount)
        guard !overflows else { throw .sumTooLarge }
        sum = result
    }
}
