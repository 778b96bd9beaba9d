public import Storage
internal import World

/// Charges a card once: performs what an ``OperationStateMachine`` decides.
///
/// The order matters: the operation and its key are on the disk before the processor is asked,
/// and the answer, with what the caller keeps with it, before the caller is told.
///
/// An error that does not carry ``ChargeFailure/outcomeNotRecorded(_:_:)`` was thrown before the
/// processor was asked, except where the closure `settling` threw it. After one that carries
/// ``ChargeFailure/recordUnknown(_:_:)`` recovery may still ask it.
public struct ChargeExecutor: Sendable {
    let database: Database
    let store: ChargeStore
    let processor: any PaymentProcessor
    let worker: WorkerID

    /// An executor with a database, the store in it, and the processor.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - store: The store in it.
    ///   - processor: The processor.
    ///   - worker: Who takes the leases; a new one if not given.
    public init(
        database: Database,
        store: ChargeStore,
        processor: any PaymentProcessor,
        worker: WorkerID? = nil
    ) {
        self.database = database
        self.store = store
        self.processor = processor
        self.worker = worker ?? WorkerID(drawnFrom: store.world.randomness)
    }

    /// Records a charge, and what belongs to it in the same transaction. The processor is not asked.
    ///
    /// - Parameters:
    ///   - charge: What is owed, and the token's transaction.
    ///   - card: The card. Only the processor receives it.
    ///   - preparing: Runs first in the transaction that records the charge. Where it returns false,
    ///     having written nothing, nothing is recorded, and no transaction is undone for that.
    ///   - claiming: Runs last in that transaction: for instance the claim on the token. An error stops
    ///     the charge.
    /// - Returns: The charge, for ``authorize(_:settling:)``, once it is on the disk; nil where
    ///   `preparing` returned false.
    /// - Throws: What the closures throw, or ``ChargeFailure`` in their error type.
    public func prepare<Failure: CarriesChargeFailure>(
        _ charge: NewCharge,
        card: CardCredentials,
        preparing: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Bool = {
            _ throws(Failure) in true
        },
        claiming: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Void
    ) async throws(Failure) -> PreparedCharge? {
        let identifiers = store.draw()
        let suffix = card.accountSuffix
        let reference = processor.settlementReference(
            of: IdempotencyKey(.authorization, of: identifiers.attempt)
        )
        let operation: ChargeOperation?
        do throws(Failure) {
            operation = try await database.write { transaction throws(Failure) in
                guard try preparing(transaction) else { return nil }
                let operation: ChargeOperation
                do throws(ChargeFailure) {
                    operation = try store.prepare(
                        charge,
                        as: identifiers,
                        accountSuffix: suffix,
                        processor: processor.name,
                        worker: worker,
                        settlementReference: reference,
                        in: transaction
                    )
                } catch {
                    throw Failure(charging: error)
                }
                try claiming(transaction)
                return operation
            }
        } catch {
            // Where it cannot be closed, recovery settles it: the processor does not know it.
            if case .storage(let storage) = error.chargeFailure, storage.effect == .unknown {
                _ = await close(identifiers.operation)
            }
            throw error
        }
        return operation.map { PreparedCharge(operation: $0, charge: charge, card: card) }
    }

    /// Charges a card, and records what belongs to the outcome in the same transaction.
    ///
    /// Where `settling` throws, the outcome is still recorded, so that an approval is never lost.
    /// Then the error is thrown, and the customer must not be told of success.
    ///
    /// - Parameters:
    ///   - prepared: What ``prepare(_:card:preparing:claiming:)`` recorded.
    ///   - settling: Runs in the transaction that records the outcome: for instance the order. It is
    ///     given the authorization as it is recorded.
    /// - Returns: What `settling` returned, once it is on the disk.
    /// - Throws: What the closure throws, or ``ChargeFailure`` in its error type.
    public func authorize<Settled: Sendable, Failure: CarriesChargeFailure>(
        _ prepared: PreparedCharge,
        settling:
            @escaping @Sendable (borrowing Transaction, ChargeOperation, ChargeOutcome)
            throws(Failure) -> Settled
    ) async throws(Failure) -> Settled {
        let (operation, charge) = (prepared.operation, prepared.charge)
        let request = AuthorizationRequest(
            charge,
            card: prepared.card,
            idempotencyKey: operation.idempotencyKey,
            preparedAt: operation.preparedAt
        )
        let suffix = request.card.accountSuffix
        return try await drive(operation) { _ throws(ProcessorFailure) in
            let answer = try await processor.authorize(request)
            return OperationState(answer, to: charge.amount, charge.merchantReference)
        } settling: { transaction, authorization throws(Failure) in
            let authorized = AuthorizedAttempt(
                authorization,
                merchantReference: charge.merchantReference,
                transactionID: charge.transactionID,
                accountSuffix: suffix
            )
            let outcome = authorized.map(ChargeOutcome.authorized) ?? authorization.state.outcome
            return try settling(transaction, authorization, outcome ?? .unknown)
        }
    }

