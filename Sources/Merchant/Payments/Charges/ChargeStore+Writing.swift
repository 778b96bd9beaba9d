internal import Money
internal import PaymentToken
public import Storage
internal import World

/// An operation that is to be recorded.
struct NewOperation {
    let id: OperationID
    let attempt: AttemptID
    let intent: IntentID
    let kind: OperationKind
    let number: Int64
    let processor: ProcessorName
    let amount: Money
    let state: OperationState
    let time: UnixTime
    let dueAt: UnixTime?
    let worker: WorkerID?
    var settlementReference: String?
    var capturesOnce = false
    var isFinal = false
}

extension ChargeStore {
    /// Records an operation; nil if another is in its place.
    func insert(
        _ new: NewOperation,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation? {
        let key = IdempotencyKey(new.kind, number: new.number, of: new.attempt)
        return try transaction.one(
            """
            INSERT INTO operation
                (id, attempt, intent, kind, number, idempotency_key, processor,
                 amount_minor_units, currency_code, state, prepared_at, changed_at, tries,
                 due_at, lease_owner, settlement_reference, captures_once, is_final)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, 0, $12, $13, $14, $15,
                $16)
            ON CONFLICT DO NOTHING RETURNING *
            """,
            [
                .text(new.id.text), .text(new.attempt.text), .text(new.intent.text),
                .text(new.kind.rawValue), .integer(new.number), .text(key.text),
                .text(new.processor.text), .integer(new.amount.minorUnits),
                .text(new.amount.currency.code), .text(new.state.name.rawValue),
                .integer(new.time.seconds), .init(new.dueAt?.seconds),
                .init(new.worker?.text), .init(new.settlementReference),
                .integer(new.capturesOnce ? 1 : 0), .integer(new.isFinal ? 1 : 0),
            ],
            ChargeOperation.init
        )
    }

    /// Records what an operation became, and what follows for the attempt's other operations: an
    /// answer that is not about what was asked for is reversed, a reversal or a void of the whole hold that is
    /// done ends the authorization, and what a final capture leaves is to be released.
    ///
    /// - Throws: ``RecordFailure/transitionRefused(from:to:)`` where it cannot become that, or is not
    ///   any more in the state that `operation` has.
    @discardableResult
    public func record(
        _ state: OperationState,
        of operation: ChargeOperation,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation {
        let changed = try change(operation, to: state, in: transaction)
        switch (changed.kind, changed.state) {
        case (.authorization, _):
            guard let reason = RecoveryDecision.reversal(after: changed.state, policy) else {
                return changed
            }
            return try reverse(changed, reason, in: transaction)
        case (.reversal, .completed), (.reversal, .declined):
            let authorization = try authorization(of: changed.attempt, in: transaction)
            guard case .reversing(let reason) = authorization.state else { return changed }
            let isRefused = changed.state.name == .declined
            let end: OperationState = isRefused ? .reversalRefused(reason) : .reversed(reason)
            _ = try change(authorization, to: end, in: transaction)
        case (.void, .completed):
            // After a capture it releases the rest, and the payment stays as it is.
            guard try amounts(of: changed.attempt, in: transaction).isReleased else { break }
            let authorization = try authorization(of: changed.attempt, in: transaction)
            _ = try change(authorization, to: .voided, in: transaction)
        case (.capture, .completed) where changed.isFinal:
            try releaseRest(after: changed, in: transaction)
        case (.capture, _), (.refund, _), (.void, _), (.reversal, _), (.release, _): break
        }
        return changed
    }

    /// Records what an operation became, unless another program has settled it since.
    ///
    /// That it was not sent is recorded only while no other program has taken it: the other one may
    /// have sent it.
    ///
    /// - Returns: The operation as it is recorded now.
    public func recordIfPossible(
        _ state: OperationState,
        of operation: ChargeOperation,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation {
        if state == .notSent {
            let found = try self.operation(operation.id, in: transaction)
            guard found.tries == operation.tries else { return found }
        }
        do throws(RecordFailure) {
            return try record(state, of: operation, in: transaction)
        } catch {
            guard case .transitionRefused = error else { throw error }
        }
        let found = try self.operation(operation.id, in: transaction)
        guard found.state.mayBecome(state) else { return found }
        return try record(state, of: found, in: transaction)
    }

    /// Records that another processor is asked about an authorization, because the one before certainly
    /// did nothing.
    ///
    /// - Returns: Whether it is recorded; not where another program has settled or taken it since.
    func handOver(
        _ authorization: ChargeOperation,
        to processor: any PaymentProcessor,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Bool {
        let reference = processor.settlementReference(of: authorization.idempotencyKey)
        return try transaction.execute(
            """
            UPDATE operation
            SET processor = $3, settlement_reference = $4, due_at = $5, captures_once = $6
            WHERE id = $1 AND state = 'sent' AND tries = $2
            """,
            [
                .text(authorization.id.text), .integer(authorization.tries),
                .text(processor.name.text), .init(reference),
                .integer(leaseEnd(from: world.clock.now).seconds),
                .integer(processor.capturesOnce ? 1 : 0),
            ]
        ) == 1
    }

    /// Records that an authorization is to be cancelled, with the reversal that does it.
    ///
    /// - Returns: The authorization.
    public func reverse(
        _ authorization: ChargeOperation,
        _ reason: ReversalReason,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation {
        let reversing = try change(authorization, to: .reversing(reason), in: transaction)
        let reversal = consequence(.reversal, of: authorization, authorization.amount)
        guard try insert(reversal, in: transaction) != nil else {
            throw .transitionRefused(from: authorization.state.name, to: .reversing)
        }
        return reversing
    }

    /// Records that what a final capture left is to be released; nothing where nothing is left.
    private func releaseRest(
        after capture: ChargeOperation,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let rest = try amounts(of: capture.attempt, in: transaction).uncaptured
        guard rest.minorUnits > 0 else { return }
        _ = try insert(consequence(.release, of: capture, rest), in: transaction)
    }

    /// An operation that follows from another one, and that recovery makes.
    private func consequence(
        _ kind: OperationKind,
        of operation: ChargeOperation,
        _ amount: Money
    ) -> NewOperation {
        let now = world.clock.now
        return NewOperation(
            id: OperationID(key: keys.next()),
            attempt: operation.attempt,
            intent: operation.intent,
            kind: kind,
            number: 1,
            processor: operation.processor,
            amount: amount,
            state: .prepared,
            time: now,
            dueAt: now,
            worker: nil
        )
    }

    /// Records that an authorization is to be cancelled on which a lease was taken, unless it was
    /// answered, ordered or taken by another program since.
    ///
    /// - Parameters:
    ///   - authorization: The authorization, as it was when the lease was taken.
    ///   - reason: Why.
    ///   - transaction: Where to record it.
    /// - Returns: The authorization as it is recorded now.
    /// - Throws: ``RecordFailure``.
    public func reverseLeased(
        _ authorization: ChargeOperation,
        _ reason: ReversalReason,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation {
        let found = try operation(authorization.id, in: transaction)
        guard found.state == authorization.state, found.dueAt == authorization.dueAt else {
            return found
        }
        return try reverse(found, reason, in: transaction)
    }

    private func change(
        _ operation: ChargeOperation,
        to state: OperationState,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation {
        guard operation.state.mayBecome(state) else {
            throw .transitionRefused(from: operation.state.name, to: state.name)
        }
        let now = world.clock.now
        let columns = StateColumns(state)
        let changed = try transaction.one(
            """
            UPDATE operation
            SET state = $3, changed_at = $4, due_at = $5, lease_owner = NULL,
                authorization_code = COALESCE($6, authorization_code),
                network_reference = COALESCE($7, network_reference),
                approved_minor_units = COALESCE($8, approved_minor_units),
                decline_reason = $9, mismatch = COALESCE($10, mismatch),
                reversal_reason = COALESCE($11, reversal_reason),
                address_check = COALESCE($12, address_check), processor_code = $13,
                hold_ends_at = COALESCE($14, hold_ends_at)
            WHERE id = $1 AND state = $2 RETURNING *
            """,
            [
                .text(operation.id.text), .text(operation.state.name.rawValue),
                .text(state.name.rawValue), .integer(now.seconds),
                .init(dueTime(of: state, from: now)?.seconds), .init(columns.code),
                .init(columns.reference), .init(columns.part), .init(columns.reason),
                .init(columns.mismatch), .init(columns.reversal),
                .init(columns.addressCheck), .init(state.processorCode?.text),
                .init(columns.holdEndsAt),
            ],
            ChargeOperation.init
        )
        if let changed { return changed }
        let found = try self.operation(operation.id, in: transaction)
        throw .transitionRefused(from: found.state.name, to: state.name)
    }

    /// When recovery is to act on an operation in a state.
    private func dueTime(of state: OperationState, from now: UnixTime) -> UnixTime? {
        switch state {
        case .prepared, .sent: leaseEnd(from: now)
        case .unknown: now
        case .approved, .partiallyApproved:
            policy.orderWithinSeconds.flatMap { now.advanced(bySeconds: $0) }
        case .completed, .mismatched, .declined, .notSent, .reversing, .reversed,
            .reversalRefused, .voided:
            nil
        }
    }
}

/// The columns of a state beside its name.
private struct StateColumns {
    var code: String?
    var reference: String?
    var part: Int64?
    var reason: String?
    var mismatch: String?
    var reversal: String?
    var addressCheck: String?
    var holdEndsAt: Int64?

    init(_ state: OperationState) {
        switch state {
        case .approved(let approval): take(approval)
        case .partiallyApproved(let approval, let amount):
            take(approval)
            part = amount.minorUnits
        case .completed(let networkReference): reference = networkReference
        case .declined(let declineReason, _): reason = declineReason.rawValue
        case .mismatched(let difference): mismatch = difference.rawValue
        case .reversing(let why), .reversed(let why), .reversalRefused(let why):
            reversal = why.rawValue
        case .prepared, .sent, .notSent, .unknown, .voided: break
        }
    }

    private mutating func take(_ approval: Approval) {
        (code, reference) = (approval.authorizationCode, approval.networkReference)
        addressCheck = approval.addressCheck?.rawValue
        holdEndsAt = approval.holdEndsAt?.seconds
    }
}
