public import Storage
internal import World

/// Settles operations that a crash, a silent processor or a failing database left unsettled.
///
/// It decides nothing itself: see ``RecoveryDecision``. Run ``settleDue(of:limit:)`` when the program
/// starts and then on a schedule, and ``settle(_:)`` before a further operation on the same attempt.
/// Several programs may do so at the same time on one database.
///
/// - Source: Documentation/Payments.md, "Recovery".
public struct Recovery: Sendable {
    /// Runs in the transaction that settles an operation, such as to change the order's status.
    public typealias Settling =
        @Sendable (borrowing Transaction<RecordFailure>, ChargeOperation) throws(RecordFailure) ->
        Void

    private let database: Database
    private let store: ChargeStore
    let processors: ProcessorRoutes
    let worker: WorkerID
    private let settling: Settling

    /// A recovery with the database, the store in it and the processors of a desk.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - store: The store in it.
    ///   - processors: The processors.
    ///   - worker: Who takes the leases; a new one if not given.
    ///   - settling: See ``Settling``.
    public init(
        database: Database,
        store: ChargeStore,
        processors: ProcessorRoutes,
        worker: WorkerID? = nil,
        settling: @escaping Settling = { _, _ throws(RecordFailure) in }
    ) {
        self.database = database
        self.store = store
        self.processors = processors
        self.settling = settling
        self.worker = worker ?? WorkerID(drawnFrom: store.world.randomness)
    }

    /// The results of the operations that were due.
    public struct Report: Hashable, Sendable {
        /// The operations that recovery acted on, as they were recorded after it.
        public var operations: [ChargeOperation] = []

        /// How many of them are settled now.
        public var settledCount: Int { operations.count { $0.state.isSettled } }
    }

    /// Takes one step for each operation that is due. Those of other processors than these are left alone.
    ///
    /// An operation without an answer is due again later, so that nothing is asked for in a tight
    /// loop.
    ///
    /// - Parameters:
    ///   - name: The processor; nil for all, one after another.
    ///   - limit: The maximum number for each processor.
    /// - Returns: The operations.
    /// - Throws: ``RecordFailure``, where the database fails.
    public func settleDue(
        of name: ProcessorName? = nil,
        limit: Int = 100
    ) async throws(RecordFailure) -> Report {
        var report = Report()
        for processor in processors.processors where name == nil || name == processor.name {
            let due = try await database.read { snapshot throws(RecordFailure) in
                try store.due(at: processor.name, limit: limit, in: snapshot)
            }
            report.operations += try await settle(due, early: false)
        }
        return report
    }

    /// Takes one step for each unsettled operation of an attempt, and one more for what follows from
    /// it, such as a reversal.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - isEarly: Whether a step is taken that waits for its next try, because the customer or the
    ///     merchant waits. Before then an authorization is only asked about.
    /// - Returns: What was settled.
    /// - Throws: ``RecordFailure``, where the database fails.
    public func settle(
        _ attempt: AttemptID,
        early isEarly: Bool = true
    ) async throws(RecordFailure) -> Report {
        var report = Report()
        var isDone: Set<OperationID> = []
        // An inquiry is followed by at most one reversal.
        for _ in 0..<2 {
            let unsettled = try await database.read { snapshot throws(RecordFailure) in
                try store.unsettled(of: attempt, in: snapshot)
            }.filter { !isDone.contains($0.id) }
            guard !unsettled.isEmpty else { break }
            isDone.formUnion(unsettled.map(\.id))
            report.operations += try await settle(unsettled, early: isEarly)
        }
        return report
    }

    private func settle(
        _ operations: [ChargeOperation],
        early: Bool
    ) async throws(RecordFailure) -> [ChargeOperation] {
        var taken: [ChargeOperation] = []
        for operation in operations {
            guard let processor = processors[operation.processor] else { continue }
            let leased = try await database.write { transaction throws(RecordFailure) in
                try store.lease(operation.id, early: early, worker: worker, in: transaction)
            }
            guard let leased else { continue }
            let wait = operation.tries == leased.tries ? operation.dueAt : nil
            taken.append(try await settle(leased, with: processor, waitingUntil: wait))
        }
        return taken
    }

