internal import PaymentToken
internal import Storage
internal import TokenIntake
internal import World

/// A payment whose token is opened and fits what was asked for.
struct OpenedPayment: Sendable {
    let submission: PaymentSubmission
    /// Nil in simulations, which make no tokens.
    let read: ReadToken?
    /// Nil for a stored credential.
    let token: ClaimableToken?
    let charge: NewCharge
    /// The processors that take it, in order; at least one.
    let candidates: [Candidate]

    /// A processor, and what it is given.
    struct Candidate: Sendable {
        let processor: any PaymentProcessor
        let instrument: PaymentInstrument
    }

    var accountSuffix: String? { candidates.lazy.compactMap(\.instrument.accountSuffix).first }
}

/// The result of a payment.
struct Charged: Sendable {
    let result: Result<PaymentReceipt, PaymentRefusal>
    /// The answer to the request; nil where none is recorded yet.
    var answer: KeyedAnswer?
}

extension PaymentDesk {
    typealias Request = KeyedRequest<PaymentRecord, PaymentRefusal>
    typealias Observer = @Sendable (PaymentStep) -> Void

    /// Charges a token or a stored credential once and places the order.
    func pay(
        _ submission: PaymentSubmission,
        by caller: AuditLog.Caller?,
        for request: Request?,
        _ observe: Observer
    ) async throws(PaymentRefusal) -> Charged {
        switch submission.source {
        case .token(let json):
            try await pay(submission, withToken: json, by: caller, for: request, observe)
        case .credential(let charge):
            try await pay(submission, with: charge, by: caller, for: request, observe)
        }
    }

    /// Verifies and opens a token, charges its card once and places the order. A token that was used before
    /// gets its first answer, whatever else is wrong.
    private func pay(
        _ submission: PaymentSubmission,
        withToken json: [UInt8],
        by caller: AuditLog.Caller?,
        for request: Request?,
        _ observe: Observer
    ) async throws(PaymentRefusal) -> Charged {
        observe(.received(bytes: json.count))
        let verified: VerifiedPaymentToken
        do throws(TokenRefusal) {
            verified = try intake.verify(json)
        } catch {
            guard case .signingTime = error else { throw .token(error) }
            return try await answerLate(submission, json, .token(error), request, observe)
        }
        observe(.verified(verified))
        let token = try await read(verified, submission)
        let payment: OpenedPayment
        do throws(PaymentRefusal) {
            payment = try check(token, submission)
        } catch {
            let transaction = token.claimable.transactionID
            return try await answerUsed(transaction, token, submission, error, request, observe)
        }
        return try await charge(payment, by: caller, for: request, observe)
    }

    /// One transaction {the request's key, audit, charge, claim}, the processor, one transaction {outcome,
    /// order, answer}. Where the amount is collected too, the second one records the capture, which has a
    /// transaction of its own for its outcome and the answer.
    func charge(
        _ payment: OpenedPayment,
        by caller: AuditLog.Caller? = nil,
        for request: Request? = nil,
        _ observe: Observer
    ) async throws(PaymentRefusal) -> Charged {
        let submission = payment.submission
        let authorization: ChargeOperation
        do throws(PaymentRefusal) {
            authorization = try await begin(payment, by: caller, for: request?.key)
        } catch {
            let transaction = payment.charge.transactionID
            return try await answerUsed(
                transaction,
                payment.read,
                submission,
                error,
                request,
                observe
            )
        }
        if let opened = payment.read?.opened { observe(.decrypted(opened)) }
        let asked = await ask(payment, authorization, by: caller ?? request?.key.change?.caller)
        let settled = try await settle(authorization, asked, payment, for: request)
        observe(.submitted(settled.outcome))
        if let withheld = settled.withheld { throw .withheld(withheld) }
        guard case .success(let receipt) = settled.result else {
            return Charged(result: settled.result, answer: settled.answer)
        }
        observe(.ordered(receipt.order))
        guard let capture = settled.capture else {
            return Charged(result: settled.result, answer: settled.answer)
        }
        return try await finish(capture, of: receipt, for: request)
    }

