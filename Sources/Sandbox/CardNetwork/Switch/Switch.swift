package import World

/// The network's decisions, as functions of a request and the records that it concerns.
///
/// Nothing here reads or writes.
package struct Switch: Sendable {
    /// The limits.
    package let settings: SwitchSettings
    let key: DigestKey

    /// A switch.
    package init(settings: SwitchSettings = SwitchSettings(), key: DigestKey) {
        self.settings = settings
        self.key = key
    }

    /// A request with all that takes long and that nothing has to wait for, so that it is computed
    /// before the records are locked: a comparison of its proof with what its device account's keys
    /// give, and what an approval of it is called.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - token: Its device account, if that is known before the records are locked.
    /// - Returns: The request.
    package func prepared(_ request: SwitchRequest, of token: VaultToken?) -> SwitchRequest {
        guard request.isAuthorization else { return request }
        var request = token.map(request.comparingProof) ?? request
        request.approvalNames = key.approvalNames(of: request.identity)
        return request
    }

    private func approvalNames(of request: SwitchRequest) -> ApprovalNames {
        request.approvalNames ?? key.approvalNames(of: request.identity)
    }

    /// Decides on a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - set: The records with its keys.
    ///   - now: The time.
    ///   - called: The scenario that a message has asked for.
    /// - Returns: The answer, its delivery and what it changes.
    package func outcome(
        of request: SwitchRequest,
        _ set: WorkingSet,
        at now: UnixTime,
        playing called: Scenario? = nil
    ) -> SwitchOutcome {
        if let earlier = set.earlier {
            if earlier.effect == .absent { return SwitchOutcome(answer: SwitchAnswer(.late)) }
            let isReversal = if case .reversal = request.kind { true } else { false }
            guard isReversal || earlier.content == request.content else {
                return SwitchOutcome(answer: SwitchAnswer(.duplicate))
            }
            return SwitchOutcome(answer: earlier.answer, isRepeat: true)
        }
        if set.isDuplicate { return SwitchOutcome(answer: SwitchAnswer(.duplicate)) }
        switch request.kind {
        case .authorization(let card):
            return authorization(request, card, set, at: now, playing: called)
        case .capture: return recorded(request, set, at: now, capture)
        case .refund: return recorded(request, set, at: now, refund)
        case .reversal(let original, let remaining):
            return reversal(request, of: original, to: remaining, set)
        }
    }

    /// Tells the issuer of an approval in its place.
    package func advice(
        of payment: NetworkPayment,
        _ account: CardholderAccount?,
        _ balance: CardBalance?
    ) -> NetworkChanges {
        var work = work(on: payment, account, balance)
        work.tellIssuer()
        return work.changes
    }

    /// Ends a hold that has reached its time limit.
    package func expiry(
        of payment: NetworkPayment,
        _ account: CardholderAccount?,
        _ balance: CardBalance?
    ) -> NetworkChanges {
        var work = work(on: payment, account, balance)
        work.tellIssuer()
        work.release(work.payment.held, as: .expiry)
        work.payment.state = .expired
        return work.changes
    }

    /// The entry that brings balances of merchants, payables and fees to zero.
    package func settlement(
        _ balances: [(LedgerAccount, currency: String, Int64)]
    ) -> JournalEntry {
        LedgerRules.settlement(balances)
    }

    // MARK: Authorizations

    private func authorization(
        _ request: SwitchRequest,
        _ card: SwitchRequest.Card,
        _ set: WorkingSet,
        at now: UnixTime,
        playing called: Scenario?
    ) -> SwitchOutcome {
        func declined(_ answer: SwitchAnswer) -> SwitchOutcome {
            var changes = NetworkChanges()
            changes.messages = [record(request, answer, nil, .none, 0)]
            return SwitchOutcome(answer: answer, changes: changes)
        }
        guard let known = set.token, let account = set.account else {
            return declined(SwitchAnswer(.unknownAccount))
        }
        let check = CryptogramCheck(request, card, known, account, set.instruction, at: now)
        if let refusal = check.refusal { return declined(refusal) }
        let scenario =
            called ?? account.scenario.flatMap(Scenario.named) ?? .ofAmount(request.amount)
        var outcome =
            scenario?.effect == .silentIssuer
            ? standIn(request, card, account, set, at: now)
            : issued(
                request,
                card,
                account,
                set,
                pin(of: card, known, account),
                at: now,
                playing: scenario?.effect
            )
        outcome.changes.token = check.token
        if card.isStored, let transaction = outcome.answer.transaction {
            outcome.changes.instruction = StandingInstruction(
                transaction: transaction,
                token: card.token,
                merchant: request.merchant
            )
        }
        if let effect = scenario?.effect, let delivery = delivery(effect) {
            outcome.delivery = delivery
        }
        return outcome
    }

    /// The issuer decides.
    private func issued(
        _ request: SwitchRequest,
        _ card: SwitchRequest.Card,
        _ account: CardholderAccount,
        _ set: WorkingSet,
        _ pin: Issuer.PINResult,
        at now: UnixTime,
        playing effect: Scenario.Effect?
    ) -> SwitchOutcome {
        let parties = parties(of: request, account)
        var changes = NetworkChanges()
        var balance =
            set.balance ?? CardBalance(card: account.identifier, currency: request.currency)
        if set.balance == nil {
            let entry = LedgerRules.open(account.settings.creditLine, parties)
            balance.apply(entry)
            changes.journal.append(entry)
        }
        let decision = Issuer.decide(
            Issuer.Question(
                amount: request.amount,
                address: card.address,
                pin: pin,
                now: now,
                use: balance.dailyUse.on(Self.day(of: now))
            ),
            on: account,
            balance,
            playing: effect
        )
        var answer = SwitchAnswer(decision.code)
        answer.cryptogramResult = card.instruction == nil ? .passed : nil
        answer.addressResult = decision.addressResult
        if decision.code.isApproval {
            let entry = LedgerRules.hold(decision.amount, parties)
            balance.apply(entry)
            balance.dailyUse.add(decision.amount, on: Self.day(of: now))
            changes.journal.append(entry)
            let payment = payment(request, account, amount: decision.amount, at: now)
            answer.authorizationCode = payment.authorizationCode
            answer.transaction = approvalNames(of: request).transaction
            if decision.amount < request.amount { answer.amount = decision.amount }
            changes.payment = payment
        }
        changes.balances = [balance]
        if decision.wrongPINs != account.wrongPINs {
            changes.account = account
            changes.account?.wrongPINs = decision.wrongPINs
        }
        changes.messages = [
            record(request, answer, changes.payment?.identifier)
        ]
        return SwitchOutcome(answer: answer, changes: changes)
    }

    /// The network decides, since the issuer does not answer.
    private func standIn(
        _ request: SwitchRequest,
        _ card: SwitchRequest.Card,
        _ account: CardholderAccount,
        _ set: WorkingSet,
        at now: UnixTime
    ) -> SwitchOutcome {
        var changes = NetworkChanges()
        let isWithin =
            request.amount > 0 && request.amount <= settings.standInLimit - set.standIn
        var answer = SwitchAnswer(isWithin ? .approved : .issuerUnavailable)
        answer.cryptogramResult = card.instruction == nil ? .passed : nil
        answer.isStandIn = true
        if isWithin {
            var payment = payment(request, account, amount: request.amount, at: now)
            payment.adviceAt = now.advanced(bySeconds: settings.adviceSeconds) ?? now
            answer.authorizationCode = payment.authorizationCode
            answer.transaction = approvalNames(of: request).transaction
            changes.payment = payment
            changes.journal = [
                LedgerRules.standIn(request.amount, parties(of: request, account))
            ]
        }
        changes.messages = [record(request, answer, changes.payment?.identifier)]
        return SwitchOutcome(
            answer: answer,
            delivery: .delayed(milliseconds: settings.issuerMilliseconds),
            changes: changes
        )
    }

    private func delivery(_ effect: Scenario.Effect) -> AnswerDelivery? {
        switch effect {
        case .approve, .decline, .partialApproval, .pinRequired, .silentIssuer: nil
        case .lostAnswer: .never
        case .lateAnswer: .delayed(milliseconds: settings.lateMilliseconds)
        case .duplicateAnswer: .twice
        case .malformedAnswer: .malformed
        case .closedConnection: .closedConnection
        }
    }

    private func payment(
        _ request: SwitchRequest,
        _ account: CardholderAccount,
        amount: Int64,
        at now: UnixTime
    ) -> NetworkPayment {
        NetworkPayment(
            identifier: request.identity,
            card: account.identifier,
            issuer: account.issuer,
            merchant: request.merchant,
            reference: request.reference,
            currency: request.currency,
            authorized: amount,
            authorizationCode: approvalNames(of: request).authorizationCode,
            expiresAt: now.advanced(bySeconds: settings.holdSeconds) ?? now,
            held: amount
        )
    }

    private func parties(
        of request: SwitchRequest,
        _ account: CardholderAccount
    ) -> LedgerParties {
        LedgerParties(
            card: account.identifier,
            issuer: account.issuer,
            merchant: request.merchant,
            currency: request.currency
        )
    }

    private func record(
        _ request: SwitchRequest,
        _ answer: SwitchAnswer,
        _ payment: String?
    ) -> NetworkMessageRecord {
        record(request, answer, payment, payment == nil ? .none : .authorization, 0)
    }
}
