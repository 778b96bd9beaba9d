internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import Payments
internal import Storage

extension PaymentService {
    /// Answers `POST /payments/{id}/capture`, `/void` and `/refund`.
    func perform(
        _ kind: OperationKind,
        _ request: APIRequest
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        let attempt = try Self.attempt(of: request)
        let record = try await recorded(attempt)
        let currency = record.attempt.authorization.amount.currency
        let amount = try request.body.text("amount").map { text throws(HTTPProblem) in
            try Money(payment: text, "amount", in: currency)
        }
        if let amount, amount.minorUnits <= 0 {
            throw PaymentProblemCode.amountInvalid.problem("\"amount\" is not more than zero")
        }
        if let code = request.body.text("currency"), code != currency.code {
            throw PaymentProblemCode.amountInvalid.problem("the payment is in \(currency.code)")
        }
        let caller = request.caller
        return try await requests.answer(
            request,
            for: "\(kind.rawValue) of \(PaymentID(attempt).text)",
            looking: .first,
            given: count,
            overdue: { await overdue { attempt } },
            work: { lease in await perform(kind, on: attempt, amount, lease, for: caller) }
        )
    }

    private func perform(
        _ kind: OperationKind,
        on attempt: AttemptID,
        _ amount: Money?,
        _ lease: RequestLease,
        for caller: HTTPCaller?
    ) async -> RequestAnswer {
        do throws(DeskFailure) {
            guard let record = try await records.payment(attempt), let order = record.order else {
                let problem = PaymentProblemCode.notAuthorized.problem(
                    "the payment has no order, so there is nothing to change"
                )
                return RequestAnswer(problem.response, .notDone)
            }
            // What the same request recorded before is gone on with.
            let earlier = record.operations.first { $0.id == lease.operation }
            let operation = try await perform(
                kind,
                on: order.id,
                earlier?.amount ?? amount,
                earlier?.number,
                recording(lease, for: caller)
            )
            lease.confirm()
            metrics.count(processorOutcome: operation.state.name.rawValue)
            return await answer(operation, attempt, lease)
        } catch {
            logUnrecorded(error, attempt)
            return await refused(error, attempt, amount == nil ? kind : nil)
        }
    }

    /// The request and its final answer, in the transactions of the operation.
    private func recording(_ lease: RequestLease, for caller: HTTPCaller?) -> OperationRecording {
        let (requests, records, audit) = (requests, records, audit)
        return OperationRecording(
            preparing: { transaction, operation throws(DeskFailure) in
                let isOurs: Bool
                do throws(StorageFailure) {
                    isOurs = try requests.take(lease, for: operation.id, in: transaction)
                    if let caller, operation.id != lease.operation {
                        let payment = PaymentID(operation.attempt).text
                        let action = operation.kind.auditAction
                        try audit.record(caller, action, payment, in: transaction)
                    }
                } catch { throw DeskFailure(storage: error) }
                // Another server has taken the request since.
                guard isOurs else { throw .charging(.unsettled(operation.attempt)) }
            },
            settling: { transaction, operation throws(DeskFailure) in
                let response: HTTPResponse?
                switch operation.state {
                case .completed:
                    let payment = try records.payment(operation.attempt, in: transaction)
                    response = payment.map { Self.response(changed: $0) }
                case .declined(let reason): response = Self.response(declined: operation, reason)
                case .mismatched(let part): response = Self.response(mismatched: operation, part)
                default: response = nil
                }
                try requests.record(response, lease, in: transaction)
            }
        )
    }

    private func perform(
        _ kind: OperationKind,
        on order: OrderID,
        _ amount: Money?,
        _ number: Int64?,
        _ recording: OperationRecording
    ) async throws(DeskFailure) -> ChargeOperation {
        let result =
            switch kind {
            case .capture:
                try await desk.capture(order, amount: amount, number: number, recording: recording)
            case .refund:
                try await desk.refund(order, amount: amount, number: number, recording: recording)
            case .void, .authorization, .reversal:
                try await desk.void(order, number: number, recording: recording)
            }
        return result.operation
    }

    private func answer(
        _ operation: ChargeOperation,
        _ attempt: AttemptID,
        _ lease: RequestLease
    ) async -> RequestAnswer {
        if let recorded = lease.recordedAnswer { return RequestAnswer(recorded, .final) }
        switch operation.state {
        case .completed:
            guard let payment = (try? await records.payment(attempt)) ?? nil else {
                return await unsettled(attempt)
            }
            return RequestAnswer(Self.response(changed: payment), .final)
        case .declined(let reason):
            return RequestAnswer(Self.response(declined: operation, reason), .final)
        case .mismatched(let part):
            return RequestAnswer(Self.response(mismatched: operation, part), .final)
        case .notSent:
            // The same request made again is a new operation.
            let isUnlinked = try? await requests.unlink(lease)
            let problem = PaymentProblemCode.processorUnreachable.problem(
                "the processor was not reached; nothing was done",
                members: ["payment": .string(PaymentID(attempt).text)]
            )
            return RequestAnswer(problem.response, isUnlinked == true ? .notDone : .open)
        default: return await unsettled(attempt)
        }
    }

    private static func response(changed payment: PaymentRecord) -> HTTPResponse {
        response(.ok, PaymentJSON.json(payment), at: payment.attempt.attempt)
    }

    private static func response(
        declined operation: ChargeOperation,
        _ reason: DeclineReason
    ) -> HTTPResponse {
        PaymentProblemCode.operationDeclined.problem(
            "the \(operation.kind.rawValue) was declined: \(reason.rawValue)",
            members: [
                "payment": .string(PaymentID(operation.attempt).text),
                "declineReason": .string(reason.rawValue),
            ]
        ).response
    }

    private static func response(
        mismatched operation: ChargeOperation,
        _ part: AnswerMismatch
    ) -> HTTPResponse {
        PaymentProblemCode.operationMismatched.problem(
            "the processor confirmed another \(part.rawValue) than that of the \(operation.kind.rawValue)",
            members: ["payment": .string(PaymentID(operation.attempt).text)]
        ).response
    }

    /// The answer to an operation that was not made. `kindOfAll` is what was to be done with all that is
    /// left; nil for a part.
    private func refused(
        _ failure: DeskFailure,
        _ attempt: AttemptID,
        _ kindOfAll: OperationKind?
    ) async -> RequestAnswer {
        let code: PaymentProblemCode
        switch failure {
        // Nothing is left.
        case .charging(.refused(.amountNotPositive)) where kindOfAll != nil:
            code = kindOfAll == .refund ? .exceedsCaptured : .exceedsAuthorized
        case .charging(let failure):
            guard let named = PaymentProblemCode(failure) else { return await unsettled(attempt) }
            code = named
        case .databaseFailed: code = .databaseUnavailable
        // The outcome may be recorded, and the order's status is not.
        case .order(.storage): return await unsettled(attempt)
        case .order: code = .serverFault
        }
        let retries = code == .operationOpen || code == .databaseUnavailable
        let problem = code.problem(
            "\(failure)",
            members: ["payment": .string(PaymentID(attempt).text)],
            retryAfterSeconds: retries ? 1 : nil
        )
        return RequestAnswer(problem.response, code.finality, refusal: code)
    }
}

extension OperationKind {
    /// The change as the audit log names it.
    fileprivate var auditAction: StaticString {
        switch self {
        case .authorization: "payment.authorize"
        case .capture: "payment.capture"
        case .void: "payment.void"
        case .refund: "payment.refund"
        case .reversal: "payment.reverse"
        }
    }
}
