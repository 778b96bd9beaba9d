internal import PaymentToken
internal import Storage
internal import TokenIntake

/// The answers to a submission that was made before.
extension PaymentDesk {
    /// Answers a submission whose token is too old to be charged, where it was made before.
    ///
    /// - Throws: `refusal` where it was not.
    func answerLate(
        _ submission: PaymentSubmission,
        _ json: [UInt8],
        _ refusal: PaymentRefusal,
        _ request: Request?,
        _ observe: Observer
    ) async throws(PaymentRefusal) -> Charged {
        let verified: VerifiedPaymentToken
        do throws(TokenRefusal) {
            verified = try intake.verifyRepetition(json)
        } catch { throw .token(error) }
        let token = try await read(verified, submission)
        let earlier = try await earlierAttempt(
            with: token.claimable.transactionID,
            token,
            for: submission
        )
        guard let earlier else { throw refusal }
        try compare(token, with: submission)
        if let opened = token.opened { observe(.recognized(opened)) }
        return try await answerAgain(earlier, submission, request, observe)
    }

    /// Answers a submission whose charge was not recorded. A used token, or a charge of a stored credential
    /// that was made, is answered for that, whatever else is wrong. Most tokens are new: nothing is looked for before the transaction of the charge,
    /// which finds a used one.
    ///
    /// - Throws: `refusal` where its token is new.
    func answerUsed(
        _ transactionID: TransactionID,
        _ read: ReadToken?,
        _ submission: PaymentSubmission,
        _ refusal: PaymentRefusal,
        _ request: Request?,
        _ observe: Observer
    ) async throws(PaymentRefusal) -> Charged {
        var earlier: AttemptID?
        if refusal.mayConcealRepetition {
            earlier = try await earlierAttempt(with: transactionID, read, for: submission)
        }
        if let read {
            try compare(read, with: submission)
            if let opened = read.opened {
                observe(earlier == nil ? .decrypted(opened) : .recognized(opened))
            }
        }
        guard let earlier else { throw refusal }
        return try await answerAgain(earlier, submission, request, observe)
    }

    /// Repeats the answer that is on the disk. Where there is none yet, it is settled first, as far as
    /// that is possible now; an approval without an order gets this submission's, and its capture.
    private func answerAgain(
        _ attempt: AttemptID,
        _ submission: PaymentSubmission,
        _ request: Request?,
        _ observe: Observer
    ) async throws(PaymentRefusal) -> Charged {
        if let key = request?.key {
            _ = key.begin(attempt, isRepetition: true)
            do throws(RecordFailure) {
                _ = try await database.write { transaction throws(RecordFailure) in
                    try records.requests.take(key, of: attempt, in: transaction)
                }
            } catch { throw PaymentRefusal(error) }
        }
        var settled = try await recorded(attempt)
        if settled?.isOpen ?? true {
            try await settle(attempt)
            settled = try await recorded(attempt)
        }
        guard var settled else { throw .beingSettled(attempt) }
        observe(.recalled(settled.outcome))
        if case .authorized = settled.outcome, settled.order == nil {
            settled = try await placeLate(submission, attempt)
        }
        guard case .success(var receipt) = settled.result else {
            return Charged(result: settled.result)
        }
        observe(.ordered(receipt.order))
        guard submission.captures else { return Charged(result: .success(receipt)) }
        if let capture = settled.capture {
            return try await finish(capture, of: receipt, for: request)
        }
        do throws(RecordFailure) {
            // A payment that was accepted without a capture stays so.
            if try await isCaptured(attempt) {
                let capture = ChargeStore.FollowUp.whole(.capture, of: attempt)
                let done = try await records.perform(capture, with: recovery, by: nil).result
                (receipt.capture, receipt.order) = (.success(done.operation), done.order)
            }
        } catch { receipt.capture = .failure(error) }
        return Charged(result: .success(receipt))
    }

