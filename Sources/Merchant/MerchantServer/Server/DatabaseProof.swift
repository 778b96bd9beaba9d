internal import Payments
internal import Storage
internal import World

/// Proves that the database can be read and written: for all who ask, however often they ask.
final class DatabaseProof: Sendable {
    /// How often something is written at most.
    private static let interval = Duration.seconds(1)
    /// Which part of the time a damaged database is read as a whole.
    private static let checkedPart = 10

    private struct Last {
        var isRunning = false
        var ended: Stopwatch?
        /// After how long it is due again.
        var interval = DatabaseProof.interval
        /// The failure; before the first end, that the proof is under way.
        var failure: StorageFailure? = .busy
    }

    private let database: Database
    private let workers: ServingWorkers
    private let writing = LockedValue(Last())
    private let checking = LockedValue(Last())

    init(_ database: Database, _ workers: ServingWorkers) {
        (self.database, self.workers) = (database, workers)
    }

    /// Proves that rows can be read now, and that one was written in the last second.
    ///
    /// Once a request has found the database damaged, it is not usable before a check of the whole has passed.
    func prove() async throws(StorageFailure) {
        let (workers, database) = (workers, database)
        let unwritten = await Self.once(writing, meanwhile: { $0.failure }) {
            do throws(RecordFailure) {
                try await workers.renew()
                return (nil, Self.interval)
            } catch {
                guard case .storage(let failure) = error else {
                    return (.transactionLost, Self.interval)
                }
                return (failure, Self.interval)
            }
        }
        if let unwritten { throw unwritten }
        // After a write, readers have nothing in their caches.
        if database.isDamaged {
            let damage = await Self.once(checking, meanwhile: { _ in .corrupt }) {
                let watch = Stopwatch()
                var failure: StorageFailure?
                do throws(StorageFailure) { try await database.checkIntegrity() } catch {
                    failure = error
                }
                return (failure, max(Self.interval, watch.elapsed * Self.checkedPart))
            }
            if let damage { throw damage }
        }
        _ = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(
                """
                SELECT (SELECT state FROM operation ORDER BY id DESC LIMIT 1) AS operation,
                    (SELECT intent FROM attempt ORDER BY id DESC LIMIT 1) AS attempt,
                    (SELECT role FROM api_key ORDER BY identifier DESC LIMIT 1) AS api_key
                """
            )
        }
    }

    /// Does something where it is due, one at a time; otherwise says what came of it last, or what to say
    /// meanwhile.
    ///
    /// - Returns: What failed; nil where nothing did.
    private static func once(
        _ last: LockedValue<Last>,
        meanwhile: (Last) -> StorageFailure?,
        _ work: () async -> (failure: StorageFailure?, interval: Duration)
    ) async -> StorageFailure? {
        let known: StorageFailure?? = last.withLock { last in
            let isDue = !last.isRunning && last.ended.map { $0.elapsed >= last.interval } ?? true
            guard isDue else { return .some(meanwhile(last)) }
            last.isRunning = true
            return nil
        }
        if let known { return known }
        let found = await work()
        last.withLock { last in
            (last.failure, last.interval) = found
            (last.isRunning, last.ended) = (false, Stopwatch())
        }
        return found.failure
    }
}
