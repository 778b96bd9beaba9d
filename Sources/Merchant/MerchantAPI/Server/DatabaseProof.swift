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
        var hasPassed = false
    }

    private let workers: ServingWorkers
    private let writing = LockedValue(Last())
    private let checking = LockedValue(Last())

    init(_ workers: ServingWorkers) { self.workers = workers }

    /// Whether rows were read just now, and one was written in the last second.
    ///
    /// Once a request has found the database damaged, it is not usable before a check of the whole has passed.
    func isUsable() async -> Bool {
        let (workers, database) = (workers, workers.database)
        let isWritten = await Self.once(writing, nil) {
            ((try? await workers.renew()) != nil, Self.interval)
        }
        guard isWritten else { return false }
        // After a write, readers have nothing in their caches.
        if database.isDamaged {
            let isWhole = await Self.once(checking, false) {
                let watch = Stopwatch()
                let found: ()? = try? await database.checkIntegrity()
                return (found != nil, max(Self.interval, watch.elapsed * Self.checkedPart))
            }
            guard isWhole else { return false }
        }
        let read = try? await database.read { snapshot throws(StorageFailure) in
            try snapshot.row(
                """
                SELECT (SELECT state FROM operation ORDER BY id DESC LIMIT 1) AS operation,
                    (SELECT intent FROM attempt ORDER BY id DESC LIMIT 1) AS attempt,
                    (SELECT role FROM api_key ORDER BY identifier DESC LIMIT 1) AS api_key
                """
            )
        }
        return read != nil
    }

    /// Does something where it is due, one at a time; otherwise says what came of it last, or what to say
    /// meanwhile.
    private static func once(
        _ last: LockedValue<Last>,
        _ meanwhile: Bool?,
        _ work: () async -> (hasPassed: Bool, interval: Duration)
    ) async -> Bool {
        let known: Bool? = last.withLock { last in
            let isDue = !last.isRunning && last.ended.map { $0.elapsed >= last.interval } ?? true
            guard isDue else { return meanwhile ?? last.hasPassed }
            last.isRunning = true
            return nil
        }
        if let known { return known }
        let found = await work()
        last.withLock { last in
            (last.hasPassed, last.interval) = found
            (last.isRunning, last.ended) = (false, Stopwatch())
        }
        return found.hasPassed
    }
}