    /// Asks the processors in order. The next one is asked only where the one before it certainly did
    /// nothing, and once it is recorded that this one is asked.
    private func ask(
        _ payment: OpenedPayment,
        _ authorization: ChargeOperation,
        by caller: AuditLog.Caller?
    ) async -> Asked {
        var outcome: (state: OperationState, cause: ProcessorFailure.NotSentCause?)
        outcome = (.notSent, nil)
        var last = payment.candidates[0]
        for (number, candidate) in payment.candidates.enumerated() {
            if number > 0 {
                let isRecorded = await handOver(authorization, to: candidate.processor)
                guard isRecorded else { break }
            }
            let request = AuthorizationRequest(
                payment.charge,
                instrument: candidate.instrument,
                idempotencyKey: authorization.idempotencyKey,
                preparedAt: authorization.preparedAt
            )
            last = candidate
            outcome = await candidate.processor.outcome(
                of: .authorization(request),
                charges.clock
            )
            guard outcome.state == .notSent else { break }
        }
        return Asked(
            outcome: outcome.state,
            cause: outcome.cause,
            credential: credential(of: payment, last, outcome.state, by: caller)
        )
    }

    /// The outcome of an authorization, and the credential that it stores.
    private struct Asked {
        let outcome: OperationState
        /// Why nothing was sent, where that is the outcome.
        let cause: ProcessorFailure.NotSentCause?
        let credential: ChargeStore.NewCredential?
    }

    private func handOver(
        _ authorization: ChargeOperation,
        to processor: any PaymentProcessor
    ) async -> Bool {
        do throws(RecordFailure) {
            return try await database.write { transaction throws(RecordFailure) in
                try charges.handOver(authorization, to: processor, in: transaction)
            }
        } catch { return false }
    }

    /// Records a charge. Where an earlier attempt at the same order, with another token, has no outcome yet,
    /// that one is settled first.
    private func begin(
        _ payment: OpenedPayment,
        by caller: AuditLog.Caller?,
        for key: RequestKey?
    ) async throws(PaymentRefusal) -> ChargeOperation {
        do throws(RecordFailure) {
            return try await record(payment, by: caller, for: key)
        } catch .intentOccupied(let other) {
            try await settle(other)
        } catch { throw PaymentRefusal(error) }
        do throws(RecordFailure) {
            return try await record(payment, by: caller, for: key)
        } catch .intentOccupied(let other) {
            throw .beingSettled(other)
        } catch { throw PaymentRefusal(error) }
    }

    private func record(
        _ payment: OpenedPayment,
        by caller: AuditLog.Caller?,
        for key: RequestKey?
    ) async throws(RecordFailure) -> ChargeOperation {
        let identifiers = charges.draw()
        let (charge, suffix) = (payment.charge, payment.accountSuffix)
        let submission = payment.submission
        let processor = payment.candidates[0].processor
        let change = caller.map { AuditLog.Change.payment(of: submission, by: $0) }
        let settlementReference = processor.settlementReference(
            of: IdempotencyKey(.authorization, of: identifiers.attempt)
        )
        do throws(RecordFailure) {
            return try await database.write { transaction throws(RecordFailure) in
                if let key {
                    _ = try records.requests.take(key, of: identifiers.attempt, in: transaction)
                }
                try records.audit.record(change, in: transaction)
                let authorization = try charges.prepare(
                    charge,
                    as: identifiers,
                    accountSuffix: suffix,
                    processor: processor.name,
                    worker: recovery.worker,
                    settlementReference: settlementReference,
                    capturesOnce: processor.capturesOnce,
                    in: transaction
                )
                try claim(payment, in: transaction)
                return authorization
            }
        } catch {
            // Where it cannot be closed, recovery settles it: the processor does not know it.
            if case .storage(let failure) = error, failure.effect == .unknown {
                _ = await records.close(identifiers.operation)
            }
            throw error
        }
    }

    private func claim(
        _ payment: OpenedPayment,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        guard let token = payment.token else { return }
        let order = OrderReference(payment.charge.merchantReference)
        let claim: TokenClaim
        do throws(ClaimFailure) {
            claim = try tokens.claim(token, for: order, in: transaction)
        } catch { throw .claim(error) }
        // This desk's own claims have an attempt, so this one was made outside the desk.
        guard claim == .first else { throw .claimedElsewhere(token.transactionID) }
    }

    /// The record of an attempt.
    struct Settled: Sendable {
        let attempt: AttemptID
        let outcome: ChargeOutcome
        /// Why nothing was sent, where that is the outcome and is known.
        var cause: ProcessorFailure.NotSentCause?
        var order: Order?
        /// The capture that is recorded with the order.
        var capture: ChargeStore.PreparedFollowUp?
        /// The answer that is recorded; nil where none is.
        var answer: KeyedAnswer?
        /// Why the answer is another one: the request is another server's since.
        var withheld: EarlierRequest?

