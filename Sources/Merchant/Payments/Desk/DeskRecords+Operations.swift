public import Money
internal import Storage

extension DeskRecords {
    /// A capture, a void or a refund as it is recorded.
    public struct OperationResult: Hashable, Sendable {
        /// The operation. It is done where its state is `completed`; where it is `unknown`, recovery
        /// settles it.
        public let operation: ChargeOperation
        /// The payment, with all operations.
        public let payment: PaymentRecord
        /// The order, with its payment status.
        public let order: Order
    }

    /// An operation's result, with the answer to the request for it.
    typealias Finished = (
        result: OperationResult, answer: KeyedAnswer, withheld: EarlierRequest?
    )

    /// Captures, voids or refunds an order's payment, after what is left of it is settled.
    ///
    /// - Parameters:
    ///   - kind: A capture, a void or a refund.
    ///   - order: The order.
    ///   - amount: The part; nil for all that is left.
    ///   - number: The number of the capture or refund, from 1; nil for the next one. The same number
    ///     again sends nothing and returns the earlier operation.
    ///   - isFinal: Whether what a capture leaves of the hold is released.
    ///   - processors: The processors, with the one that authorized the payment.
    ///   - caller: Who asks for it, for the audit log; nil where that is not recorded.
    /// - Returns: The operation and the order.
    /// - Throws: ``RecordFailure``.
    public func perform(
        _ kind: OperationKind,
        on order: OrderID,
        amount: Money? = nil,
        number: Int64? = nil,
        isFinal: Bool = false,
        with processors: ProcessorRoutes,
        by caller: AuditLog.Caller? = nil
    ) async throws(RecordFailure) -> OperationResult {
        try await perform(
            kind,
            on: order,
            amount,
            number,
            isFinal,
            with: recovery(with: processors),
            by: caller
        )
    }

    func perform(
        _ kind: OperationKind,
        on order: OrderID,
        _ amount: Money?,
        _ number: Int64?,
        _ isFinal: Bool = false,
        with recovery: Recovery,
        by caller: AuditLog.Caller?
    ) async throws(RecordFailure) -> OperationResult {
        let wanted = ChargeStore.FollowUp(
            kind: kind,
            attempt: try await attempt(of: order),
            amount: amount,
            number: number,
            isFinal: isFinal
        )
        return try await perform(wanted, with: recovery, by: caller).result
    }

    /// The order with a number.
    ///
    /// - Throws: ``RecordFailure``.
    public func order(number: Int64) async throws(RecordFailure) -> Order? {
        try await database.read { snapshot throws(RecordFailure) in
            try orders.order(number: number, in: snapshot)
        }
    }

    func attempt(of order: OrderID) async throws(RecordFailure) -> AttemptID {
        try await database.read { snapshot throws(RecordFailure) in
            guard let found = try orders.order(order, in: snapshot) else {
                throw .orderMissing(order)
            }
            return found.attempt
        }
    }

    /// Captures, voids or refunds: one transaction {the request's key, audit, operation}, the processor, one
    /// transaction {outcome, the order's payment status, answer}. What is open of the payment is settled
    /// before.
    func perform(
        _ wanted: ChargeStore.FollowUp,
        with recovery: Recovery,
        by caller: AuditLog.Caller?,
        for request: KeyedRequest<OperationResult, RecordFailure>? = nil
    ) async throws(RecordFailure) -> Finished {
        let isRepeated = try await isRepeated(wanted, request?.key)
        do throws(RecordFailure) {
            if isRepeated, let key = request?.key {
                // So that no other server settles what is open for the request.
                _ = try await database.write { transaction throws(RecordFailure) in
                    try requests.take(key, of: wanted.attempt, in: transaction)
                }
            }
            _ = try await recovery.settle(wanted.attempt)
            let prepared = try await prepare(wanted, with: recovery, by: caller, for: request?.key)
            return try await finish(prepared, with: recovery, for: request)
        } catch {
            // The processor was asked before, or just now.
            switch error {
            case .storage(let failure) where isRepeated,
                .recordUnknown(_, let failure) where isRepeated:
                throw .outcomeNotRecorded(wanted.attempt, failure)
            default: throw error
            }
        }
    }

    /// Whether an operation, or the request for one, was recorded before.
    private func isRepeated(
        _ wanted: ChargeStore.FollowUp,
        _ key: RequestKey?
    ) async throws(RecordFailure) -> Bool {
        guard key != nil || wanted.number != nil else { return false }
        return try await database.read { snapshot throws(RecordFailure) in
            if let key, try requests.find(key, in: snapshot) { return true }
            guard let number = wanted.number else { return false }
            return try charges.operations(of: wanted.attempt, wanted.kind, in: snapshot)
                .contains { $0.number == number }
        }
    }

