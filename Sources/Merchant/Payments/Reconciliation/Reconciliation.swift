internal import CardMessages
internal import Money
public import Storage
internal import World

/// Compares settlement files of a processor with the captures and refunds of a shop, and records
/// what was found in which settlement.
///
/// The same file again changes nothing and gives the same report. After an interruption it continues
/// when it is run with the same file. It may run while servers of the shop do.
///
/// - Source: Documentation/Payments.md, "Reconciliation"; Documentation/Decisions/0043-reconciliation.md.
public struct Reconciliation: Sendable {
    /// How long before the file's time an operation was completed that must be in the file: the clocks
    /// of the network and of the shop may differ. Units: seconds.
    public static let clockToleranceSeconds: Int64 = 300
    /// The largest number of missing operations that are listed: the newest, since some are in no file ever.
    public static let missingLimit = 1_000
    /// The largest number of other settlements that are listed.
    public static let gapLimit = 100
    /// The entries that are recorded in one transaction, so that a server waits for few of them.
    static let entriesInTransaction = 50

    private let database: Database
    private let charges: ChargeStore
    private let clock: any WallClock
    private let processor: ProcessorName
    private let merchants: Set<String>
    private let records: SettlementRecords

    /// A reconciliation.
    ///
    /// - Parameters:
    ///   - database: A database with the migrations of the charges and ``migrations``.
    ///   - charges: The store in it.
    ///   - processor: The processor whose settlements the files are.
    ///   - merchants: The shop, as field 42 of its messages names it; a platform's files are of one merchant.
    public init(
        database: Database,
        charges: ChargeStore,
        processor: ProcessorName,
        merchants: Set<String>
    ) {
        self.database = database
        self.charges = charges
        self.processor = processor
        self.merchants = merchants
        clock = charges.clock
        records = SettlementRecords(charges: charges, processor: processor)
    }

    /// Compares a file with the records.
    ///
    /// - Throws: ``RecordFailure``, where the database fails. What was compared before is
    ///   recorded; do it again.
    public func reconcile(
        _ file: SettlementFile
    ) async throws(RecordFailure) -> ReconciliationReport {
        let entries = file.entries.filter { entry in
            entry.merchant.map { merchants.contains($0) } ?? true
        }
        let begun = try await begin(file)
        var report = ReconciliationReport(file, begun.number, of: processor)
        report.otherMerchants = file.entries.count - entries.count
        for entry in entries { report.count(entry) }
        report.count(file.payouts)
        guard begun.isThisFile else {
            report.differences = [SettlementDifference(.fileReplaced)]
            report.awaiting = try await awaitingCount()
            return report
        }
        try await compare(entries, of: begun.number, into: &report)
        let named = Set(report.differences.compactMap { $0.operation?.id })
        report.differences += try await missing(from: file, except: named)
        report.differences += try await end(begun.number)
        report.awaiting = try await awaitingCount()
        return report
    }

    private func begin(
        _ file: SettlementFile
    ) async throws(RecordFailure) -> (number: Int64, isThisFile: Bool) {
        let now = clock.now
        return try await database.write { transaction throws(RecordFailure) in
            try records.begin(file, at: now, in: transaction)
        }
    }

    private func compare(
        _ entries: [SettlementEntry],
        of settlement: Int64,
        into report: inout ReconciliationReport
    ) async throws(RecordFailure) {
        var lines: [SettlementEntry.Identity: Int] = [:]
        var rest = entries[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Self.entriesInTransaction)
            rest = rest.dropFirst(batch.count)
            var given: [(entry: SettlementEntry, earlier: Int?)] = []
            for entry in batch {
                let earlier = lines[entry.identity]
                if earlier == nil { lines[entry.identity] = entry.line }
                given.append((entry, earlier))
            }
            for comparison in try await record(given, of: settlement) {
                switch comparison {
                case .matched: report.matched += 1
                case .disputed: report.disputed += 1
                case .differs(let difference): report.differences.append(difference)
                }
            }
        }
    }

    /// Compares some entries and records those that match, in one transaction.
    private func record(
        _ entries: [(entry: SettlementEntry, earlier: Int?)],
        of settlement: Int64
    ) async throws(RecordFailure) -> [EntryComparison] {
        let now = clock.now
        return try await database.write { transaction throws(RecordFailure) in
            var comparisons: [EntryComparison] = []
            for (entry, earlier) in entries {
                let payments =
                    earlier == nil ? try records.payments(of: entry, in: transaction) : []
                let comparison = EntryComparison(
                    entry,
                    repeating: earlier,
                    of: settlement,
                    with: payments
                )
                if case .matched(let operation) = comparison {
                    try records.record(
                        operation,
                        as: entry,
                        of: settlement,
                        at: now,
                        in: transaction
                    )
                }
                comparisons.append(comparison)
            }
            return comparisons
        }
    }

    /// The operations that should be in the file, or in an earlier one, and are not.
    private func missing(
        from file: SettlementFile,
        except named: Set<OperationID>
    ) async throws(RecordFailure) -> [SettlementDifference] {
        let moment = file.cutOff.advanced(bySeconds: -Self.clockToleranceSeconds) ?? file.cutOff
        var missing: [SettlementDifference] = []
        var position = SettlementRecords.Position(time: moment.seconds)
        while missing.count < Self.missingLimit {
            let page = try await database.read { [position] snapshot throws(RecordFailure) in
                try records.awaiting(before: position, limit: 500, in: snapshot)
            }
            guard let last = page.last else { break }
            position = last.position
            missing += page.filter { found in
                let currency = found.operation.amount.currency.numericCode
                return !named.contains(found.operation.id)
                    && file.currencies.map { $0.contains(currency) } ?? true
            }
            .map { SettlementDifference(.missing, nil, $0.operation) }
        }
        return missing.prefix(Self.missingLimit).reversed()
    }

    /// Records that the file was compared to its end.
    ///
    /// - Returns: What is wrong with the settlements before it.
    private func end(_ number: Int64) async throws(RecordFailure) -> [SettlementDifference] {
        let now = clock.now
        let causes = try await database.write { transaction throws(RecordFailure) in
            try records.finish(number, at: now, in: transaction)
            return try records.gaps(before: number, limit: Self.gapLimit, in: transaction)
        }
        return causes.map { SettlementDifference($0) }
    }

    private func awaitingCount() async throws(RecordFailure) -> Int {
        try await database.read { snapshot throws(RecordFailure) in
            try records.awaitingCount(in: snapshot)
        }
    }
}
