public import Money
public import Storage
internal import World

extension ChargeStore {
    /// A capture, void or refund that is wanted.
    public struct FollowUp: Hashable, Sendable {
        /// A capture, a void or a refund.
        public let kind: OperationKind
        /// Its attempt.
        public let attempt: AttemptID
        /// The amount; nil for all that is left. A void has none.
        public let amount: Money?
        /// The number of the capture or refund, from 1; nil for the next one. The same number again
        /// is the same operation.
        public let number: Int64?
        /// Whether it is a capture after which what is left of the hold is released.
        public let isFinal: Bool

        /// A capture, void or refund of an attempt.
        public init(
            kind: OperationKind,
            attempt: AttemptID,
            amount: Money?,
            number: Int64?,
            isFinal: Bool = false
        ) {
            self.kind = kind
            self.attempt = attempt
            self.amount = amount
            self.number = number
            self.isFinal = isFinal
        }

        /// The first operation of a kind, of all that is left.
        static func whole(_ kind: OperationKind, of attempt: AttemptID) -> FollowUp {
            FollowUp(kind: kind, attempt: attempt, amount: nil, number: 1)
        }
    }

    /// A capture, a void or a refund that is recorded, and about which the processor may be asked.
    public struct PreparedFollowUp: Sendable {
        /// The operation.
        public let operation: ChargeOperation
        /// Whether it was recorded now. Otherwise the processor was asked before, and is not asked again.
        public let isNew: Bool
        let original: OriginalAuthorization
        let processor: any PaymentProcessor
    }

    /// Records a capture, void or refund, as sent, before the processor is asked.
    ///
    /// - Parameters:
    ///   - wanted: What is wanted.
    ///   - id: What it is recorded by.
    ///   - processors: The processors, of which the one that authorized will be asked.
    ///   - worker: Who will ask it.
    ///   - transaction: Where to record it.
    /// - Returns: The operation, with what its request to the processor needs.
    /// - Throws: ``RecordFailure/unsettled(_:)`` while the authorization has no answer,
    ///   ``RecordFailure/refused(_:)`` where the amounts do not allow it,
    ///   ``RecordFailure/otherProcessor(_:)`` and ``RecordFailure/processorLacks(_:)`` where the processor
    ///   is not there or cannot do it, ``RecordFailure/attemptMissing(_:)``.
    public func prepare(
        _ wanted: FollowUp,
        as id: OperationID,
        processors: ProcessorRoutes,
        worker: WorkerID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> PreparedFollowUp {
        let authorization = try authorization(of: wanted.attempt, in: transaction)
        guard authorization.state.isSettled else { throw .unsettled(wanted.attempt) }
        guard let processor = processors[authorization.processor] else {
            throw .otherProcessor(authorization.processor)
        }
        let amounts = try amounts(of: wanted.attempt, in: transaction)
        let earlier = try operations(of: wanted.attempt, wanted.kind, in: transaction)
        if let same = try wanted.same(in: earlier) {
            return PreparedFollowUp(
                operation: same,
                isNew: false,
                original: try original(of: wanted.attempt, in: transaction),
                processor: processor
            )
        }
        if let capability = processor.lacking(for: wanted, after: earlier) {
            throw .processorLacks(capability)
        }
        let amount = wanted.amount ?? wanted.kind.all(of: amounts)
        let refusal = amounts.refusal(of: wanted.kind, amount)
        // How much is left to release is known when every capture has its answer.
        if amounts.capturing.minorUnits > 0,
            wanted.kind == .void || wanted.isFinal && refusal == nil
        {
            throw .unsettled(wanted.attempt)
        }
        if let refusal { throw .refused(refusal) }
        let now = world.clock.now
        let new = NewOperation(
            id: id,
            attempt: wanted.attempt,
            intent: authorization.intent,
            kind: wanted.kind,
            number: ChargeStore.FollowUp.number(after: earlier),
            processor: processor.name,
            amount: amount,
            state: .sent,
            time: now,
            dueAt: leaseEnd(from: now),
            worker: worker,
            isFinal: wanted.isFinal
        )
        guard let operation = try insert(new, in: transaction) else {
            throw .unsettled(wanted.attempt)
        }
        return PreparedFollowUp(
            operation: operation,
            isNew: true,
            original: try original(of: wanted.attempt, in: transaction),
            processor: processor
        )
    }

    /// The amounts of an attempt.
    ///
    /// - Throws: ``RecordFailure/attemptMissing(_:)`` where there is no such attempt.
    public func amounts(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> AttemptAmounts {
        guard
            let found = try reader.one(
                """
                SELECT authorized, capturing, captured, refunding, refunded, released, closed,
                    currency_code, captures_once
                FROM attempt_amount
                JOIN operation ON operation.attempt = attempt_amount.attempt
                    AND operation.kind = 'authorization'
                WHERE attempt_amount.attempt = $1
                """,
                [.text(attempt.text)],
                AttemptAmounts.init
            )
        else { throw .attemptMissing(attempt) }
        return found
    }

    /// The operations of an attempt of one kind, in the order of their numbers.
    public func operations(
        of attempt: AttemptID,
        _ kind: OperationKind,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            "SELECT * FROM operation WHERE attempt = $1 AND kind = $2 ORDER BY number",
            [.text(attempt.text), .text(kind.rawValue)],
            in: reader
        )
    }
}

extension ChargeStore.FollowUp {
    fileprivate static func number(after earlier: [ChargeOperation]) -> Int64 {
        (earlier.last?.number ?? 0) + 1
    }

    /// The earlier operation of the wanted number; nil where a new one is wanted.
    fileprivate func same(
        in earlier: [ChargeOperation]
    ) throws(RecordFailure) -> ChargeOperation? {
        let next = Self.number(after: earlier)
        guard let number, number != next else { return nil }
        guard let same = earlier.first(where: { $0.number == number }) else {
            throw .refused(.numberSkips(expected: next))
        }
        guard isFinal == same.isFinal, amount == nil || amount == same.amount else {
            throw .refused(.numberUsed(number))
        }
        return same
    }
}

extension OperationKind {
    /// All that an operation of this kind can be about.
    fileprivate func all(of amounts: AttemptAmounts) -> Money {
        switch self {
        case .authorization, .reversal, .release: amounts.authorized
        case .capture, .void: amounts.capturable
        case .refund: amounts.refundable
        }
    }
}
