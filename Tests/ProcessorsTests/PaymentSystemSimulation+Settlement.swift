import CardMessages
import CardNetwork
import Storage
import TestSupport
import World

@testable import Payments

/// The end of the network's day.
extension PaymentSystemSimulation {
    /// The network's clearings are the operations that the desk has recorded as done, one for one.
    mutating func checkSettlement(of operations: [ChargeOperation]) async throws {
        let records = SettlementRecords(
            charges: ChargeStore(world: .simulated(seed: 1, startingAt: Self.start)),
            processor: setting.processor
        )
        let done = operations.filter { operation in
            [.capture, .refund].contains(operation.kind) && operation.state.name == .completed
        }
        var matched: Set<OperationID> = []
        let file = try SettlementFile(Array(try await network.settle().text.utf8))
        for entry in file.entries {
            let transaction = Transaction<RecordFailure>(on: disk.connection)
            let comparison = EntryComparison(
                entry,
                repeating: nil,
                of: 1,
                with: try records.payments(of: entry, in: transaction)
            )
            guard case .matched(let operation) = comparison else {
                guard case .differs(let difference) = comparison else { return }
                return report("line \(entry.line) of the settlement: \(difference.cause)")
            }
            if !matched.insert(operation.id).inserted {
                return report("\(operation.idempotencyKey) is cleared twice")
            }
        }
        if matched.count != done.count {
            report("\(done.count) captures and refunds are done, and \(matched.count) cleared")
        }
        let awaiting = try records.awaitingCount(in: Snapshot(on: disk.connection))
        if awaiting != done.count { report("\(awaiting) of \(done.count) await settlement") }
    }
}
