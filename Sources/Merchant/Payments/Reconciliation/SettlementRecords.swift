internal import Money
internal import Storage
internal import World

/// The shop's records of settlements. Every statement finds its rows by a key.
struct SettlementRecords {
    let charges: ChargeStore
    let processor: ProcessorName

    /// Records that a file's reconciliation begins; again for the same file it changes nothing.
    ///
    /// - Returns: The number of the settlement, which is the next one where the file has only a name; and
    ///   whether the number or the name is that of no other file.
    func begin(
        _ file: SettlementFile,
        at now: UnixTime,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> (number: Int64, isThisFile: Bool) {
        try transaction.execute(
            """
            INSERT INTO settlement (processor, number, name, cut_off, digest, begun_at)
            SELECT $1, COALESCE($2, MAX(number) + 1, 1), $3, $4, $5, $6
            FROM settlement WHERE processor = $1
            ON CONFLICT DO NOTHING
            """,
            [
                .text(processor.text), .init(file.number), .init(file.name),
                .integer(file.cutOff.seconds), .bytes(file.digest), .integer(now.seconds),
            ]
        )
        let recorded = try transaction.one(
            """
            SELECT number, digest FROM settlement
            WHERE processor = $1 AND (number = $2 OR name = $3)
            """,
            [.text(processor.text), .init(file.number), .init(file.name)]
        ) { row throws(StorageFailure) in
            (number: try row.integer("number"), isThisFile: try row.bytes("digest") == file.digest)
        }
        guard let recorded else { throw .storage(.columnUnreadable("number")) }
        return recorded
    }

    /// Records that a file was compared to its end.
    func finish(
        _ number: Int64,
        at now: UnixTime,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            """
            UPDATE settlement SET finished_at = $3
            WHERE processor = $1 AND number = $2 AND finished_at IS NULL
            """,
            [.text(processor.text), .integer(number), .integer(now.seconds)]
        )
    }

    /// The payments with an entry's reference.
    func payments(
        of entry: SettlementEntry,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> [RecordedPayment] {
        var payments: [RecordedPayment] = []
        for authorization in try charges.authorizations(
            settlementReference: entry.reference,
            orKey: entry.key,
            of: processor,
            in: transaction
        ) {
            let attempt = authorization.attempt
            let captures = try charges.operations(of: attempt, .capture, in: transaction)
            let refunds = try charges.operations(of: attempt, .refund, in: transaction)
            let operations = (captures + refunds).filter { $0.processor == processor }
            var settled: [OperationID: SettledLine] = [:]
            for operation in operations {
                settled[operation.id] = try settledLine(of: operation.id, in: transaction)
            }
            let disputes = try charges.disputes(of: attempt, in: transaction)
            payments.append(
                RecordedPayment(
                    authorization: authorization,
                    operations: operations,
                    settled: settled,
                    disputes: Set(
                        disputes.flatMap { [$0.reference, $0.action].compactMap(\.self) }
                    )
                )
            )
        }
        return payments
    }

    private func settledLine(
        of operation: OperationID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> SettledLine? {
        try transaction.one(
            "SELECT settlement, line FROM settlement_entry WHERE operation = $1",
            [.text(operation.text)]
        ) { row throws(StorageFailure) in
            SettledLine(
                settlement: try row.integer("settlement"),
                line: Int(try row.integer("line"))
            )
        }
    }

    /// Records where an operation was found; again it changes nothing.
    func record(
        _ operation: ChargeOperation,
        as entry: SettlementEntry,
        of settlement: Int64,
        at now: UnixTime,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            """
            INSERT INTO settlement_entry
                (operation, processor, settlement, line, kind, amount_minor_units, currency_code,
                 fee_minor_units, fee_currency_number, recorded_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
            """,
            [
                .text(operation.id.text), .text(processor.text), .integer(settlement),
                .integer(Int64(entry.line)), .text(operation.kind.rawValue),
                .integer(operation.amount.minorUnits), .text(operation.amount.currency.code),
                .integer(entry.fee), .text(entry.paidCurrency), .integer(now.seconds),
            ]
        )
    }

    /// Where a list of operations that await settlement goes on.
    struct Position: Hashable, Sendable {
        var time: Int64
        var operation = ""
    }

    /// Operations that were completed before a position and are in no settlement, the newest first.
    func awaiting(
        before position: Position,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [(operation: ChargeOperation, position: Position)] {
        let positions = try reader.all(
            """
            SELECT operation, completed_at FROM awaiting_settlement
            WHERE processor = $1 AND (completed_at, operation) < ($2, $3)
            ORDER BY completed_at DESC, operation DESC LIMIT $4
            """,
            [
                .text(processor.text), .integer(position.time), .text(position.operation),
                .integer(Int64(limit)),
            ]
        ) { row throws(StorageFailure) in
            Position(time: try row.integer("completed_at"), operation: try row.text("operation"))
        }
        var found: [(operation: ChargeOperation, position: Position)] = []
        for position in positions {
            guard let id = OperationID(position.operation) else {
                throw .storage(.columnUnreadable("operation"))
            }
            found.append((try charges.operation(id, in: reader), position))
        }
        return found
    }

    /// How many completed operations are in no settlement.
    func awaitingCount(
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> Int {
        try reader.one(
            "SELECT COUNT(*) AS count FROM awaiting_settlement WHERE processor = $1",
            [.text(processor.text)]
        ) { row throws(StorageFailure) in Int(try row.integer("count")) } ?? 0
    }

    /// The gaps in the settlements before a number: those that were left out since the first
    /// one, and those whose reconciliation was interrupted. The oldest first.
    func gaps(
        before number: Int64,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [SettlementDifference.Cause] {
        try reader.all(
            """
            SELECT number, earlier, finished_at FROM (
                SELECT number, finished_at, LAG(number) OVER (ORDER BY number) AS earlier
                FROM settlement WHERE processor = $1 AND number <= $2
            ) AS numbered
            WHERE number <> earlier + 1 OR (finished_at IS NULL AND number < $2)
            ORDER BY number LIMIT $3
            """,
            [.text(processor.text), .integer(number), .integer(Int64(limit))]
        ) { row throws(StorageFailure) in
            var causes: [SettlementDifference.Cause] = []
            let found = try row.integer("number")
            if let earlier = try row.integerIfPresent("earlier"), earlier + 1 < found {
                causes.append(.settlementsSkipped((earlier + 1)...(found - 1)))
            }
            if found < number, try row.integerIfPresent("finished_at") == nil {
                causes.append(.settlementUnfinished(found))
            }
            return causes
        }
        .flatMap(\.self)
    }
}
