internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments
internal import World

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
        guard let answer else { return .reversed(networkReference: intent.id) }
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
        guard let answer else { return .approved(networkReference: intent, echo: .none) }
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
        guard let units = AmountUnits.stripe.units(request.amount) else {
            throw .notSent(.requestInvalid)
        }
        var form = FormBody()
        form.add("amount_to_capture", "\(units)")
        let intent = try identifier(of: request)
        let answer = try await perform(
            "payment_intents/\(intent)/capture",
            form,
            request.idempotencyKey
        ) { () async throws(ProcessorFailure) in
            try await read(intent)?.received == request.amount
        }
        guard let answer else { return .approved(networkReference: intent, echo: .none) }
        guard let captured = answer.paymentIntent, captured.status == .succeeded else {
            return try refusal(answer)
        }
        // An error that names it as captured is about an earlier request: this one, where it is repeated and
        // the amount is the same.
        let isOwn = request.isRepetition && captured.received == request.amount
        guard answer.isSuccess || isOwn else { return .declined(.transactionInvalid) }
        let echo = AnswerEcho(
            minorUnits: captured.received?.minorUnits,
            currency: captured.amount.currency.code,
            merchantReference: captured.reference
        )
        return .approved(networkReference: captured.id, echo: echo)
    }

    /// Pays a captured amount back, or a part of it.
    ///
    /// Stripe may still make a refund for which it answered with a failure. So another key is used only where the
    /// refund is not listed two days after it was recorded, and the first key is not used for the day before.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func refund(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        guard let units = AmountUnits.stripe.units(request.amount) else {
            throw .notSent(.requestInvalid)
        }
        let intent = try identifier(of: request)
        var key = request.idempotencyKey.text
        if request.isRepetition {
            if let made = try await made(request, intent) { return made.answer }
            let days = (clock.now.seconds - request.preparedAt.seconds) / 86_400
            guard days != 1 else { throw .outcomeUnknown(.processorInDoubt) }
            if days > 1 { key += "-again" }
        }
        var form = FormBody()
        form.add("payment_intent", intent)
        form.add("amount", "\(units)")
        form.add("metadata[\(StripeMetadata.key)]", request.idempotencyKey.text)
        let answer = try await ask("refunds", form, key)
        guard !answer.isFailure else { throw .outcomeUnknown(.processorInDoubt) }
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
    private func made(
        _ request: FollowUpRequest,
        _ intent: String
    ) async throws(ProcessorFailure) -> StripeRefund? {
        let key = request.idempotencyKey.text
        return try await list(
            "refunds?payment_intent=\(intent)",
            until: { $0.key == key },
            StripeRefund.init
        ).last { $0.key == key }
    }

    /// Cancels a PaymentIntent; nil where it is canceled though the request failed.
    private func cancel(
        _ intent: String,
        _ reason: String,
        _ key: IdempotencyKey
    ) async throws(ProcessorFailure) -> StripeAnswer? {
        var form = FormBody()
        form.add("cancellation_reason", reason)
        return try await perform("payment_intents/\(intent)/cancel", form, key) {
            () async throws(ProcessorFailure) in
            try await read(intent)?.status == .canceled
        }
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
        let reason: DeclineReason =
            switch error.code {
            case "amount_too_large", "amount_too_small", "charge_already_refunded": .amountInvalid
            case "resource_missing": .originalNotFound
            default: .transactionInvalid
            }
        return .declined(error.decline?.reason ?? reason, code: error.processorCode)
    }
}
