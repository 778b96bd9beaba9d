internal import Money
public import PaymentToken
public import Storage
public import World

/// The records of a desk's payments, without a desk: for programs that list or settle what is open.
public struct DeskRecords: Sendable {
    let database: Database
    let charges: ChargeStore
    let orders: OrderTracking
    let requests: IdempotencyRecords
    let audit: AuditLog

    /// The records in a database that was opened with ``PaymentDesk/migrations``.
    public init(database: Database, world: World, policy: RecoveryPolicy = .standard) {
        self.database = database
        charges = ChargeStore(world: world, policy: policy, keyOrder: database.keyOrder)
        orders = OrderTracking(world: world, keyOrder: database.keyOrder)
        audit = AuditLog(clock: world.clock)
        requests = IdempotencyRecords(
            clock: world.clock,
            leaseSeconds: policy.leaseSeconds,
            audit: audit
        )
    }

    /// Something that is still to be settled.
    public enum OpenItem: Hashable, Sendable {
        /// An operation without an answer.
        case operation(ChargeOperation)
        /// An approval without an order.
        case withoutOrder(ChargeOperation)

        /// The operation.
        public var operation: ChargeOperation {
            switch self {
            case .operation(let operation), .withoutOrder(let operation): operation
            }
        }
    }

    /// The attempt that a token's transaction was charged by, or nil if it was not charged.
    ///
    /// - Throws: ``RecordFailure``.
    public func attempt(of transaction: TransactionID) async throws(RecordFailure) -> AttemptID? {
        try await database.read { snapshot throws(RecordFailure) in
            return try charges.attempt(of: transaction, in: snapshot)
        }
    }

    /// The open items, the oldest first: at most `limit` of each kind.
    public func open(limit: Int = 1_000) async throws(RecordFailure) -> [OpenItem] {
        try await database.read { snapshot throws(RecordFailure) in
            let unsettled = try charges.unsettled(
                preparedBefore: UnixTime(seconds: .max),
                limit: limit,
                in: snapshot
            ).map(OpenItem.operation)
            let withoutOrder = try charges.awaitingOrder(limit: limit, in: snapshot)
            return unsettled + withoutOrder.map(OpenItem.withoutOrder)
        }
    }

    /// Records a change in the audit log, before it is made.
    func record(_ change: AuditLog.Change) async throws(RecordFailure) {
        try await database.write { transaction throws(RecordFailure) in
            try audit.record(change, in: transaction)
        }
    }

    /// Records the answer to a request, where that was not done with the outcome.
    ///
    /// - Returns: The result, or why the answer is another one.
    func end<Success: Sendable, Failure: Error>(
        _ key: RequestKey,
        _ result: Result<Success, Failure>,
        _ answer: KeyedAnswer
    ) async -> KeyedResult<Success, Failure> {
        let attempt = key.attempt
        do throws(RecordFailure) {
            if attempt == nil, answer == .notDone {
                _ = try await database.read { snapshot throws(RecordFailure) in
                    try requests.find(key, in: snapshot)
                }
            } else {
                let withheld = try await database.write { transaction throws(RecordFailure) in
                    try requests.conclude(key, of: attempt, with: answer, in: transaction)
                }
                if let withheld { return .before(withheld) }
            }
        } catch .withheld(let earlier) {
            return .before(earlier)
        } catch { return .now(result, answer, unrecorded: error) }
        return .now(result, answer)
    }

    /// A recovery that keeps the orders' payment status up to date.
    ///
    /// - Parameters:
    ///   - processors: The processors.
    ///   - worker: Who takes the leases; a new one if not given.
    /// - Returns: The recovery.
    public func recovery(
        with processors: ProcessorRoutes,
        worker: WorkerID? = nil
    ) -> Recovery {
        Recovery(database: database, store: charges, processors: processors, worker: worker) {
            transaction,
            operation throws(RecordFailure) in
            do throws(RecordFailure) {
                _ = try follow(operation.attempt, in: transaction)
            } catch {
                // Whatever else the order is, the operation's outcome must be recorded.
                guard case .storage(let failure) = error else { return }
                throw .storage(failure)
            }
        }
    }

    /// Gives an attempt's order the payment status that follows from the attempt's amounts.
    ///
    /// - Returns: The order; nil if there is none.
    func follow(
        _ attempt: AttemptID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Order? {
        guard var order = try orders.order(of: attempt, in: transaction) else { return nil }
        let status: PaymentStatus
        do throws(RecordFailure) {
            status = PaymentStatus(
                try charges.authorization(of: attempt, in: transaction).state,
                try charges.amounts(of: attempt, in: transaction)
            )
        } catch {
            guard case .storage(let failure) = error else {
                throw .attemptNotAuthorized(attempt)
            }
            throw .storage(failure)
        }
        // One statement may say that the amount was captured and refunded.
        if order.paymentStatus == .authorized, status == .refunded {
            order = try orders.record(.paid, of: order.id, in: transaction)
        }
        guard order.paymentStatus.mayBecome(status) else { return order }
        return try orders.record(status, of: order.id, in: transaction)
    }
}

extension PaymentStatus {
    /// The status that follows from an authorization and its attempt's amounts.
    init(_ authorization: OperationState, _ amounts: AttemptAmounts) {
        switch authorization {
        case .voided, .reversed: self = .voided
        case .declined, .notSent: self = .declined
        case .prepared, .sent, .unknown, .mismatched, .reversing, .completed, .reversalRefused:
            self = .pending
        case .approved, .partiallyApproved:
            if amounts.captured.minorUnits == 0 {
                self = .authorized
            } else if amounts.refunded == amounts.captured {
                self = .refunded
            } else {
                self = .paid
            }
        }
    }
}
