internal import HTTPMessages
internal import Money
internal import Payments
internal import World
internal import XML

extension BraintreeProcessor {
    /// Collects an authorized amount, or a part of it, after which the rest is released.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func capture(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        var content = XMLOutput()
        content.add("amount", request.amount.decimalText)
        return try await change(request, "submit_for_settlement", content) {
            $0.isCaptured && $0.amount == request.amount
        }
    }

    /// Releases an authorized amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func void(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await change(request, "void") { $0.state == .released }
    }

    /// Pays a captured amount back, or a part of it: by a void while the money has not moved, which is of the
    /// whole amount, and by a refund after that.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func refund(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        let payment = try await payment(of: request)
        if request.isRepetition {
            if let done = try await transactions(of: request.idempotencyKey).first {
                return try Self.answer(done).ofFoundRequest
            }
            if payment.state == .withdrawn, payment.amount == request.amount {
                return .approved(networkReference: payment.id, echo: .none)
            }
        }
        guard payment.state != .submitted else {
            guard payment.amount == request.amount else { return .declined(.transactionInvalid) }
            return try await change(request, "void") { $0.state == .withdrawn }
        }
        // A refund that was sent before is not sent again: both would be done.
        guard !request.isRepetition else {
            guard hasArrived(since: request.preparedAt) else {
                throw .outcomeUnknown(.processorInDoubt)
            }
            return .declined(.transactionInvalid)
        }
        var content = XMLOutput()
        content.add("amount", request.amount.decimalText)
        content.add("order_id", request.idempotencyKey.text)
        let answer = try await ask(.post, "transactions/\(payment.id)/refund", content)
        guard let refund = answer.transaction else { return try Self.refusal(answer) }
        return try Self.answer(refund)
    }

    /// Asks for everything that became of a payment. Disputes are in messages.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func statement(
        of original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> ProcessorStatement? {
        let found = try await transactions(of: original)
        guard let payment = found.first(where: { $0.state != .declined }) ?? found.first else {
            return nil
        }
        var statement = ProcessorStatement(
            decision: try Self.decision(on: found),
            isReleased: payment.state == .released
        )
        if payment.isCaptured || payment.state == .withdrawn { statement.captured = payment.amount }
        if payment.state == .withdrawn {
            statement.refunds = [.init(reference: payment.id, key: nil, amount: payment.amount)]
        }
        for refund in try await transactions(payment.refunds) {
            let key = refund.orderID
            if refund.isCaptured {
                statement.refunds.append(
                    .init(reference: refund.id, key: key, amount: refund.amount)
                )
            } else if let failure = refund.failure {
                statement.outcomes.append(
                    .init(
                        key: key,
                        reference: refund.id,
                        declineReason: failure.reason,
                        processorCode: failure.code
                    )
                )
            }
        }
        return statement
    }

    /// Changes a transaction, unless an earlier request did.
    private func change(
        _ request: FollowUpRequest,
        _ path: String,
        _ content: XMLOutput? = nil,
        isDone: (BraintreeTransaction) -> Bool
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        guard let id = request.original.networkReference else { throw .notSent(.requestInvalid) }
        let done = FollowUpAnswer.approved(networkReference: id, echo: .none)
        if request.isRepetition, isDone(try await payment(of: request)) { return done }
        let answer = try await ask(.put, "transactions/\(id)/\(path)", content)
        guard answer.isSuccess else {
            // An earlier request may have come in between.
            if request.isRepetition, isDone(try await payment(of: request)) { return done }
            return try Self.refusal(answer)
        }
        guard let changed = answer.transaction, isDone(changed) else {
            throw .outcomeUnknown(.processorInDoubt)
        }
        return done
    }

    /// The answer to the request for a refund that is known.
    private static func answer(
        _ refund: BraintreeTransaction
    ) throws(ProcessorFailure) -> FollowUpAnswer {
        if let failure = refund.failure {
            return .declined(failure.reason, code: failure.code)
        }
        guard refund.isCaptured else { throw .outcomeUnknown(.processorInDoubt) }
        let echo = AnswerEcho(minorUnits: refund.amount.minorUnits)
        return .approved(networkReference: refund.id, echo: echo)
    }

    /// The reason for which a request was refused: nothing was done.
    ///
    /// - Source: Braintree, *Validation errors*, "Transaction": 91521 and 91522 are of amounts that are too large.
    private static func refusal(
        _ answer: BraintreeAnswer
    ) throws(ProcessorFailure) -> FollowUpAnswer {
        switch answer.status {
        case .notFound: return .declined(.originalNotFound)
        case .unprocessableContent:
            let errors = answer.xml?["errors"]?["transaction"]?["errors"]?.children ?? []
            let codes = errors.compactMap { $0["code"]?.value }
            let isAmount = codes.contains { ["91521", "91522"].contains($0) }
            return .declined(
                isAmount ? .amountInvalid : .transactionInvalid,
                code: ProcessorCode(codes.first)
            )
        default: throw answer.failure
        }
    }

    /// The payment that a request is about.
    private func payment(
        of request: FollowUpRequest
    ) async throws(ProcessorFailure) -> BraintreeTransaction {
        guard let payment = try await transactions(of: request.original).first else {
            throw .notSent(.requestInvalid)
        }
        return payment
    }

    /// The transactions of an authorization as they are now: none where Braintree does not know it.
    func transactions(
        of original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> [BraintreeTransaction] {
        guard let id = original.networkReference else {
            return try await transactions(of: original.idempotencyKey)
        }
        return try await transactions([id])
    }

    /// The transactions whose `order_id` is a key. A duplicate is the same request, which came again: it says nothing
    /// of the first one, which the search may not have yet.
    func transactions(
        of key: IdempotencyKey
    ) async throws(ProcessorFailure) -> [BraintreeTransaction] {
        var criterion = XMLOutput()
        criterion.add("is", key.text)
        var search = XMLOutput()
        search.add("order_id", criterion)
        let answer = try await ask(
            .post,
            "transactions/advanced_search_ids",
            search,
            root: "search"
        )
        guard answer.isSuccess, answer.xml?.name == "search-results", let ids = answer.xml?["ids"]
        else { throw .outcomeUnknown(.answerUnreadable) }
        return try await transactions(ids.children.map(\.text))
            .filter { $0.orderID == key.text && !$0.isDuplicate }
    }

    private func transactions(
        _ ids: [String]
    ) async throws(ProcessorFailure) -> [BraintreeTransaction] {
        var found: [BraintreeTransaction] = []
        for id in ids {
            let answer = try await ask(.get, "transactions/\(id)")
            if answer.status == .notFound { continue }
            guard let transaction = answer.transaction, answer.isSuccess else {
                throw .outcomeUnknown(.answerUnreadable)
            }
            found.append(transaction)
        }
        return found
    }
}
