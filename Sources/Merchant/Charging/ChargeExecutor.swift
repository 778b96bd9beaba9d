public import Storage

/// Charges a card once: performs what a ``ChargeStateMachine`` decides.
///
/// The order matters: the operation and its key are on the disk before the processor is asked,
/// and the answer, with what the caller keeps with it, before the caller is told.
public struct ChargeExecutor: Sendable {
    private let database: Database
    private let store: ChargeStore
    private let processor: any PaymentProcessor

    /// An executor with a database, the store in it, and the processor.
    public init(database: Database, store: ChargeStore, processor: any PaymentProcessor) {
        self.database = database
        self.store = store
        self.processor = processor
    }

    /// Charges a card, and records what belongs to the charge in the same transactions.
    ///
    /// Where `settling` throws, the outcome is still recorded, so that an approval is never lost.
    /// Then the error is thrown, and the customer must not be told of success.
    ///
    /// - Parameters:
    ///   - charge: What is owed, and the token's transaction.
    ///   - card: The card. Only the processor receives it.
    ///   - claiming: Runs in the transaction that records the operation, before the processor is
    ///     asked: for instance the claim on the token. An error stops the charge.
    ///   - settling: Runs in the transaction that records the outcome: for instance the order.
    /// - Returns: What `settling` returned, once it is on the disk.
    /// - Throws: What the closures throw, or ``ChargeFailure`` in their error type.
    public func authorize<Settled: Sendable, Failure: CarriesChargeFailure>(
        _ charge: NewCharge,
        card: CardCredentials,
        claiming: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Void,
        settling:
            @escaping @Sendable (borrowing Transaction, ChargeOutcome) throws(Failure) -> Settled
    ) async throws(Failure) -> Settled {
        let operation = try await prepare(charge, card: card, claiming: claiming)
        let request = AuthorizationRequest(
            charge,
            card: card,
            idempotencyKey: operation.idempotencyKey
        )
        var machine = ChargeStateMachine()
        _ = machine.handle(.paid)
        var actions = machine.handle(.recorded(.prepared))[...]
        var settled: Settled?
        while let action = actions.popFirst() {
            switch action {
            case .record(.sent):
                do { try await record(.sent, of: operation) } catch {
                    throw Failure(charging: error)
                }
                actions += machine.handle(.recorded(.sent))
            case .record(let state):
                settled = try await settle(state, of: operation, settling: settling)
                actions += machine.handle(.recorded(state))
            case .ask(let number):
                actions += machine.handle(await ask(request, number: number))
            case .tell: break
            }
        }
        guard let settled else {
            throw Failure(charging: .operationMissing(operation.id))
        }
        return settled
    }

    private func prepare<Failure: CarriesChargeFailure>(
        _ charge: NewCharge,
        card: CardCredentials,
        claiming: @escaping @Sendable (borrowing Transaction) throws(Failure) -> Void
    ) async throws(Failure) -> ChargeOperation {
        try await database.write { transaction throws(Failure) in
            let operation: ChargeOperation
            do throws(ChargeFailure) {
                operation = try store.prepare(
                    charge,
                    accountSuffix: card.accountSuffix,
                    in: transaction
                )
            } catch {
                throw Failure(charging: error)
            }
            try claiming(transaction)
            return operation
        }
    }

    private func ask(
        _ request: AuthorizationRequest,
        number: Int
    ) async -> ChargeStateMachine.Event {
        do throws(ProcessorFailure) {
            return .answered(try await processor.authorize(request))
        } catch {
            return .failed(error, request: number)
        }
    }

    private func settle<Settled: Sendable, Failure: CarriesChargeFailure>(
        _ state: OperationState,
        of operation: ChargeOperation,
        settling:
            @escaping @Sendable (borrowing Transaction, ChargeOutcome) throws(Failure) -> Settled
    ) async throws(Failure) -> Settled {
        do throws(Failure) {
            return try await database.write { transaction throws(Failure) in
                let outcome: ChargeOutcome?
                do throws(ChargeFailure) {
                    try store.record(state, of: operation.id, in: transaction)
                    outcome = try store.outcome(of: operation.attempt, in: transaction)
                } catch {
                    throw Failure(charging: error)
                }
                guard let outcome else {
                    throw Failure(charging: .attemptMissing(operation.attempt))
                }
                return try settling(transaction, outcome)
            }
        } catch {
            // Where this fails too, the operation stays sent and is listed as unsettled.
            _ = try? await record(state, of: operation)
            throw error
        }
    }

    private func record(
        _ state: OperationState,
        of operation: ChargeOperation
    ) async throws(ChargeFailure) {
        try await database.write { transaction throws(ChargeFailure) in
            _ = try store.record(state, of: operation.id, in: transaction)
        }
    }
}
