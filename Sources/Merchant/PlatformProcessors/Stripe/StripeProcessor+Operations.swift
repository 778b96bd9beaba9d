internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments

extension StripeProcessor {
    /// Cancels an authorization, whatever became of it.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func reverse(
        _ request: ReversalRequest
    ) async throws(ProcessorFailure) -> ReversalAnswer {
        guard let intent = try await current(request.original) else { return .originalNotFound }
        if intent.status == .canceled { return .reversed(networkReference: intent.id) }
        let answer = try await cancel(intent.id, "abandoned", request.idempotencyKey)
        switch answer.paymentIntent?.status {
        case .canceled: return .reversed(networkReference: intent.id)
        // It was captured with Stripe, by people.
        case .succeeded: return .refused(.transactionInvalid)
        default: throw .outcomeUnknown(.processorInDoubt)
        }
    }

    /// Releases an authorized amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func void(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        let intent = try identifier(of: request)
        let answer = try await cancel(intent, "requested_by_customer", request.idempotencyKey)
        guard let changed = answer.paymentIntent else { return try refusal(answer) }
        return changed.status == .canceled
            ? .approved(networkReference: changed.id, echo: changed.echo)
            : .declined(.transactionInvalid)
    }

    /// Collects an authorized amount, or a part of it. The rest is released.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func capture(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        guard let amount = StripeAmount(request.amount) else { throw .notSent(.requestInvalid) }
        var form = FormBody()
        form.add("amount_to_capture", "\(amount.units)")
        let answer = try await ask(
            .post,
            "payment_intents/\(try identifier(of: request))/capture",
            form,
            request.idempotencyKey.text
        )
        guard let captured = answer.paymentIntent, captured.status == .succeeded else {
            return try refusal(answer)
        }
        // An error that names it as captured is about an earlier request: this one, where it is repeated.
        guard answer.isSuccess || request.isRepetition else {
            return .declined(.transactionInvalid)
        }
        let echo = AnswerEcho(
            minorUnits: captured.received?.minorUnits,
            currency: captured.amount.currency.code,
            merchantReference: captured.reference
        )
        return .approved(networkReference: captured.id, echo: echo)
    }

    /// Pays a captured amount back, or a part of it.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func refund(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        guard let amount = StripeAmount(request.amount) else { throw .notSent(.requestInvalid) }
        let intent = try identifier(of: request)
        if request.isRepetition, let made = try await madeRefund(request, intent) {
            return made.answer
        }
        var form = FormBody()
        form.add("payment_intent", intent)
        form.add("amount", "\(amount.units)")
        form.add("metadata[\(StripeMetadata.key)]", request.idempotencyKey.text)
        let answer = try await ask(.post, "refunds", form, request.idempotencyKey.text)
        guard answer.isSuccess else { return try refusal(answer) }
        guard let refund = StripeRefund(answer.json) else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        return refund.answer
    }

    /// Asks what became of an authorization.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        guard let intent = try await current(request.original) else { return .notFound }
        if let decision = intent.decision { return .answered(decision) }
        return intent.status == .processing ? .inProgress : .notFound
    }

    /// The refund that was made with a key; nil where there is none. Stripe may have forgotten the
    /// idempotency key, and would pay once more.
    private func madeRefund(
        _ request: FollowUpRequest,
        _ intent: String
    ) async throws(ProcessorFailure) -> StripeRefund? {
        try await listed("refunds?payment_intent=\(intent)", request.idempotencyKey) {
            StripeRefund($0)
        }
    }

    private func cancel(
        _ intent: String,
        _ reason: String,
        _ key: IdempotencyKey
    ) async throws(ProcessorFailure) -> StripeAnswer {
        var form = FormBody()
        form.add("cancellation_reason", reason)
        return try await ask(.post, "payment_intents/\(intent)/cancel", form, key.text)
    }

    private func identifier(of request: FollowUpRequest) throws(ProcessorFailure) -> String {
        guard let reference = request.original.networkReference else {
            throw .notSent(.requestInvalid)
        }
        return reference
    }

    /// The reason for which a capture, void or refund was refused: Stripe changed nothing.
    private func refusal(_ answer: StripeAnswer) throws(ProcessorFailure) -> FollowUpAnswer {
        guard let error = answer.error else { throw .outcomeUnknown(.answerUnreadable) }
        if let reason = error.declineReason { return .declined(reason) }
        return switch error.code {
        case "amount_too_large", "amount_too_small", "charge_already_refunded":
            .declined(.amountInvalid)
        case "resource_missing": .declined(.originalNotFound)
        default: .declined(.transactionInvalid)
        }
    }
}
