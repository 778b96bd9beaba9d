internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments
internal import World

// Captures, voids and refunds are received first. They are done where the payment's actions have one with their
// reference; until then a message tells it, or the request is asked about again.
extension CheckoutProcessor {
    /// Collects an authorized amount, or a part of it. Checkout.com releases what a final capture leaves.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func capture(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        let isFinal = request.isFinal || request.amount == request.original.amount
        return try await follow(request, "captures", .capture, request.amount) { body in
            body.add("capture_type", isFinal ? "Final" : "NonFinal")
        }
    }

    /// Releases an authorized amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func void(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await follow(request, "voids", .void, nil)
    }

    /// Pays a captured amount back, or a part of it.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func refund(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await follow(request, "refunds", .refund, request.amount)
    }

    /// Cancels an authorization, whatever became of it.
    ///
    /// Where Checkout.com knows no payment of it, the request may still be on its way, so that the reversal is
    /// answered only after the time in which it can arrive. A payment that is known is the only one from then on:
    /// the key of a request that was done is kept.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func reverse(
        _ request: ReversalRequest
    ) async throws(ProcessorFailure) -> ReversalAnswer {
        let original = request.original
        let payments = try await payments(of: original)
        guard let last = payments.first else {
            let age = clock.now.seconds - original.preparedAt.seconds
            guard age >= account.arrivalSeconds else { throw .outcomeUnknown(.processorInDoubt) }
            return .originalNotFound
        }
        var isPending = false
        for payment in payments {
            switch payment.state {
            case .declined, .released: break
            case .pending: throw .outcomeUnknown(.processorInDoubt)
            // It was captured with Checkout.com, by people.
            case .captured: return .refused(.transactionInvalid)
            case .authorized:
                let reference = request.idempotencyKey.text
                var body = JSONBody()
                body.add("reference", reference)
                let answer = try await ask(
                    .post,
                    "payments/\(payment.id)/voids",
                    body,
                    "\(reference)-\(payment.id)",
                    returning: .forbidden
                )
                guard answer.isSuccess else { throw .outcomeUnknown(.processorInDoubt) }
                let voided = try await actions(of: payment).first {
                    $0.type == .void && $0.reference == reference
                }
                if let decline = voided?.decline {
                    return .refused(decline.reason, code: decline.code)
                }
                if voided == nil { isPending = true }
            }
        }
        return isPending ? .received : .reversed(networkReference: last.id)
    }

    /// Asks what became of an authorization.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        let payments = try await payments(of: request.original)
        guard payments.contains(where: { $0.state != .released }) else { return .notFound }
        guard !payments.contains(where: { $0.state == .pending }) else { return .inProgress }
        return try await decision(on: payments).map(InquiryAnswer.answered) ?? .notFound
    }

    private func follow(
        _ request: FollowUpRequest,
        _ path: String,
        _ type: CheckoutAction.Kind,
        _ amount: Money?,
        _ complete: (inout JSONBody) -> Void = { _ in }
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        guard let id = request.original.networkReference else { throw .notSent(.requestInvalid) }
        if request.isRepetition {
            if let done = try await answer(to: request, type, id) { return done.ofFoundRequest }
            // A request that failed at Checkout.com may have been accepted, and its key is not kept. Later the key of
            // one that is in progress may be forgotten, which would be done once more: people ask Checkout.com.
            let age = clock.now.seconds - request.preparedAt.seconds
            guard age >= listedSeconds, age < Self.keySeconds || type == .void else {
                throw .outcomeUnknown(.processorInDoubt)
            }
        }
        var body = JSONBody()
        if let amount {
            guard let units = AmountUnits.checkout.units(amount) else {
                throw .notSent(.requestInvalid)
            }
            body.add("amount", .integer(units))
        }
        body.add("reference", request.idempotencyKey.text)
        complete(&body)
        let answer = try await ask(
            .post,
            "payments/\(id)/\(path)",
            body,
            request.idempotencyKey.text,
            returning: .forbidden
        )
        guard answer.isSuccess else { return try Self.refusal(answer) }
        // Where it cannot be read now, it is received all the same.
        return (try? await self.answer(to: request, type, id)) ?? .received
    }

    /// The answer to a request that was done or declined; nil where it is in progress or not known.
    private func answer(
        to request: FollowUpRequest,
        _ type: CheckoutAction.Kind,
        _ id: String
    ) async throws(ProcessorFailure) -> FollowUpAnswer? {
        let found = try await actions(of: id, request.amount.currency).first {
            $0.type == type && $0.reference == request.idempotencyKey.text
        }
        guard let action = found else { return nil }
        if let decline = action.decline { return .declined(decline.reason, code: decline.code) }
        let echo = AnswerEcho(minorUnits: type == .void ? nil : action.amount?.minorUnits)
        return .approved(networkReference: action.id, echo: echo)
    }

    /// The reason for which a request was refused: nothing was done.
    ///
    /// - Source: Checkout.com API reference, the answers 403, 404 and 422 to captures, voids and refunds.
    private static func refusal(
        _ answer: CheckoutAnswer
    ) throws(ProcessorFailure) -> FollowUpAnswer {
        switch answer.status {
        case .notFound: return .declined(.originalNotFound)
        case .unprocessableContent:
            let codes = answer.json?.member("error_codes")?.elements?.compactMap(\.string) ?? []
            let isAmount = codes.contains { $0.contains("amount") || $0.contains("balance") }
            return .declined(
                isAmount ? .amountInvalid : .transactionInvalid,
                code: ProcessorCode(codes.first)
            )
        default:
            guard answer.isRefusal else { throw .outcomeUnknown(.answerUnreadable) }
            return .declined(.transactionInvalid)
        }
    }
}