    /// Captures, voids or refunds, and records what belongs to it in the same transaction.
    ///
    /// - Parameters:
    ///   - wanted: What is wanted. With the number of an earlier operation nothing is sent, and the
    ///     earlier one is returned.
    ///   - preparing: Runs in the transaction that records the operation, before the processor is
    ///     asked: for instance the link from a request of a client. An error stops the operation.
    ///   - settling: Runs in the transaction that records the outcome: for instance the order's
    ///     payment status.
    /// - Returns: The operation, and what `settling` returned, once they are on the disk.
    /// - Throws: What the closure throws, or ``ChargeFailure`` in its error type.
    public func perform<Settled: Sendable, Failure: CarriesChargeFailure>(
        _ wanted: ChargeStore.FollowUp,
        preparing:
            @escaping @Sendable (borrowing Transaction, ChargeOperation) throws(Failure) -> Void = {
                _,
                _ throws(Failure) in
            },
        settling:
            @escaping @Sendable (borrowing Transaction, ChargeOperation) throws(Failure) -> Settled
    ) async throws(Failure) -> Settled {
        if let capability = lacking(for: wanted) {
            throw Failure(charging: .processorLacks(capability))
        }
        let (operation, isNew, original) = try await prepare(wanted, preparing)
        guard isNew else {
            return try await database.write { transaction throws(Failure) in
                try settling(transaction, operation)
            }
        }
        let request = FollowUpRequest(operation, original, isRepetition: false)
        return try await drive(operation) { number throws(ProcessorFailure) in
            try await processor.answer(
                to: operation.kind,
                number == 1 ? request : request.repeated
            )
        } settling: { transaction, operation throws(Failure) in
            try settling(transaction, operation)
        }
    }

    private func prepare<Failure: CarriesChargeFailure>(
        _ wanted: ChargeStore.FollowUp,
        _ preparing:
            @escaping @Sendable (borrowing Transaction, ChargeOperation) throws(Failure) -> Void
    ) async throws(Failure) -> (ChargeOperation, isNew: Bool, OriginalAuthorization) {
        let id = OperationID(key: store.keys.next())
        do throws(Failure) {
            return try await database.write { transaction throws(Failure) in
                let prepared: (operation: ChargeOperation, isNew: Bool)
                let original: OriginalAuthorization
                do throws(ChargeFailure) {
                    prepared = try store.prepare(
                        wanted,
                        as: id,
                        processor: processor.name,
                        worker: worker,
                        in: transaction
                    )
                    original = try store.original(of: wanted.attempt, in: transaction)
                } catch { throw Failure(charging: error) }
                try preparing(transaction, prepared.operation)
                return (prepared.operation, prepared.isNew, original)
            }
        } catch {
            guard case .storage(let storage) = error.chargeFailure, storage.effect == .unknown,
                await !close(id)
            else { throw error }
            throw Failure(charging: .recordUnknown(wanted.attempt, storage))
        }
    }

    /// The capability that a processor needs for an operation and does not have.
    private func lacking(for wanted: ChargeStore.FollowUp) -> ProcessorCapability? {
        var needed: [ProcessorCapability] = []
        switch wanted.kind {
        case .capture: needed = [.capture]
        case .void: needed = [.void]
        case .refund: needed = [.refund]
        case .authorization, .reversal: break
        }
        if wanted.kind == .capture, (wanted.number ?? 1) > 1 { needed.append(.severalCaptures) }
        return needed.first { !processor.capabilities.contains($0) }
    }

    /// Closes an operation as not sent whose record may have been kept though the commit failed. The
    /// processor was not asked.
    ///
    /// - Returns: Whether it is closed. A record that is not there now may still come: the server may
    ///   work on the commit.
    private func close(_ id: OperationID) async -> Bool {
        let state = try? await database.write { transaction throws(ChargeFailure) in
            let found = try store.operation(id, in: transaction)
            // Recovery has taken it, and may have sent it.
            guard found.tries == 0 else { return found.state }
            return try store.recordIfPossible(.notSent, of: found, in: transaction).state
        }
        return state == .notSent
    }
}

/// A charge that is recorded, and about which the processor is asked next.
public struct PreparedCharge: Sendable {
    let operation: ChargeOperation
    let charge: NewCharge
    let card: CardCredentials
}
