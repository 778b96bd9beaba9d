internal import World

// Captures, refunds and reversals.
extension Switch {
    func record(
        _ request: SwitchRequest,
        _ answer: SwitchAnswer,
        _ payment: String?,
        _ effect: NetworkMessageRecord.Effect,
        _ amount: Int64
    ) -> NetworkMessageRecord {
        NetworkMessageRecord(
            identity: request.identity,
            duplicateKey: request.duplicateKey,
            content: request.content,
            answer: answer,
            payment: payment,
            effect: effect,
            amount: amount
        )
    }

    /// Runs a capture or a refund on its payment, and records the answer.
    func recorded(
        _ request: SwitchRequest,
        _ set: WorkingSet,
        at now: UnixTime,
        _ verb: (SwitchRequest, inout PaymentWork, UnixTime) -> DecisionCode
    ) -> SwitchOutcome {
        guard let original = set.original, original.payment != nil, let payment = set.payment,
            payment.merchant == request.merchant
        else { return declined(request, .originalUnknown) }
        guard payment.currency == request.currency else {
            return declined(request, .invalidTransaction)
        }
        var work = work(on: payment, set.account, set.balance)
        let code = verb(request, &work, now)
        guard code == .approved else { return declined(request, code) }
        var answer = SwitchAnswer(code)
        answer.authorizationCode = payment.authorizationCode
        let effect: NetworkMessageRecord.Effect =
            if case .capture = request.kind { .capture } else { .refund }
        var changes = work.changes
        changes.messages = [
            record(request, answer, payment.identifier, effect, request.amount)
        ]
        return SwitchOutcome(answer: answer, changes: changes)
    }

    func capture(
        _ request: SwitchRequest,
        _ work: inout PaymentWork,
        _ now: UnixTime
    ) -> DecisionCode {
        guard work.payment.state == .open, now < work.payment.expiresAt else {
            return .invalidTransaction
        }
        guard request.amount > 0, request.amount <= work.payment.held else {
            return .invalidAmount
        }
        work.tellIssuer()
        work.post(LedgerRules.capture(request.amount, work.parties))
        work.payment.held -= request.amount
        work.payment.captured += request.amount
        work.clear(.capture, request.amount, request.trace)
        return .approved
    }

    func refund(
        _ request: SwitchRequest,
        _ work: inout PaymentWork,
        _ now: UnixTime
    ) -> DecisionCode {
        let refundable = work.payment.captured - work.payment.refunded
        guard request.amount > 0, request.amount <= refundable else { return .invalidAmount }
        work.post(LedgerRules.refund(request.amount, work.parties))
        work.payment.refunded += request.amount
        work.clear(.refund, -request.amount, request.trace)
        return .approved
    }

    /// A reversal is accepted even if its original never came; then the original is kept as absent, so
    /// that it is declined when it comes after all.
    func reversal(
        _ request: SwitchRequest,
        of identity: String,
        to remaining: Int64,
        _ set: WorkingSet
    ) -> SwitchOutcome {
        guard let original = set.original else {
            let absent = NetworkMessageRecord(
                identity: identity,
                duplicateKey: nil,
                content: [],
                answer: SwitchAnswer(.late),
                payment: nil,
                effect: .absent,
                amount: 0
            )
            var outcome = accepted(request, PaymentWork?.none)
            outcome.changes.messages.append(absent)
            return outcome
        }
        guard original.effect != .none, original.effect != .absent else {
            return accepted(request, PaymentWork?.none)
        }
        guard let payment = set.payment, payment.merchant == request.merchant else {
            return declined(request, .originalUnknown)
        }
        // A part of a capture or a refund is not reversed.
        guard payment.currency == request.currency,
            remaining == 0 || original.effect == .authorization
        else { return declined(request, .invalidTransaction) }
        var work = work(on: payment, set.account, set.balance)
        let code =
            switch original.effect {
            case .authorization: reverseAuthorization(&work, to: remaining)
            case .capture: reverseCapture(of: original, &work, request)
            case .refund: reverseRefund(of: original, &work, request)
            case .reversal, .none, .absent: DecisionCode.invalidTransaction
            }
        guard code == .approved else { return declined(request, code) }
        return accepted(request, work)
    }

    private func reverseAuthorization(
        _ work: inout PaymentWork,
        to remaining: Int64
    ) -> DecisionCode {
        guard work.payment.state == .open else {
            return work.payment.captured - work.payment.refunded > remaining
                ? .invalidTransaction : .approved
        }
        let held = remaining - work.payment.captured
        guard held >= 0 else { return .invalidTransaction }
        guard held <= work.payment.held else { return .invalidAmount }
        work.tellIssuer()
        work.release(work.payment.held - held, as: .release)
        if remaining == 0 {
            work.payment.state = .reversed
            work.uncount()
        }
        return .approved
    }

    private func reverseCapture(
        of original: NetworkMessageRecord,
        _ work: inout PaymentWork,
        _ request: SwitchRequest
    ) -> DecisionCode {
        guard original.amount <= work.payment.captured - work.payment.refunded else {
            return .invalidTransaction
        }
        let isOpen = work.payment.state == .open
        work.post(
            LedgerRules.reversalOfCapture(original.amount, intoHold: isOpen, work.parties)
        )
        work.payment.captured -= original.amount
        if isOpen { work.payment.held += original.amount }
        work.changes.reversedMessage = original.identity
        work.clear(.captureReversal, -original.amount, request.trace)
        return .approved
    }

    private func reverseRefund(
        of original: NetworkMessageRecord,
        _ work: inout PaymentWork,
        _ request: SwitchRequest
    ) -> DecisionCode {
        work.post(LedgerRules.reversalOfRefund(original.amount, work.parties))
        work.payment.refunded -= original.amount
        work.changes.reversedMessage = original.identity
        work.clear(.refundReversal, original.amount, request.trace)
        return .approved
    }

    private func accepted(_ request: SwitchRequest, _ work: PaymentWork?) -> SwitchOutcome {
        let answer = SwitchAnswer(.approved)
        var changes = work?.changes ?? NetworkChanges()
        changes.messages = [
            record(request, answer, work?.payment.identifier, .reversal, 0)
        ]
        return SwitchOutcome(answer: answer, changes: changes)
    }

    private func declined(_ request: SwitchRequest, _ code: DecisionCode) -> SwitchOutcome {
        let answer = SwitchAnswer(code)
        var changes = NetworkChanges()
        changes.messages = [record(request, answer, nil, .none, 0)]
        return SwitchOutcome(answer: answer, changes: changes)
    }
}
