internal import Storage
internal import World

extension ChargeExecutor {
    /// After how long a request without an answer is not repeated: its caller waits for both. Units: seconds.
    private static let repetitionSeconds: Int64 = 5

    /// Asks the processor about an operation that is recorded as sent, and records the outcome.
    func drive<Settled: Sendable, Failure: CarriesChargeFailure>(
        _ operation: ChargeOperation,
        asking: (Int) async throws(ProcessorFailure) -> OperationState,
        settling:
            @escaping @Sendable (borrowing Transaction, ChargeOperation) throws(Failure) -> Settled
    ) async throws(Failure) -> Settled {
        let clock = store.world.clock
        let start = clock.now.seconds
        var machine = OperationStateMachine()
        _ = machine.handle(.begun)
        var actions = machine.handle(.recorded(.sent))[...]
        var settled: Settled?
        while let action = actions.popFirst() {
            switch action {
            case .record(let state):
                settled = try await settle(state, of: operation, settling: settling)
                actions += machine.handle(.recorded(state))
            case .ask(let number):
                do throws(ProcessorFailure) {
                    actions += machine.handle(.answered(try await asking(number)))
                } catch {
                    let isLast = clock.now.seconds - start >= Self.repetitionSeconds
                    actions += machine.handle(.failed(error, request: number, isLast: isLast))
                }
            case .tell: break
            }
        }
        guard let settled else { throw Failure(charging: .operationMissing(operation.id)) }
        return settled
    }

    /// Records a state with what the caller keeps with it. Where another program has settled the
    /// operation in the meantime, its outcome is the one that is told.
    private func settle<Settled: Sendable, Failure: CarriesChargeFailure>(
        _ state: OperationState,
        of operation: ChargeOperation,
        settling:
            @escaping @Sendable (borrowing Transaction, ChargeOperation) throws(Failure) -> Settled
    ) async throws(Failure) -> Settled {
        do throws(Failure) {
            return try await database.write { transaction throws(Failure) in
                let changed: ChargeOperation
                do throws(ChargeFailure) {
                    changed = try store.recordIfPossible(state, of: operation, in: transaction)
                } catch { throw Failure(charging: error) }
                return try settling(transaction, changed)
            }
        } catch {
            // Where this fails too, the operation stays sent, and recovery settles it.
            _ = try? await database.write { transaction throws(ChargeFailure) in
                try store.recordIfPossible(state, of: operation, in: transaction)
            }
            guard case .storage(let failure) = error.chargeFailure else { throw error }
            throw Failure(charging: .outcomeNotRecorded(operation.attempt, failure))
        }
    }
}

extension FollowUpRequest {
    init(
        _ operation: ChargeOperation,
        _ original: OriginalAuthorization,
        isRepetition: Bool
    ) {
        self.init(
            idempotencyKey: operation.idempotencyKey,
            preparedAt: operation.preparedAt,
            amount: operation.amount,
            original: original,
            isRepetition: isRepetition
        )
    }

    var repeated: FollowUpRequest {
        FollowUpRequest(
            idempotencyKey: idempotencyKey,
            preparedAt: preparedAt,
            amount: amount,
            original: original,
            isRepetition: true
        )
    }
}

extension PaymentProcessor {
    /// The state that follows from the answer to a capture, void or refund.
    func answer(
        to kind: OperationKind,
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> OperationState {
        let answer: FollowUpAnswer
        switch kind {
        case .capture: answer = try await capture(request)
        case .void: answer = try await void(request)
        case .refund: answer = try await refund(request)
        case .authorization, .reversal: throw .notSent(.requestInvalid)
        }
        return OperationState(answer, to: request.amount, request.original.merchantReference)
    }
}
