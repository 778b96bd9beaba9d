internal import Storage

/// A payment as it is recorded at one moment: one attempt, with its order.
public struct PaymentRecord: Hashable, Sendable {
    /// The attempt: its authorization, reference and amounts.
    public let attempt: AttemptRecord
    /// Its captures, voids and refunds, the oldest first.
    public let operations: [ChargeOperation]
    /// Its order; nil where none was placed.
    public let order: Order?
    /// The disputes of cardholders with their issuers, the first one first.
    public var disputes: [ProcessorStatement.Dispute] = []

    /// The status of the payment.
    public var status: Status {
        Status(attempt.authorization.state, order?.paymentStatus)
    }

    /// The status of a payment.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The outcome is not known yet, or not all of it is recorded.
        case pending
        /// The amount is held.
        case authorized
        /// The amount, or a part of it, was collected.
        case captured
        /// All that was collected was paid back.
        case refunded
        /// The merchant released the hold.
        case voided
        /// The issuer declined.
        case declined
        /// The processor was not reached; nothing was charged.
        case failed
        /// The authorization was cancelled after it had no usable answer; nothing is charged.
        case cancelled
        /// The processor refuses to cancel the authorization: people must settle it.
        case disputed

        init(_ authorization: OperationState, _ payment: PaymentStatus?) {
            switch (authorization, payment) {
            case (.declined, _): self = .declined
            case (.notSent, _): self = .failed
            case (.reversed, _): self = .cancelled
            case (.reversalRefused, _): self = .disputed
            case (.voided, _): self = .voided
            case (.approved, .authorized), (.partiallyApproved, .authorized): self = .authorized
            case (.approved, .paid), (.partiallyApproved, .paid): self = .captured
            case (.approved, .refunded), (.partiallyApproved, .refunded): self = .refunded
            case (.approved, _), (.partiallyApproved, _), (.prepared, _), (.sent, _),
                (.unknown, _), (.mismatched, _), (.reversing, _), (.completed, _):
                self = .pending
            }
        }
    }
}

extension PaymentRecord {
    /// A payment as it is recorded once it is accepted: it has no captures, voids or refunds yet.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - authorization: The authorization, as it is recorded then.
    public init(justAccepted receipt: PaymentReceipt, _ authorization: ChargeOperation) {
        self.init(
            attempt: AttemptRecord(justAuthorized: receipt.authorization, authorization),
            operations: [],
            order: receipt.order
        )
    }
}

extension DeskRecords {
    /// A payment as it is recorded now, or nil if there is none.
    ///
    /// - Throws: ``RecordFailure``.
    public func payment(_ attempt: AttemptID) async throws(RecordFailure) -> PaymentRecord? {
        try await payments([attempt]).first
    }

    /// Payments as they are recorded at one moment, without those that are not.
    ///
    /// - Throws: ``RecordFailure``.
    public func payments(_ attempts: [AttemptID]) async throws(RecordFailure) -> [PaymentRecord] {
        try await database.read { snapshot throws(RecordFailure) in
            try read(attempts, in: snapshot)
        }
    }

    /// The order with an identifier, or nil if there is none.
    ///
    /// - Throws: ``RecordFailure``.
    public func order(_ id: OrderID) async throws(RecordFailure) -> Order? {
        try await database.read { snapshot throws(RecordFailure) in
            return try orders.order(id, in: snapshot)
        }
    }

    func read(
        _ attempts: [AttemptID],
        in snapshot: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [PaymentRecord] {
        var records: [PaymentRecord] = []
        for attempt in attempts {
            let (record, operations): (AttemptRecord?, [ChargeOperation])
            record = try charges.record(of: attempt, in: snapshot)
            operations = try charges.followUps(of: attempt, in: snapshot)
            guard let record else { continue }
            let order = try orders.order(of: attempt, in: snapshot)
            records.append(
                PaymentRecord(
                    attempt: record,
                    operations: operations,
                    order: order,
                    disputes: try charges.disputes(of: attempt, in: snapshot)
                )
            )
        }
        return records
    }
}
