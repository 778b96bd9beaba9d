internal import PaymentToken
internal import Storage
internal import TokenIntake

/// What a submission that was made before is answered.
extension PaymentDesk {
    /// Answers a submission whose token is too old to be charged, where it was made before.
    ///
    /// - Throws: `refusal` where it was not.
    func answerLate(
        _ submission: PaymentSubmission,
        _ refusal: PaymentRefusal,
        _ recording: PaymentRecording? = nil,
        _ observe: @Sendable (PaymentStep) -> Void
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        let verified: VerifiedPaymentToken
        do throws(TokenRefusal) {
            verified = try intake.verifyRepetition(submission.tokenJSON)
        } catch { throw .token(error) }
        let opened = try await open(verified)
        guard let earlier = try await earlierAttempt(with: ClaimableToken(opened), for: submission)
        else {
            throw refusal
        }
        try compare(opened, with: submission)
        observe(.recognized(opened))
        return try await answerAgain(earlier, submission, recording, observe)
    }

    /// Answers a submission whose charge was not recorded.
    ///
    /// - Throws: `refusal` where its token is new.
    func answerUnprepared(
        _ submission: PaymentSubmission,
        _ opened: OpenedPaymentToken,
        _ refusal: PaymentRefusal,
        _ recording: PaymentRecording?,
        _ observe: @Sendable (PaymentStep) -> Void
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        let token = ClaimableToken(opened)
        let earlier = try await earlierAttempt(with: token, for: submission, besides: refusal)
        try compare(opened, with: submission)
        guard let earlier else {
            observe(.decrypted(opened))
            throw refusal
        }
        observe(.recognized(opened))
        return try await answerAgain(earlier, submission, recording, observe)
    }

    /// The attempt at which the same order sent a token before whose charge was refused now. A used token
    /// is answered for that, whatever else is wrong. Most tokens are new: nothing is looked for before
    /// the transaction of the charge, which finds a used one.
    func earlierAttempt(
        with token: ClaimableToken,
        for submission: PaymentSubmission,
        besides refusal: PaymentRefusal
    ) async throws(PaymentRefusal) -> AttemptID? {
        guard refusal.mayConcealRepetition else { return nil }
        return try await earlierAttempt(with: token, for: submission)
    }

    /// Repeats the answer that is on the disk. Where there is none yet, it is settled first, as far as
    /// that is possible now; an approval without an order gets this submission's.
    func answerAgain(
        _ attempt: AttemptID,
        _ submission: PaymentSubmission,
        _ recording: PaymentRecording? = nil,
        _ observe: @Sendable (PaymentStep) -> Void
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        if let recording {
            let goesOn = try await database.write { transaction throws(PaymentRefusal) in
                try recording.prepare(in: transaction)
            }
            guard goesOn else { throw .withheld }
        }
        var settled = try await recorded(attempt)
        if settled?.isOpen ?? true {
            try await settle(attempt)
            settled = try await recorded(attempt)
        }
        guard let settled else { throw .beingSettled(attempt) }
        observe(.recalled(settled.outcome))
        guard case .authorized = settled.outcome, settled.order == nil else {
            return try answer(settled, observe)
        }
        return try answer(try await placeLate(submission.order, attempt), observe)
    }

    /// The attempt at which the same order sent the same token before, or nil if the token is
    /// new. A token of another order goes no further.
    func earlierAttempt(
        with token: ClaimableToken,
        for submission: PaymentSubmission
    ) async throws(PaymentRefusal) -> AttemptID? {
        let transactionID = token.transactionID
        let order = OrderReference(submission.merchantReference)
        let (charge, holder) = try await database.read { snapshot throws(PaymentRefusal) in
            do throws(ChargeFailure) {
                let charge = try charges.charge(of: transactionID, in: snapshot)
                guard charge == nil else { return (charge, TokenClaim?.none) }
                do throws(StorageFailure) {
                    let holder = try tokens.holder(of: token, from: order, in: snapshot)
                    return (charge, holder)
                } catch { throw ChargeFailure.storage(error) }
            } catch { throw PaymentRefusal(charging: error) }
        }
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
        do throws(ChargeFailure) {
            _ = try await recovery.settle(attempt)
        } catch .storage(let failure) {
            // The outcome is as unknown as before.
            throw .beingSettled(attempt, cause: failure)
        } catch { throw PaymentRefusal(charging: error) }
    }

    private func recorded(_ attempt: AttemptID) async throws(PaymentRefusal) -> Settled? {
        do throws(PaymentRefusal) {
            return try await database.read { snapshot throws(PaymentRefusal) -> Settled? in
                let outcome: ChargeOutcome?
                do throws(ChargeFailure) {
                    outcome = try charges.outcome(of: attempt, in: snapshot)
                } catch { throw PaymentRefusal(charging: error) }
                guard let outcome else { return nil }
                do throws(OrderFailure) {
                    let order = try orders.order(of: attempt, in: snapshot)
                    return Settled(attempt: attempt, outcome: outcome, order: order)
                } catch { throw .order(error) }
            }
        } catch {
            // The processor was asked before; that the record cannot be read changes nothing.
            guard case .storage(let failure) = error.chargeFailure else { throw error }
            throw .beingSettled(attempt, cause: failure)
        }
    }

    private func placeLate(
        _ order: NewOrder,
        _ attempt: AttemptID
    ) async throws(PaymentRefusal) -> Settled {
        do throws(PaymentRefusal) {
            return try await database.write { transaction throws(PaymentRefusal) in
                let outcome: ChargeOutcome?
                do throws(ChargeFailure) {
                    outcome = try charges.outcome(of: attempt, in: transaction)
                } catch { throw PaymentRefusal(charging: error) }
                do throws(OrderFailure) {
                    let placed = try orders.order(of: attempt, in: transaction)
                    let order: Order? =
                        if let placed { placed } else {
                            try place(order, outcome, in: transaction)
                        }
                    return Settled(attempt: attempt, outcome: outcome ?? .unknown, order: order)
                } catch { throw .order(error) }
            }
        } catch {
            guard case .storage(let failure) = error.chargeFailure else { throw error }
            throw .beingSettled(attempt, cause: failure)
        }
    }

    private func place(
        _ order: NewOrder,
        _ outcome: ChargeOutcome?,
        in transaction: borrowing Transaction
    ) throws(OrderFailure) -> Order? {
        guard case .authorized(let attempt) = outcome else { return nil }
        return try orders.place(order, for: attempt, in: transaction)
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
    /// Whether a submission that was made before could be refused so, though its answer is recorded.
    fileprivate var mayConcealRepetition: Bool {
        switch self {
        case .databaseFailed, .beingSettled, .withheld, .claim: false
        case .token, .mismatch, .card, .chipDataNotTaken, .severalMerchants, .charge, .newOrder,
            .declined, .notSent, .reversed, .reversalRefused, .voided, .alreadyPaid, .charging,
            .order:
            true
        }
    }
}
