import Money
import Payments
import Storage
import TestSupport
import Testing
import World

/// Payments of a shop, and the reconciliation of settlement files with them.
struct ReconciliationBench {
    let bench = ChargingBench()
    var processor = ProcessorName.cardNetwork
    static let shop: Set<String> = ["SHOP-1"]
    static let done = OperationState.completed(networkReference: nil)

    func open() async throws(DatabaseRefusal) -> Database {
        try await bench.open([Reconciliation.migrations])
    }

    /// An approved payment.
    func payment(_ number: UInt8, in database: Database) async throws -> AttemptID {
        let charge = try ChargingBench.charge("cart \(number)", 1_075, token: number)
        let identifiers = bench.store.draw()
        return try await database.write { transaction throws(RecordFailure) in
            let authorization = try bench.store.prepare(
                charge,
                as: identifiers,
                accountSuffix: "5104",
                processor: processor,
                worker: ChargingBench.worker,
                settlementReference: processor == .cardNetwork
                    ? SettlementText.reference("\(identifiers.attempt)-auth") : nil,
                in: transaction
            )
            let approval = OperationState.approved(
                Approval(authorizationCode: "A1B2C3", networkReference: "pi_\(number)")
            )
            try bench.store.record(approval, of: authorization, in: transaction)
            return identifiers.attempt
        }
    }

    /// A capture, void or refund, and what it became.
    @discardableResult
    func operation(
        _ kind: OperationKind,
        _ amount: Int64? = nil,
        of attempt: AttemptID,
        becomes state: OperationState? = done,
        in database: Database
    ) async throws -> ChargeOperation {
        let wanted = ChargeStore.FollowUp(
            kind: kind,
            attempt: attempt,
            amount: amount.map { Money(minorUnits: $0, currency: .usd) },
            number: nil
        )
        let id = OperationID(drawnFrom: bench.randomness)
        return try await database.write { transaction throws(RecordFailure) in
            let operation = try bench.store.prepare(
                wanted,
                as: id,
                processors: ProcessorRoutes(SilentProcessor(name: processor)),
                worker: ChargingBench.worker,
                in: transaction
            ).operation
            guard let state else { return operation }
            return try bench.store.record(state, of: operation, in: transaction)
        }
    }

    /// A captured payment.
    @discardableResult
    func capture(
        _ number: UInt8,
        _ amount: Int64? = nil,
        becomes state: OperationState? = done,
        in database: Database
    ) async throws -> ChargeOperation {
        let attempt = try await payment(number, in: database)
        return try await operation(.capture, amount, of: attempt, becomes: state, in: database)
    }

    /// A file in which each operation is once, with a time after them.
    func file(of operations: [ChargeOperation], number: Int = 1) -> SettlementText {
        let later = bench.clock.now.advanced(bySeconds: 3_600) ?? bench.clock.now
        return SettlementText(
            number: number,
            time: later.iso8601,
            entries: operations.map { SettlementText.Entry($0) }
        )
    }

    @discardableResult
    func reconcile(
        _ text: SettlementText,
        with database: Database
    ) async throws -> ReconciliationReport {
        try await reconcile(SettlementFile(text.bytes), with: database)
    }

    func reconcile(
        _ bytes: [UInt8],
        with database: Database
    ) async throws -> ReconciliationReport {
        try await reconcile(SettlementFile(bytes), with: database)
    }

    func reconcile(
        _ file: SettlementFile,
        with database: Database
    ) async throws -> ReconciliationReport {
        let reconciliation = Reconciliation(
            database: database,
            charges: bench.store,
            processor: processor,
            merchants: Self.shop
        )
        return try await reconciliation.reconcile(file)
    }

    /// The operations that were found in a settlement, with its number and the line.
    func recorded(in database: Database) async throws -> [String: [Int64]] {
        try await database.read { snapshot throws(StorageFailure) in
            var found: [String: [Int64]] = [:]
            for row in try snapshot.rows(
                "SELECT operation, settlement, line, fee_minor_units FROM settlement_entry"
            ) {
                found[try row.text("operation")] = [
                    try row.integer("settlement"), try row.integer("line"),
                    try row.integer("fee_minor_units"),
                ]
            }
            return found
        }
    }
}

extension ReconciliationReport {
    /// The names of the differences.
    var causes: [String] { differences.map(\.cause.name) }
}
