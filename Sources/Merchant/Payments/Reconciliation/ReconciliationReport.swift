public import World

/// The result of a reconciliation.
public struct ReconciliationReport: Hashable, Sendable {
    /// The merchant's money in one currency, as the file has it. Units: minor units.
    public struct Total: Hashable, Sendable {
        /// The currency: three digits of ISO 4217.
        public let currency: String
        /// The captured amount, less reversed captures.
        public internal(set) var captured: Int64 = 0
        /// The refunded amount, less reversed refunds.
        public internal(set) var refunded: Int64 = 0
        /// The amount of chargebacks, less reversed ones.
        public internal(set) var disputed: Int64 = 0
        /// The fees of payments.
        public internal(set) var fees: Int64 = 0
        /// The amount of lines that are about no payment, such as the fees of a month.
        public internal(set) var other: Int64 = 0
        /// The paid amount: that of all lines, less their fees.
        public internal(set) var paid: Int64 = 0
    }

    /// The processor whose settlement it is.
    public let processor: ProcessorName
    /// The number of the settlement.
    public let number: Int64
    /// The processor's name for the settlement; nil where the number is the processor's.
    public let name: String?
    /// When the settlement was made.
    public let cutOff: UnixTime
    /// How many entries are the merchant's.
    public internal(set) var entries = 0
    /// How many of them are recorded as the file has them.
    public internal(set) var matched = 0
    /// How many entries are of disputes that are recorded.
    public internal(set) var disputed = 0
    /// How many entries are of other merchants.
    public internal(set) var otherMerchants = 0
    /// The merchant's money by currency, in the order of the file.
    public internal(set) var totals: [Total] = []
    /// The lines of a platform's report that are about no payment, in the order of the file.
    public internal(set) var others: [SettlementPayout] = []
    /// How the file and the records differ: by line, then what is missing, then other settlements.
    public internal(set) var differences: [SettlementDifference] = []
    /// How many completed captures and refunds are in no settlement yet.
    public internal(set) var awaiting = 0

    /// Whether the file and the records agree.
    public var agrees: Bool { differences.isEmpty }

    init(_ file: SettlementFile, _ number: Int64, of processor: ProcessorName) {
        (self.processor, self.number) = (processor, number)
        (name, cutOff) = (file.name, file.cutOff)
    }

    /// Adds an entry of the merchant. The file's sums were checked, so nothing overflows.
    mutating func count(_ entry: SettlementEntry) {
        entries += 1
        let index = total(in: entry.currency)
        switch entry.kind {
        case .capture, .captureReversal: totals[index].captured &+= entry.amount
        case .refund, .refundReversal: totals[index].refunded &-= entry.amount
        case .chargeback, .chargebackReversal: totals[index].disputed &-= entry.amount
        }
        let paid = total(in: entry.paidCurrency)
        totals[paid].fees &+= entry.fee
        totals[paid].paid &+= entry.paid
    }

    /// Adds the lines that are about no payment.
    mutating func count(_ payouts: [SettlementPayout]) {
        for payout in payouts {
            guard case .named = payout.receiver else { continue }
            let index = total(in: payout.currency)
            totals[index].other &+= payout.amount
            totals[index].paid &+= payout.amount
            others.append(payout)
        }
    }

    private mutating func total(in currency: String) -> Int {
        let known = totals.firstIndex { $0.currency == currency }
        if known == nil { totals.append(Total(currency: currency)) }
        return known ?? totals.count - 1
    }
}
