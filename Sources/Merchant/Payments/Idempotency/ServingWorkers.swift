internal import Storage
internal import World

/// The servers that work on the records, each of which says again and again that it is there.
///
/// Work that a killed server left under lease is due as soon as its silence is noticed, and not only
/// when the lease ends. Where a server is silent and still works, its requests and operations have keys,
/// so that nothing is done twice.
public struct ServingWorkers: Sendable {
    /// After how long without a sign a server is taken for gone. Units: seconds.
    static let silenceSeconds: Int64 = 10

    private let records: DeskRecords
    private let own: WorkerID
    /// Whether this server has said that it is there.
    private let hasJoined = LockedValue(false)

    init(_ records: DeskRecords, own: WorkerID) { (self.records, self.own) = (records, own) }

    /// The name of this server in `serving_worker`, which has it for as long as it is there.
    package var name: String { own.text }

    /// Says that this server is there, unless it has. Only then may it take a lease: that it is gone
    /// would not be noticed, and what it left would wait until the lease ends.
    ///
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func join() async throws(RecordFailure) {
        if !hasJoined.withLock(\.self) { try await renew() }
    }

    /// Says that this server is there, and ends the leases of those that are gone.
    ///
    /// - Returns: How many servers were gone.
    /// - Throws: ``RecordFailure/storage(_:)``.
    @discardableResult
    public func renew() async throws(RecordFailure) -> Int {
        let now = records.charges.clock.now.seconds
        let own = own
        let count = try await records.database.write { transaction throws(RecordFailure) in
            let gone: [String]
            do throws(StorageFailure) {
                // SQLite writes nothing where an update changes nothing, and this also proves that it can.
                try transaction.execute(
                    "DELETE FROM serving_worker WHERE worker = $1",
                    [.text(own.text)]
                )
                try transaction.execute(
                    "INSERT INTO serving_worker (worker, alive_until) VALUES ($1, $2)",
                    [.text(own.text), .integer(now &+ Self.silenceSeconds)]
                )
                gone = try transaction.rows(
                    "SELECT worker FROM serving_worker WHERE alive_until < $1 ORDER BY worker",
                    [.integer(now)]
                ).map { row throws(StorageFailure) in try row.text("worker") }
            } catch { throw .storage(error) }
            for worker in gone { try remove(worker, at: now, in: transaction) }
            return gone.count
        }
        hasJoined.withLock { $0 = true }
        return count
    }

    /// Says that this server has ended. What it still works on goes on elsewhere.
    public func leave() async {
        hasJoined.withLock { $0 = false }
        let now = records.charges.clock.now.seconds
        _ = try? await records.database.write { transaction throws(RecordFailure) in
            try remove(own.text, at: now, in: transaction)
        }
    }

    /// Ends the leases of a server, and forgets it.
    private func remove(
        _ worker: String,
        at now: Int64,
        in transaction: borrowing Transaction
    ) throws(RecordFailure) {
        try records.charges.endLeases(of: WorkerID(recorded: worker), in: transaction)
        let earliest = now &- records.requests.leaseSeconds
        do throws(StorageFailure) {
            // An index of the workers would be written twice for each payment. The names of a server's
            // leases are its own name, a slash and digits.
            try transaction.execute(
                """
                UPDATE idempotent_request SET worker = NULL, leased_until = 0
                WHERE kept_until >= $3 AND worker > $1 AND worker < $2
                """,
                [
                    .text("\(worker)/"), .text("\(worker)/g"),
                    .integer(earliest &+ IdempotencyRecords.retentionSeconds),
                ]
            )
            try transaction.execute(
                "DELETE FROM serving_worker WHERE worker = $1",
                [.text(worker)]
            )
        } catch { throw .storage(error) }
    }
}
