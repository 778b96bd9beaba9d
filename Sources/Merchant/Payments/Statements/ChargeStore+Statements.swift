internal import Money
internal import Storage
internal import World

extension ChargeStore {
    /// The changes that follow from a statement.
    struct StatementEffect {
        /// The operations as they are recorded now.
        var changed: [ChargeOperation] = []
        /// Those of them that were asked for elsewhere.
        var added: [ChargeOperation] = []
        /// Whether a dispute is new, or its state is.
        var hasDispute = false
        var contradictions: Set<StatementContradiction> = []
    }

    /// Records what a statement says and the records do not have yet, by the same transitions as direct
    /// answers. A state that is final stays.
    func apply(
        _ statement: ProcessorStatement,
        to attempt: AttemptID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> StatementEffect {
        var effect = StatementEffect()
        try decide(statement, attempt, &effect, in: transaction)
        for outcome in statement.outcomes {
            try record(outcome, of: attempt, &effect, in: transaction)
        }
        if let captured = statement.captured {
            let reference = statement.captureReference
            try capture(captured, reference, attempt, &effect, in: transaction)
        }
        for refund in statement.refunds {
            try self.refund(refund, attempt, &effect, in: transaction)
        }
        if statement.isReleased { try release(attempt, &effect, in: transaction) }
        if let time = statement.absentAt {
            try dismiss(attempt, absentAt: time, &effect, in: transaction)
        }
        for dispute in statement.disputes {
            try record(dispute, of: attempt, &effect, in: transaction)
        }
        return effect
    }

    private func decide(
        _ statement: ProcessorStatement,
        _ attempt: AttemptID,
        _ effect: inout StatementEffect,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let authorization = try authorization(of: attempt, in: transaction)
        guard let decision = statement.decision, !authorization.state.isSettled else { return }
        let original = try original(of: attempt, in: transaction)
        let state = OperationState(decision, to: original.amount, original.merchantReference)
        guard authorization.state.mayBecome(state) else { return }
        effect.changed.append(try record(state, of: authorization, in: transaction))
    }

    private func record(
        _ outcome: ProcessorStatement.Outcome,
        of attempt: AttemptID,
        _ effect: inout StatementEffect,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let found = try operations(
            // What people changed at a platform may have the key of the payment, that is of its authorization.
            """
            SELECT * FROM operation
            WHERE attempt = $1 AND kind <> 'authorization'
                AND (idempotency_key = $2 OR network_reference = $3)
            """,
            [.text(attempt.text), .init(outcome.key), .init(outcome.reference)],
            in: transaction
        )
        guard let own = found.first(where: { $0.idempotencyKey.text == outcome.key }) ?? found.first
        else { return }
        let state: OperationState =
            outcome.declineReason.map { .declined($0, code: outcome.processorCode) }
            ?? .completed(networkReference: outcome.reference)
        if own.state.mayBecome(state) {
            effect.changed.append(try record(state, of: own, in: transaction))
        } else if own.state.name != state.name {
            effect.contradictions.insert(.outcome)
        }
    }

    /// Completes the captures that have no answer and are in the amount, and adds one for what is more.
    private func capture(
        _ captured: Money,
        _ reference: String?,
        _ attempt: AttemptID,
        _ effect: inout StatementEffect,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let amounts = try amounts(of: attempt, in: transaction)
        guard captured.currency == amounts.captured.currency else {
            effect.contradictions.insert(.capture)
            return
        }
        var missing = captured.minorUnits - amounts.captured.minorUnits
        for open in try operations(of: attempt, .capture, in: transaction)
        where !open.state.isSettled && open.amount.minorUnits <= missing {
            missing -= open.amount.minorUnits
            let state = OperationState.completed(networkReference: nil)
            effect.changed.append(try record(state, of: open, in: transaction))
        }
        guard missing > 0 else { return }
        let rest = Money(minorUnits: missing, currency: captured.currency)
        try add(.capture, rest, reference, attempt, &effect, .capture, in: transaction)
    }

    private func refund(
        _ refund: ProcessorStatement.Refund,
        _ attempt: AttemptID,
        _ effect: inout StatementEffect,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let state = OperationState.completed(networkReference: refund.reference)
        let earlier = try operations(of: attempt, .refund, in: transaction)
        if let own = earlier.first(where: { $0.idempotencyKey.text == refund.key }) {
            if own.state.mayBecome(state) {
                effect.changed.append(try record(state, of: own, in: transaction))
            } else if own.state != state, own.state != .completed(networkReference: nil) {
                effect.contradictions.insert(.refund)
            }
            return
        }
        guard !earlier.contains(where: { $0.state == state }) else { return }
        let reference = refund.reference
        try add(.refund, refund.amount, reference, attempt, &effect, .refund, in: transaction)
    }

    private func release(
        _ attempt: AttemptID,
        _ effect: inout StatementEffect,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let authorization = try authorization(of: attempt, in: transaction)
        let done = OperationState.completed(networkReference: nil)
        switch authorization.state {
        case .approved, .partiallyApproved:
            let voids = try operations(of: attempt, .void, in: transaction)
            if let open = voids.first(where: { !$0.state.isSettled }) {
                effect.changed.append(try record(done, of: open, in: transaction))
                return
            }
            guard !voids.contains(where: { $0.state.name == .completed }) else { return }
            let rest = try amounts(of: attempt, in: transaction).capturable
            try add(.void, rest, nil, attempt, &effect, .release, in: transaction)
        case .reversing:
            let reversals = try operations(of: attempt, .reversal, in: transaction)
            for open in reversals where open.state.mayBecome(done) {
                effect.changed.append(try record(done, of: open, in: transaction))
            }
        // Recovery settles what is open.
        case .prepared, .sent, .unknown, .mismatched: break
        case .completed, .declined, .notSent, .reversed, .reversalRefused, .voided: break
        }
    }

    /// How long after it was sent an authorization may still reach a processor. Units: seconds. A guess that is
    /// far above the time limits of connections.
    private static let arrivalSeconds: Int64 = 600

    /// Ends the reversal of an authorization that the processor did not have when it could not arrive any more.
    /// Until then recovery goes on asking for the reversal.
    private func dismiss(
        _ attempt: AttemptID,
        absentAt time: UnixTime,
        _ effect: inout StatementEffect,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let authorization = try authorization(of: attempt, in: transaction)
        guard case .reversing = authorization.state,
            time.seconds - authorization.preparedAt.seconds >= Self.arrivalSeconds
        else { return }
        try release(attempt, &effect, in: transaction)
    }

    /// Adds an operation that was asked for elsewhere and is done.
    private func add(
        _ kind: OperationKind,
        _ amount: Money,
        _ reference: String?,
        _ attempt: AttemptID,
        _ effect: inout StatementEffect,
        _ contradiction: StatementContradiction,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let authorization = try authorization(of: attempt, in: transaction)
        let amounts = try amounts(of: attempt, in: transaction)
        let earlier = try operations(of: attempt, kind, in: transaction)
        // An approval that waits for its order is released where it gets none. What is captured of it elsewhere
        // is left to people.
        let awaitsOrder = authorization.state.isHeld && authorization.dueAt != nil
        guard amounts.refusal(of: kind, amount) == nil, kind != .capture || !awaitsOrder else {
            effect.contradictions.insert(contradiction)
            return
        }
        let now = world.clock.now
        let new = NewOperation(
            id: drawOperation(),
            attempt: attempt,
            intent: authorization.intent,
            kind: kind,
            number: (earlier.last?.number ?? 0) + 1,
            processor: authorization.processor,
            amount: amount,
            state: .sent,
            time: now,
            dueAt: now,
            worker: nil
        )
        guard let added = try insert(new, in: transaction) else { return }
        let state = OperationState.completed(networkReference: reference)
        effect.added.append(try record(state, of: added, in: transaction))
    }
}

// Disputes.
extension ChargeStore {
    private func record(
        _ dispute: ProcessorStatement.Dispute,
        of attempt: AttemptID,
        _ effect: inout StatementEffect,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let known = try disputes(of: attempt, in: transaction).first {
            $0.reference == dispute.reference
        }
        if let known, known.state == dispute.state { return }
        if let known, !known.state.mayBecome(dispute.state) {
            effect.contradictions.insert(.dispute)
            return
        }
        try transaction.execute(
            """
            INSERT INTO dispute (attempt, reference, amount_minor_units, currency_code, state,
                opened_at, changed_at, action)
            VALUES ($1, $2, $3, $4, $5, $6, $6, $7)
            ON CONFLICT (attempt, reference) DO UPDATE
            SET state = excluded.state, changed_at = excluded.changed_at
            """,
            [
                .text(attempt.text), .text(dispute.reference),
                .integer(dispute.amount.minorUnits), .text(dispute.amount.currency.code),
                .text(dispute.state.rawValue), .integer(world.clock.now.seconds),
                .init(dispute.action),
            ]
        )
        effect.hasDispute = true
    }

    /// The disputes of an attempt, the first one first.
    func disputes(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ProcessorStatement.Dispute] {
        try reader.all(
            "SELECT * FROM dispute WHERE attempt = $1 ORDER BY opened_at, reference",
            [.text(attempt.text)]
        ) { row throws(StorageFailure) in
            ProcessorStatement.Dispute(
                reference: try row.text("reference"),
                action: try row.textIfPresent("action"),
                amount: try row.money("amount_minor_units"),
                state: try row.name("state")
            )
        }
    }
}
