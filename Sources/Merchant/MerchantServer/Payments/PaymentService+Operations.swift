internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import Payments
internal import World

extension PaymentService {
    /// Answers `POST /payments/{id}/capture`, `/void` and `/refund`.
    func perform(
        _ kind: OperationKind,
        _ request: APIRequest
    ) async throws -> HTTPServerResponse {
        let attempt = try Self.attempt(of: request)
        let record = try await recorded(attempt)
        let currency = record.attempt.authorization.amount.currency
        let amount = try request.body.text("amount").map { text throws(HTTPProblem) in
            try Money(payment: text, "amount", in: currency)
        }
        if let amount, amount.minorUnits <= 0 {
            throw MerchantProblemCode.amountInvalid.problem("\"amount\" is not more than zero")
        }
        if let code = request.body.text("currency"), code != currency.code {
            throw MerchantProblemCode.currencyNotOfPayment.problem(
                "the payment is in \(currency), the request says \(code.debugDescription)"
            )
        }
        let key = try key(
            of: request,
            for: "\(kind.rawValue) of \(PaymentID(attempt).text)"
        )
        guard record.order != nil else {
            throw MerchantProblemCode.notAuthorized.problem(
                "the payment has no order, so there is nothing to change"
            )
        }
        let caller = request.caller.map(AuditLog.Caller.init)
        let isFinal = request.body.bool("final") ?? false
        let work = Work(nil)
        Task {
            let answer = await perform(kind, on: attempt, amount, isFinal, by: caller, key)
            work.change { $0 = answer }
        }
        return try await answer(of: work, to: key)
    }

    private func perform(
        _ kind: OperationKind,
        on attempt: AttemptID,
        _ amount: Money?,
        _ isFinal: Bool,
        by caller: AuditLog.Caller?,
        _ key: RequestKey
    ) async -> Result<HTTPResponse, HTTPProblem> {
        let request = KeyedRequest<PaymentDesk.OperationResult, RecordFailure>(key) { result, _ in
            Self.answer(result, attempt)
        }
        do throws(HTTPProblem) {
            try await join(nil)
            let result = await desk.perform(
                kind,
                on: attempt,
                amount: amount,
                isFinal: isFinal,
                by: caller,
                for: request
            )
            return .success(try await response(to: result, attempt, key))
        } catch { return .failure(error) }
    }

    private func response(
        to result: KeyedResult<PaymentDesk.OperationResult, RecordFailure>,
        _ attempt: AttemptID,
        _ key: RequestKey
    ) async throws(HTTPProblem) -> HTTPResponse {
        switch result {
        case .before(let earlier): return try Self.response(to: earlier, nil)
        case .now(.success(let done), _, let unrecorded):
            try report(unrecorded: unrecorded, key, nil)
            metrics.count(processorOutcome: done.operation.state.name.rawValue)
            if let response = Self.response(to: done) { return response }
            return await unsettled(attempt)
        case .now(.failure(let failure), _, let unrecorded):
            logUnrecorded(failure, attempt)
            try report(unrecorded: unrecorded, key, nil)
            guard let code = MerchantProblemCode(failure) else {
                return await unsettled(attempt)
            }
            metrics.count(refusal: code.rawValue)
            return Self.problem(failure, code, attempt).response
        }
    }

    /// The answer to an operation, as it is recorded.
    private static func answer(
        _ result: Result<PaymentDesk.OperationResult, RecordFailure>,
        _ attempt: AttemptID
    ) -> KeyedAnswer {
        switch result {
        case .success(let done):
            guard let response = response(to: done) else { return .open }
            // The same request made again is a new operation.
            return done.operation.state == .notSent ? .notDone : .final(RecordedAnswer(response))
        case .failure(let failure):
            guard let code = MerchantProblemCode(failure) else { return .open }
            return code.answer(problem(failure, code, attempt))
        }
    }

    /// The answer to an operation; nil where its outcome is not known.
    private static func response(to done: PaymentDesk.OperationResult) -> HTTPResponse? {
        let operation = done.operation
        switch operation.state {
        case .completed: return response(changed: done.payment)
        case .declined(let reason, _): return response(declined: operation, reason)
        case .mismatched(let part): return response(mismatched: operation, part)
        case .notSent:
            return MerchantProblemCode.operationNotSent.problem(
                "the processor was not reached, or does not take the request; nothing was done",
                members: ["payment": .string(PaymentID(operation.attempt).text)]
            ).response
        case .prepared, .sent, .approved, .partiallyApproved, .unknown, .reversing, .reversed,
            .reversalRefused, .voided:
            return nil
        }
    }

    private static func response(changed payment: PaymentRecord) -> HTTPResponse {
        response(.ok, PaymentJSON.json(payment), at: payment.attempt.attempt)
    }

    private static func response(
        declined operation: ChargeOperation,
        _ reason: DeclineReason
    ) -> HTTPResponse {
        MerchantProblemCode.operationDeclined.problem(
            "the \(operation.kind.rawValue) was declined: \(reason.rawValue)",
            members: [
                "payment": .string(PaymentID(operation.attempt).text),
                "declineReason": .string(reason.rawValue),
                "processorCode": operation.state.processorCode.map { .string($0.text) },
            ]
        ).response
    }

    private static func response(
        mismatched operation: ChargeOperation,
        _ part: AnswerMismatch
    ) -> HTTPResponse {
        MerchantProblemCode.operationMismatched.problem(
            "the processor confirmed another \(part.rawValue) than that of the \(operation.kind.rawValue)",
            members: ["payment": .string(PaymentID(operation.attempt).text)]
        ).response
    }

    private static func problem(
        _ failure: RecordFailure,
        _ code: MerchantProblemCode,
        _ attempt: AttemptID
    ) -> HTTPProblem {
        let retries = code == .operationOpen || code == .databaseUnavailable
        return code.problem(
            "\(failure)",
            members: ["payment": .string(PaymentID(attempt).text)],
            retryAfterSeconds: retries ? 1 : nil
        )
    }
}
