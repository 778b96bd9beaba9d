public import Payments
internal import Storage
internal import World

extension PaymentService {
    /// The result of a round of settling.
    public struct SettlingRound: Sendable {
        /// The processor of which it was; nil for one that asked none, or all.
        public fileprivate(set) var processor: ProcessorName?
        /// How many operations were settled.
        public fileprivate(set) var settledCount = 0
        /// Why the round broke off; nil where it did not.
        public fileprivate(set) var failure: RecordFailure?

        fileprivate init(
            of processor: ProcessorName? = nil,
            _ body: (inout SettlingRound) async throws(RecordFailure) -> Void
        ) async {
            self.processor = processor
            do throws(RecordFailure) { try await body(&self) } catch { failure = error }
        }
    }

    /// Says that this server is there, settles what is due, which is also what servers that are gone left,
    /// and keeps the records in order: once.
    ///
    /// - Returns: What it came to.
    public func settleDue() async -> SettlingRound {
        await SettlingRound { round throws(RecordFailure) in
            try await desk.workers.renew()
            try await settle(nil, &round)
            try await maintain()
        }
    }

    /// Settles what is due, at once and then on a schedule, until the task is cancelled. Payments are
    /// taken meanwhile.
    ///
    /// - Parameters:
    ///   - interval: The pause between two rounds.
    ///   - report: Is told what each round came to, also of several at once.
    public func keepSettled(
        every interval: Duration = .seconds(2),
        report: @escaping @Sendable (SettlingRound) -> Void = { _ in }
    ) async {
        await withTaskGroup { group in
            // A processor that does not answer must keep nothing else waiting, and must not make this server look as if
            // it were gone.
            group.addTask {
                await Self.repeat(every: .seconds(2)) { _ = try? await desk.workers.renew() }
            }
            for processor in desk.processors.processors {
                group.addTask {
                    await Self.repeat(every: interval) {
                        report(
                            await SettlingRound(of: processor.name) { round throws(RecordFailure) in
                                try await settle(processor.name, &round)
                            }
                        )
                    }
                }
                group.addTask {
                    await Self.repeat(every: interval) { await readStatements(from: processor) }
                }
            }
            await Self.repeat(every: interval) {
                report(await SettlingRound { _ throws(RecordFailure) in try await maintain() })
            }
        }
        await desk.workers.leave()
    }

    private static func `repeat`(every interval: Duration, _ body: () async -> Void) async {
        while !Task.isCancelled {
            await body()
            await RealTime.pass(interval)
        }
    }

    /// Takes steps on what is due at a processor, or at all, as long as there is something: 1,000 at most.
    private func settle(
        _ processor: ProcessorName?,
        _ round: inout SettlingRound
    ) async throws(RecordFailure) {
        var left = 1_000
        while left > 0, !Task.isCancelled {
            let report = try await desk.settleDue(of: processor, limit: min(left, 100))
            if report.operations.isEmpty { break }
            left -= report.operations.count
            round.settledCount += report.settledCount
        }
    }

    /// Records which holds have ended, removes what was kept long enough, and seals to the newest key.
    private func maintain() async throws(RecordFailure) {
        try await records.endHolds(limit: 500)
        while !Task.isCancelled, try await desk.pruneRequests(atMost: 500) == 500 {}
        while !Task.isCancelled, try await desk.pruneClaims(atMost: 500) == 500 {}
        try await desk.resealCredentials(atMost: 100)
    }

    /// The open items, the oldest first: at most `limit` of each kind.
    ///
    /// - Throws: ``Payments/RecordFailure``.
    public func open(limit: Int = 1_000) async throws(RecordFailure) -> [DeskRecords.OpenItem] {
        try await records.open(limit: limit)
    }
}