        /// The answer to the shopper.
        var result: Result<PaymentReceipt, PaymentRefusal> {
            switch (outcome, order) {
            case (.authorized(let authorization), let order?):
                .success(PaymentReceipt(authorization: authorization, order: order))
            case (.declined(let reason), _): .failure(.declined(reason))
            case (.notSent, _): .failure(.notSent(cause))
            case (.reversed(let reason), _): .failure(.reversed(reason))
            case (.reversalRefused, _): .failure(.reversalRefused(attempt))
            case (.voided, _): .failure(.voided)
            case (.unknown, _), (.reversing, _), (.authorized, nil):
                .failure(.beingSettled(attempt))
            }
        }
    }

    /// Records the outcome of an authorization with the order, and the answer or the capture.
    private func settle(
        _ authorization: ChargeOperation,
        _ asked: Asked,
        _ payment: OpenedPayment,
        for request: Request?
    ) async throws(PaymentRefusal) -> Settled {
        let (submission, suffix) = (payment.submission, payment.accountSuffix)
        let capture = submission.captures ? charges.drawOperation() : nil
        do throws(RecordFailure) {
            return try await database.write { transaction throws(RecordFailure) in
                let changed = try records.record(
                    asked.outcome,
                    of: authorization,
                    storing: asked.credential,
                    in: transaction
                )
                var authorized = AuthorizedAttempt(changed, payment.charge, suffix)
                if let credential = asked.credential { authorized?.credential = credential.id }
                let outcome = authorized.map(ChargeOutcome.authorized) ?? changed.state.outcome
                var settled = Settled(attempt: changed.attempt, outcome: outcome ?? .unknown)
                settled.cause = asked.cause
                if let authorized {
                    let order = submission.order
                    try place(order, authorized, capture, &settled, in: transaction)
                    if settled.capture != nil { return settled }
                }
                try answerRequest(request, &settled, changed, in: transaction)
                return settled
            }
        } catch {
            let (outcome, credential) = (asked.outcome, asked.credential)
            throw PaymentRefusal(
                await records.keep(outcome, of: authorization, storing: credential, error)
            )
        }
    }

    /// Places the order of an approval, and records the capture that is wanted with it.
    func place(
        _ order: NewOrder,
        _ authorized: AuthorizedAttempt,
        _ capture: OperationID?,
        _ settled: inout Settled,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        settled.order = try orders.place(order, for: authorized, in: transaction)
        guard let capture else { return }
        settled.capture = try charges.prepare(
            .whole(.capture, of: authorized.id),
            as: capture,
            processors: processors,
            worker: recovery.worker,
            in: transaction
        )
    }

    /// Records the answer to a request with the outcome, where it is final.
    private func answerRequest(
        _ request: Request?,
        _ settled: inout Settled,
        _ authorization: ChargeOperation,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        guard let request else { return }
        let attempt = settled.attempt
        let answer = request.answer(
            settled.result.map { PaymentRecord(justAccepted: $0, authorization) },
            attempt
        )
        guard case .final = answer else { return }
        settled.answer = answer
        settled.withheld = try records.requests.conclude(
            request.key,
            of: attempt,
            with: answer,
            in: transaction
        )
    }

    /// Asks about the capture that is recorded with a payment. The payment is accepted, whatever becomes of it.
    func finish(
        _ capture: ChargeStore.PreparedFollowUp,
        of receipt: PaymentReceipt,
        for request: Request?
    ) async throws(PaymentRefusal) -> Charged {
        let answering = request.map { request in
            KeyedRequest<DeskRecords.OperationResult, RecordFailure>(request.key) {
                result,
                attempt in
                guard case .success(let result) = result, result.operation.state.isSettled else {
                    return .open
                }
                return request.answer(.success(result.payment), attempt)
            }
        }
        var receipt = receipt
        let done: DeskRecords.Finished
        do throws(RecordFailure) {
            done = try await records.finish(capture, with: recovery, for: answering)
        } catch {
            receipt.capture = .failure(error)
            return Charged(result: .success(receipt))
        }
        if let withheld = done.withheld { throw .withheld(withheld) }
        (receipt.capture, receipt.order) = (.success(done.result.operation), done.result.order)
        return Charged(result: .success(receipt), answer: done.answer)
    }
}

extension AuthorizedAttempt {
    fileprivate init?(_ authorization: ChargeOperation, _ charge: NewCharge, _ suffix: String?) {
        self.init(
            authorization,
            merchantReference: charge.merchantReference,
            transactionID: charge.transactionID,
            credential: charge.credential,
            isLater: charge.credential != nil,
            accountSuffix: suffix,
            metadata: charge.metadata
        )
    }
}
