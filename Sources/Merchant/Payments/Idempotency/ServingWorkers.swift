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
    /// The longest time between two looks of this server that counts as silence of others: after a longer one,
    /// such as an outage of the database, or when its clock was changed, it knows nothing of them. Units: seconds.
    private static let longestPause: Int64 = 5

    /// The signs of the others that this server has seen, by its own clock: their clocks may differ.
    private struct Watch: Sendable {
        /// The last sign of each, and since when it is the last one.
        var signs: [String: (count: Int64, since: Int64)] = [:]
        var lookedAt: Int64 = .min

        /// Takes the signs that are there now.
        ///
        /// - Returns: The servers whose last sign is too old, with that sign.
        mutating func look(at counts: [String: Int64], _ now: Int64) -> [String: Int64] {
            let isSteady = lookedAt <= now && now <= lookedAt &+ ServingWorkers.longestPause
            let known = isSteady ? signs : [:]
            lookedAt = now
            signs = [:]
            for (worker, count) in counts {
                let since = known[worker].flatMap { $0.count == count ? $0.since : nil }
                signs[worker] = (count, since ?? now)
            }
            return signs.filter { now - $0.value.since >= ServingWorkers.silenceSeconds }
                .mapValues(\.count)
        }
    }

    private let records: DeskRecords
    private let own: WorkerID
    /// Whether this server has said that it is there.
    private let hasJoined = LockedValue(false)
    private let watch = LockedValue(Watch())

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
        let own = own
        let counts = try await records.database.write { transaction throws(RecordFailure) in
            // This also proves that rows can be written.
            try transaction.execute(
                """
                INSERT INTO serving_worker (worker, signs) VALUES ($1, 1)
                ON CONFLICT (worker) DO UPDATE SET signs = serving_worker.signs + 1
                """,
                [.text(own.text)]
            )
            return try signs(in: transaction)
        }
        hasJoined.withLock { $0 = true }
        let now = records.charges.clock.now.seconds
        let gone = watch.withLock { $0.look(at: counts, now) }
        if !gone.isEmpty {
            try await records.database.write { transaction throws(RecordFailure) in
                let counts = try signs(in: transaction)
                for (worker, count) in gone.sorted(by: { $0.key < $1.key })
                where counts[worker] == count {
                    try remove(worker, at: now, in: transaction)
                }
            }
        }
        return gone.count
    }

    private func signs(
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> [String: Int64] {
        let signs = try transaction.all("SELECT worker, signs FROM serving_worker") {
            row throws(StorageFailure) in (try row.text("worker"), try row.integer("signs"))
        }
        return Dictionary(signs) { $1 }
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
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try records.charges.endLeases(of: WorkerID(recorded: worker), in: transaction)
        let earliest = now &- records.requests.leaseSeconds
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
        try transaction.execute("DELETE FROM serving_worker WHERE worker = $1", [.text(worker)])
    }
}
