internal import Charging
internal import HTTPAPI
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import MerchantServer
internal import Money
internal import Orders
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
        return try await requests.answer(request) { lease in
            await perform(kind, on: attempt, amount, lease, for: caller)
        }
    }

    private func perform(
        _ kind: OperationKind,
        on attempt: AttemptID,
        _ amount: Money?,
        _ lease: IdempotencyRecords.Lease,
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
                linking(lease, for: caller)
            )
            metrics.count(processorOutcome: operation.state.name.rawValue)
            return await answer(operation, attempt, lease)
        } catch {
            return await refused(error, attempt, amount == nil ? kind : nil)
        }
    }

    /// Links the request to its operation, and notes who asked for it.
    private func linking(
        _ lease: IdempotencyRecords.Lease,
        for caller: HTTPCaller?
    ) -> DeskRecords.OperationRecording {
        let (requests, audit) = (requests, audit)
        return { transaction, operation throws(DeskFailure) in
            let isOurs: Bool
            do throws(StorageFailure) {
                isOurs = try requests.link(operation.id, to: lease, in: transaction)
                if let caller, operation.id != lease.operation {
                    let payment = PaymentID(operation.attempt).text
                    let action = operation.kind.auditAction
                    try audit.record(caller, action, payment, in: transaction)
                }
            } catch { throw DeskFailure(storage: error) }
            // Another server has taken the request since.
            guard isOurs else { throw DeskFailure.charging(.unsettled(operation.attempt)) }
        }
    }

    private func perform(
        _ kind: OperationKind,
        on order: OrderID,
        _ amount: Money?,
        _ number: Int64?,
        _ link: @escaping DeskRecords.OperationRecording
    ) async throws(DeskFailure) -> ChargeOperation {
        let result =
            switch kind {
            case .capture:
                try await desk.capture(order, amount: amount, number: number, recording: link)
            case .refund:
                try await desk.refund(order, amount: amount, number: number, recording: link)
            case .void, .authorization, .reversal:
                try await desk.void(order, number: number, recording: link)
            }
        return result.operation
    }

    private func answer(
        _ operation: ChargeOperation,
        _ attempt: AttemptID,
        _ lease: IdempotencyRecords.Lease
    ) async -> RequestAnswer {
        switch operation.state {
        case .completed:
            guard let payment = (try? await records.payment(attempt)) ?? nil else {
                return await unsettled(attempt)
            }
            return RequestAnswer(
                Self.response(.ok, PaymentJSON.json(payment), at: attempt),
                .final
            )
        case .declined(let reason):
            let problem = PaymentProblemCode.operationDeclined.problem(
                "the \(operation.kind.rawValue) was declined: \(reason.rawValue)",
                members: [
                    "payment": .string(PaymentID(attempt).text),
                    "declineReason": .string(reason.rawValue),
                ]
            )
            return RequestAnswer(problem.response, .final)
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
        metrics.count(refusal: code.rawValue)
        let problem = code.problem(
            "\(failure)",
            members: ["payment": .string(PaymentID(attempt).text)],
            retryAfterSeconds: retries ? 1 : nil
        )
        return RequestAnswer(problem.response, code.finality)
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
