import Money
import Payments
import Storage
import Testing
import World

/// The agreement of a desk, its database and its processor once recovery has had its time.
extension PaymentDeskBench {
    /// Checks that nothing is open, and compares the records with the processor's books.
    func expectAgreement(
        _ database: Database,
        _ processor: SimulatedProcessor,
        _ comment: Comment
    ) async throws {
        let records = DeskRecords(database: database, world: charging.world)
        #expect(try await records.open() == [], comment)
        let books = processor.record
        let (operations, orders, store) = (
            try await operations(database), try await orders(database), charging.store
        )
        for operation in operations where operation.kind == .authorization {
            let key = operation.idempotencyKey.text
            let isHeld = [.approved].contains(operation.state.name)
            #expect((books.held[key] != nil) == isHeld, comment)
            let order = orders.first { $0.attempt == operation.attempt }
            #expect((order != nil) == (isHeld || operation.state.name == .voided), comment)
            let amounts = try await database.read { snapshot throws(RecordFailure) in
                try store.amounts(of: operation.attempt, in: snapshot)
            }
            #expect(books.captured[key, default: 0] == amounts.captured.minorUnits, comment)
            #expect(books.refunded[key, default: 0] == amounts.refunded.minorUnits, comment)
            let sums = try await sums(of: operation.attempt, database)
            let isVoided = operation.state.name == .voided
            let released =
                isHeld || isVoided ? operation.amount.minorUnits - books.held[key, default: 0] : 0
            #expect(
                sums == [amounts.captured.minorUnits, amounts.refunded.minorUnits, released],
                comment
            )
            let rest = operation.amount.minorUnits - amounts.captured.minorUnits
            #expect(released == (amounts.isClosed || isVoided ? rest : 0), comment)
        }
        let known = Set(operations.map(\.idempotencyKey.text))
        #expect(Set(books.held.keys).isSubset(of: known), comment)
        #expect(books.unmarked.isEmpty, comment)
    }

    private func operations(_ database: Database) async throws -> [ChargeOperation] {
        let store = charging.store
        return try await database.read { snapshot throws(RecordFailure) in
            let identifiers = try snapshot.all("SELECT id FROM operation ORDER BY id") {
                row throws(StorageFailure) in OperationID(try row.text("id"))
            }
            return try identifiers.compactMap(\.self).map { id throws(RecordFailure) in
                try store.operation(id, in: snapshot)
            }
        }
    }

    /// The captured, refunded and released sums by the operations themselves, not by the row of amounts.
    private func sums(of attempt: AttemptID, _ database: Database) async throws -> [Int64] {
        try await database.read { snapshot throws(StorageFailure) in
            let row = try snapshot.row(
                """
                SELECT
                    CAST(coalesce(sum(CASE kind WHEN 'capture' THEN amount_minor_units END), 0)
                        AS bigint) AS captured,
                    CAST(coalesce(sum(CASE kind WHEN 'refund' THEN amount_minor_units END), 0)
                        AS bigint) AS refunded,
                    CAST(coalesce(sum(CASE WHEN kind IN ('release', 'void')
                        THEN amount_minor_units END), 0) AS bigint) AS released
                FROM operation WHERE attempt = $1 AND state = 'completed'
                """,
                [.text(attempt.text)]
            )
            guard let row else { return [] }
            return [
                try row.integer("captured"), try row.integer("refunded"),
                try row.integer("released"),
            ]
        }
    }
}