    private func prepare(
        _ wanted: ChargeStore.FollowUp,
        with recovery: Recovery,
        by caller: AuditLog.Caller?,
        for key: RequestKey?
    ) async throws(RecordFailure) -> ChargeStore.PreparedFollowUp {
        let id = charges.drawOperation()
        let (processors, worker) = (recovery.processors, recovery.worker)
        do throws(RecordFailure) {
            return try await database.write { transaction throws(RecordFailure) in
                var (wanted, linked): (ChargeStore.FollowUp, OperationID?) = (wanted, id)
                if let key {
                    let taking = try requests.take(
                        key,
                        of: wanted.attempt,
                        for: id,
                        in: transaction
                    )
                    if case .continued(let earlier) = taking {
                        linked = earlier
                        // What the same request recorded before is gone on with.
                        if let earlier {
                            wanted = wanted.again(try charges.operation(earlier, in: transaction))
                        }
                    }
                }
                let prepared = try charges.prepare(
                    wanted,
                    as: id,
                    processors: processors,
                    worker: worker,
                    in: transaction
                )
                let operation = prepared.operation
                if let key, operation.id != linked {
                    try requests.link(key, to: operation.id, in: transaction)
                }
                if prepared.isNew {
                    try audit.record(caller, operation, in: transaction)
                }
                return prepared
            }
        } catch {
            guard case .storage(let failure) = error, failure.effect == .unknown,
                await !close(id)
            else { throw error }
            throw .recordUnknown(wanted.attempt, failure)
        }
    }

    /// Asks the processor about an operation that is recorded now, and records the outcome, the order's
    /// payment status and the answer to the request for it. What a final capture leaves is released before
    /// that answer.
    func finish(
        _ prepared: ChargeStore.PreparedFollowUp,
        with recovery: Recovery,
        for request: KeyedRequest<OperationResult, RecordFailure>?
    ) async throws(RecordFailure) -> Finished {
        let operation = prepared.operation
        guard prepared.isNew else { return try await conclude(operation, for: request) }
        let asked = FollowUpRequest(operation, prepared.original, isRepetition: false)
        let (state, _) = await prepared.processor.outcome(
            of: .followUp(operation.kind, asked),
            charges.clock
        )
        do throws(RecordFailure) {
            guard operation.isFinal else {
                return try await conclude(operation, state, for: request)
            }
            let changed = try await conclude(operation, state, for: nil).result.operation
            if changed.state.name == .completed {
                _ = try await recovery.settle(operation.attempt)
            }
            return try await conclude(changed, for: request)
        } catch {
            throw await keep(state, of: operation, error)
        }
    }

    /// Records an outcome, if there is one, with the order's payment status and the answer to the request.
    private func conclude(
        _ operation: ChargeOperation,
        _ state: OperationState? = nil,
        for request: KeyedRequest<OperationResult, RecordFailure>?
    ) async throws(RecordFailure) -> Finished {
        let attempt = operation.attempt
        return try await database.write { transaction throws(RecordFailure) in
            var changed = operation
            if let state {
                changed = try charges.recordIfPossible(state, of: operation, in: transaction)
            }
            guard let order = try follow(attempt, in: transaction),
                let payment = try read([attempt], in: transaction).first
            else { throw .attemptMissing(attempt) }
            let result = OperationResult(operation: changed, payment: payment, order: order)
            guard let request else { return (result, .open, nil) }
            if changed.state == .notSent {
                try requests.link(request.key, to: nil, in: transaction)
            }
            let answer = request.answer(.success(result), attempt)
            let withheld = try requests.conclude(
                request.key,
                of: attempt,
                with: answer,
                in: transaction
            )
            return (result, answer, withheld)
        }
    }

    /// Records an outcome alone, where it could not be recorded with what belongs to it. Where that fails
    /// too, the operation stays sent, and recovery settles it.
    ///
    /// - Returns: The failure as its caller is told.
    func keep(
        _ state: OperationState,
        of operation: ChargeOperation,
        storing credential: ChargeStore.NewCredential? = nil,
        _ failure: RecordFailure
    ) async -> RecordFailure {
        _ = try? await database.write { transaction throws(RecordFailure) in
            try record(state, of: operation, storing: credential, in: transaction)
        }
        guard case .storage(let storage) = failure else { return failure }
        return .outcomeNotRecorded(operation.attempt, storage)
    }

    /// Closes an operation as not sent whose record may have been kept though the commit failed. The
    /// processor was not asked.
    ///
    /// - Returns: Whether it is closed. A record that is not there now may still come: the server may
    ///   work on the commit.
    func close(_ id: OperationID) async -> Bool {
        let state = try? await database.write { transaction throws(RecordFailure) in
            let found = try charges.operation(id, in: transaction)
            // Recovery has taken it, and may have sent it.
            guard found.tries == 0 else { return found.state }
            return try charges.recordIfPossible(.notSent, of: found, in: transaction).state
        }
        return state == .notSent
    }
}

extension ChargeStore.FollowUp {
    /// The same as an operation that was recorded for it.
    fileprivate func again(_ operation: ChargeOperation) -> ChargeStore.FollowUp {
        ChargeStore.FollowUp(
            kind: kind,
            attempt: attempt,
            amount: operation.amount,
            number: operation.number,
            isFinal: operation.isFinal
        )
    }
}