    /// Takes the step for an operation; before the time of its next try, `wait`, only one that reverses
    /// nothing and leaves that time.
    private func settle(
        _ operation: ChargeOperation,
        with processor: any PaymentProcessor,
        waitingUntil wait: UnixTime?
    ) async throws(RecordFailure) -> ChargeOperation {
        let decision = RecoveryDecision(
            kind: operation.kind,
            state: operation.state,
            tries: wait == nil ? operation.tries - 1 : 0,
            canInquire: processor.capabilities.contains(.inquiry),
            policy: store.policy
        )
        var step = decision.first
        switch step {
        case .inquire: step = decision.step(after: try await inquiry(about: operation, processor))
        case .send: step = decision.step(after: try await answer(to: operation, processor))
        case .nothing, .record, .reverse, .retry: break
        }
        if wait != nil, case .reverse = step { step = .retry }
        return try await take(step, on: operation, waitingUntil: wait)
    }

    private func take(
        _ step: RecoveryDecision.Step,
        on operation: ChargeOperation,
        waitingUntil wait: UnixTime?
    ) async throws(RecordFailure) -> ChargeOperation {
        let world = store.world
        let retry =
            wait
            ?? store.policy.nextTry(
                afterTries: operation.tries,
                at: world.clock.now,
                world.randomness
            )
        return try await database.write { transaction throws(RecordFailure) in
            switch step {
            case .record(let state):
                let changed = try store.recordIfPossible(state, of: operation, in: transaction)
                if changed.state.isSettled { try settling(transaction, changed) }
                return changed
            case .reverse(let reason):
                return try store.reverseLeased(operation, reason, in: transaction)
            case .retry, .nothing, .inquire, .send:
                try store.release(operation.id, dueAt: retry, worker: worker, in: transaction)
                return try store.operation(operation.id, in: transaction)
            }
        }
    }

    private func inquiry(
        about operation: ChargeOperation,
        _ processor: any PaymentProcessor
    ) async throws(RecordFailure) -> RecoveryDecision.Inquiry {
        let original = try await original(of: operation)
        do throws(ProcessorFailure) {
            switch try await processor.inquire(InquiryRequest(original: original)) {
            case .inProgress: return .notSaid
            case .notFound: return .notFound
            case .answered(let answer):
                let state = OperationState(answer, to: original.amount, original.merchantReference)
                return .answered(state)
            }
        } catch {
            return .notSaid
        }
    }

    /// The state that follows from the answer to an operation; nil if there is none.
    private func answer(
        to operation: ChargeOperation,
        _ processor: any PaymentProcessor
    ) async throws(RecordFailure) -> OperationState? {
        let original = try await original(of: operation)
        let isRepetition = !operation.kind.isConsequence || operation.tries > 1
        do throws(ProcessorFailure) {
            guard operation.kind == .reversal else {
                return try await processor.answer(
                    to: operation.kind,
                    FollowUpRequest(operation, original, isRepetition: isRepetition)
                )
            }
            let authorization = try? await database.read { snapshot throws(RecordFailure) in
                try store.authorization(of: operation.attempt, in: snapshot)
            }
            guard case .reversing(let reason) = authorization?.state else { return nil }
            let request = ReversalRequest(
                idempotencyKey: operation.idempotencyKey,
                preparedAt: operation.preparedAt,
                original: original,
                reason: reason,
                isRepetition: isRepetition
            )
            return OperationState(try await processor.reverse(request))
        } catch {
            return nil
        }
    }

    private func original(
        of operation: ChargeOperation
    ) async throws(RecordFailure) -> OriginalAuthorization {
        try await database.read { snapshot throws(RecordFailure) in
            try store.original(of: operation.attempt, in: snapshot)
        }
    }
}
