public import Payments
internal import Storage
internal import World

extension PaymentService {
    /// The result of a round of settling.
    public struct SettlingRound: Sendable {
        /// How many operations were settled.
        public let settledCount: Int
        /// How many requests with an idempotency key were removed, because they were kept long enough.
        public let prunedCount: Int
        /// How many claims on tokens were removed, because the tokens are too old to be sent again.
        public let prunedClaimCount: Int
        /// Why the round broke off; nil where it did not.
        public let failure: RecordFailure?
    }

    /// Says that this server is there, settles what is due, which is also what servers that are gone left,
    /// and removes requests and claims that were kept long enough: once.
    ///
    /// - Parameter operationsAtMost: The maximum number of steps on open operations.
    /// - Returns: What it came to.
    public func settleDue(operationsAtMost: Int = 1_000) async -> SettlingRound {
        var (settled, pruned, claims) = (0, 0, 0)
        var failure: RecordFailure?
        do throws(RecordFailure) {
            try await desk.workers.renew()
            var left = operationsAtMost
            while left > 0, !Task.isCancelled {
                let report = try await desk.settleDue(limit: min(left, 100))
                if report.operations.isEmpty { break }
                left -= report.operations.count
                settled += report.settledCount
            }
            while !Task.isCancelled {
                let count = try await desk.pruneRequests(atMost: 500)
                pruned += count
                if count < 500 { break }
            }
            while !Task.isCancelled {
                let count = try await desk.pruneClaims(atMost: 500)
                claims += count
                if count < 500 { break }
            }
            try await desk.resealCredentials(atMost: 100)
        } catch { failure = error }
        return SettlingRound(
            settledCount: settled,
            prunedCount: pruned,
            prunedClaimCount: claims,
            failure: failure
        )
    }

    /// Settles what is due, at once and then on a schedule, until the task is cancelled. Payments are
    /// taken meanwhile.
    ///
    /// - Parameters:
    ///   - interval: The pause between two rounds.
    ///   - report: Is told what each round came to.
    public func keepSettled(
        every interval: Duration = .seconds(2),
        report: @escaping @Sendable (SettlingRound) -> Void = { _ in }
    ) async {
        await withTaskGroup { group in
            // A processor that does not answer must not make this server look as if it were gone.
            group.addTask {
                while !Task.isCancelled {
                    _ = try? await desk.workers.renew()
                    await RealTime.pass(.seconds(2))
                }
            }
            while !Task.isCancelled {
                report(await settleDue())
                await readStatements()
                await RealTime.pass(interval)
            }
        }
        await desk.workers.leave()
    }

    /// The open items, the oldest first: at most `limit` of each kind.
    ///
    /// - Throws: ``Payments/RecordFailure``.
    public func open(limit: Int = 1_000) async throws(RecordFailure) -> [DeskRecords.OpenItem] {
        try await records.open(limit: limit)
    }
}
