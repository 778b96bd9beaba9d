internal import World

/// A request to a processor about an operation that is recorded as sent.
enum OperationRequest: Sendable {
    case authorization(AuthorizationRequest)
    case followUp(OperationKind, FollowUpRequest)
}

extension PaymentProcessor {
    /// Asks about an operation: again where that is safe, while there is time. What the answers come to is
    /// decided by ``OperationStateMachine``.
    ///
    /// - Returns: The state to record, and why nothing was sent where that is the outcome.
    func outcome(
        of request: OperationRequest,
        _ clock: any WallClock
    ) async -> (state: OperationState, cause: ProcessorFailure.NotSentCause?) {
        // After how long a request without an answer is not repeated: its caller waits for both.
        let repetitionSeconds: Int64 = 5
        let start = clock.now.seconds
        var machine = OperationStateMachine()
        var mayBeSent = false
        var cause: ProcessorFailure.NotSentCause?
        _ = machine.handle(.begun)
        var actions = machine.handle(.recorded(.sent))[...]
        while let action = actions.popFirst() {
            switch action {
            case .ask(let number):
                do throws(ProcessorFailure) {
                    actions += machine.handle(.answered(try await answer(to: request, mayBeSent)))
                } catch {
                    if case .notSent(let found) = error { cause = found } else { mayBeSent = true }
                    let isLast = clock.now.seconds - start >= repetitionSeconds
                    actions += machine.handle(.failed(error, request: number, isLast: isLast))
                }
            case .record(let state): return (state, state == .notSent ? cause : nil)
            case .tell: break
            }
        }
        return (.unknown, nil)
    }

    /// The state that follows from the answer to a request.
    private func answer(
        to request: OperationRequest,
        _ isRepetition: Bool
    ) async throws(ProcessorFailure) -> OperationState {
        switch request {
        case .authorization(let request):
            OperationState(
                try await authorize(isRepetition ? request.repeated : request),
                to: request.amount,
                request.merchantReference
            )
        case .followUp(let kind, let request):
            try await answer(to: kind, isRepetition ? request.repeated : request)
        }
    }

    /// The state that follows from the answer to a capture, void, refund or release.
    func answer(
        to kind: OperationKind,
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> OperationState {
        let answer: FollowUpAnswer
        switch kind {
        case .capture: answer = try await capture(request)
        case .void: answer = try await void(request)
        case .refund: answer = try await refund(request)
        case .release: return OperationState(try await release(request))
        case .authorization, .reversal: throw .notSent(.requestInvalid)
        }
        return OperationState(answer, to: request.amount, request.original.merchantReference)
    }

    /// The capability that a processor needs for a capture, void or refund and does not have.
    func lacking(
        for wanted: ChargeStore.FollowUp,
        after earlier: [ChargeOperation]
    ) -> ProcessorCapability? {
        let isFurther = earlier.contains { $0.state.name != .declined && $0.state != .notSent }
        let needed: [ProcessorCapability] =
            switch wanted.kind {
            case .capture:
                [.capture] + (isFurther ? [.severalCaptures] : [])
                    + (wanted.isFinal ? [.finalCapture] : [])
            case .void: [.void]
            case .refund: [.refund]
            case .authorization, .reversal, .release: []
            }
        return needed.first { !capabilities.contains($0) }
    }
}

extension AuthorizationRequest {
    fileprivate var repeated: AuthorizationRequest {
        var repeated = self
        repeated.isRepetition = true
        return repeated
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
            isFinal: operation.isFinal,
            isRepetition: isRepetition
        )
    }

    var repeated: FollowUpRequest {
        FollowUpRequest(
            idempotencyKey: idempotencyKey,
            preparedAt: preparedAt,
            amount: amount,
            original: original,
            isFinal: isFinal,
            isRepetition: true
        )
    }
}