    /// The attempt at which the same order sent the same token before, or charged the same credential
    /// under the same name; nil if that is new. A token of another order goes no further.
    func earlierAttempt(
        with transactionID: TransactionID,
        _ token: ReadToken?,
        for submission: PaymentSubmission
    ) async throws(PaymentRefusal) -> AttemptID? {
        let token = token?.claimable
        let order = OrderReference(submission.merchantReference)
        let (charge, holder): (RecordedCharge?, TokenClaim?)
        do throws(RecordFailure) {
            (charge, holder) = try await database.read { snapshot throws(RecordFailure) in
                let charge = try charges.charge(of: transactionID, in: snapshot)
                guard charge == nil, let token else { return (charge, nil) }
                return (nil, try tokens.holder(of: token, from: order, in: snapshot))
            }
        } catch { throw PaymentRefusal(error) }
        guard let charge else {
            // Claimed outside this desk.
            guard holder == nil else { throw .token(.replay(transactionID)) }
            return nil
        }
        guard charge.isOf(submission.merchantReference, submission.total) else {
            throw .token(.replay(transactionID))
        }
        return charge.attempt
    }

    /// Takes the step that settles an attempt, where no other program is at it.
    func settle(_ attempt: AttemptID) async throws(PaymentRefusal) {
        do throws(RecordFailure) {
            _ = try await recovery.settle(attempt)
        } catch { throw .unchanged(attempt, error) }
    }

    /// Takes the steps for a payment that are due, where no other program is at them: it is read.
    ///
    /// - Throws: ``RecordFailure``, where the database fails.
    public func settleDue(of attempt: AttemptID) async throws(RecordFailure) {
        try await workers.join()
        _ = try await recovery.settle(attempt, early: false)
    }

    private func recorded(_ attempt: AttemptID) async throws(PaymentRefusal) -> Settled? {
        do throws(RecordFailure) {
            return try await database.read { snapshot throws(RecordFailure) -> Settled? in
                guard let outcome = try charges.outcome(of: attempt, in: snapshot) else {
                    return nil
                }
                let order = try orders.order(of: attempt, in: snapshot)
                return Settled(attempt: attempt, outcome: outcome, order: order)
            }
        } catch { throw .unchanged(attempt, error) }
    }

    private func isCaptured(_ attempt: AttemptID) async throws(RecordFailure) -> Bool {
        try await database.read { snapshot throws(RecordFailure) in
            try !charges.operations(of: attempt, .capture, in: snapshot).isEmpty
        }
    }

    private func placeLate(
        _ submission: PaymentSubmission,
        _ attempt: AttemptID
    ) async throws(PaymentRefusal) -> Settled {
        let capture = submission.captures ? charges.drawOperation() : nil
        do throws(RecordFailure) {
            return try await database.write { transaction throws(RecordFailure) in
                let outcome = try charges.outcome(of: attempt, in: transaction) ?? .unknown
                var settled = Settled(attempt: attempt, outcome: outcome)
                settled.order = try orders.order(of: attempt, in: transaction)
                if settled.order == nil, case .authorized(let authorized) = outcome {
                    try place(submission.order, authorized, capture, &settled, in: transaction)
                }
                return settled
            }
        } catch { throw .unchanged(attempt, error) }
    }
}

extension PaymentDesk.Settled {
    /// Whether the outcome is still to be found out.
    fileprivate var isOpen: Bool {
        switch outcome {
        case .unknown, .reversing: true
        case .authorized, .declined, .notSent, .reversed, .reversalRefused, .voided: false
        }
    }
}

extension PaymentRefusal {
    /// The refusal where a payment whose processor was asked before cannot be read or settled now: the
    /// outcome is as unknown as before.
    fileprivate static func unchanged(
        _ attempt: AttemptID,
        _ failure: RecordFailure
    ) -> PaymentRefusal {
        guard case .storage(let cause) = failure else { return PaymentRefusal(failure) }
        return .beingSettled(attempt, cause: cause)
    }

    /// Whether a submission that was made before could be refused so, though its answer is recorded.
    fileprivate var mayConcealRepetition: Bool {
        switch self {
        case .databaseFailed, .beingSettled, .withheld, .claim: false
        case .token, .mismatch, .noProcessor, .card, .credential, .chipDataNotTaken,
            .severalMerchants, .charge,
            .newOrder,
            .declined, .notSent, .reversed, .reversalRefused, .voided, .alreadyPaid, .charging,
            .order:
            true
        }
    }
}
