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
        /// The fees.
        public internal(set) var fees: Int64 = 0
        /// The paid amount: captured less refunded and fees.
        public var paid: Int64 { captured - refunded - fees }
    }

    /// The processor whose settlement it is.
    public let processor: ProcessorName
    /// The number of the settlement.
    public let number: Int64
    /// When the settlement was made.
    public let cutOff: UnixTime
    /// How many entries are the merchant's.
    public internal(set) var entries = 0
    /// How many of them are recorded as the file has them.
    public internal(set) var matched = 0
    /// How many entries are of other merchants.
    public internal(set) var otherMerchants = 0
    /// The merchant's money by currency, in the order of the file.
    public internal(set) var totals: [Total] = []
    /// How the file and the records differ: by line, then what is missing, then other settlements.
    public internal(set) var differences: [SettlementDifference] = []
    /// How many completed captures and refunds are in no settlement yet.
    public internal(set) var awaiting = 0

    /// Whether the file and the records agree.
    public var agrees: Bool { differences.isEmpty }

    init(_ file: SettlementFile, of processor: ProcessorName) {
        self.processor = processor
        number = file.number
        cutOff = file.cutOff
    }

    /// Adds an entry of the merchant. The file's sums were checked, so nothing overflows.
    mutating func count(_ entry: SettlementEntry) {
        entries += 1
        let known = totals.firstIndex { $0.currency == entry.currency }
        let index = known ?? totals.count
        if known == nil { totals.append(Total(currency: entry.currency)) }
        totals[index].fees &+= entry.fee
        switch entry.kind {
        case .capture, .captureReversal: totals[index].captured &+= entry.amount
        case .refund, .refundReversal: totals[index].refunded &-= entry.amount
        }
    }
}
