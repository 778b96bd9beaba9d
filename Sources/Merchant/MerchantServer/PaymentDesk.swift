public import Charging
internal import Money
internal import Orders
internal import PaymentToken
public import Storage
public import TokenIntake
public import World

/// Accepts payments in the five steps of Apple's guide.
///
/// An answer is on the disk before it is given. The token is claimed in the transaction that records
/// the charge, before the processor is asked.
///
/// The same token sent again for the same order, by a second click or after a lost answer, gets
/// the first answer again. For another order it is refused as a replay.
public struct PaymentDesk: Sendable {
    /// The migrations of all modules that store part of a payment.
    public static let migrations = [
        AcceptedTokens.migrations, ChargeStore.migrations, OrderTracking.migrations,
    ]

    private let intake: TokenIntake
    private let tokens: AcceptedTokens
    private let charges: ChargeStore
    private let database: Database
    private let executor: ChargeExecutor
    private let orders: OrderTracking

    /// A desk with an intake for tokens, a database and a processor.
    public init(
        intake: TokenIntake,
        database: Database,
        processor: any PaymentProcessor,
        world: World
    ) {
        self.intake = intake
        self.database = database
        tokens = AcceptedTokens(clock: world.clock)
        charges = ChargeStore(world: world)
        executor = ChargeExecutor(database: database, store: charges, processor: processor)
        orders = OrderTracking(world: world)
    }

    /// Accepts a payment, or says why not. The observer is told of each step when it is done.
    ///
    /// The receipt comes once everything that it says is on the disk. The merchant reference must
    /// come from the merchant's own session: a client that sends the same token under it gets the
    /// same answer again.
    ///
    /// - Throws: ``PaymentRefusal``.
    public func accept(
        _ submission: PaymentSubmission,
        observe: @escaping @Sendable (PaymentStep) -> Void = { _ in }
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        do throws(PaymentRefusal) {
            return try await takeSteps(submission, observe)
        } catch {
            observe(.refused(error))
            throw error
        }
    }

    private func takeSteps(
        _ submission: PaymentSubmission,
        _ observe: @Sendable (PaymentStep) -> Void
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        observe(.received(bytes: submission.tokenJSON.count))
        let verified = try verify(submission.tokenJSON)
        observe(.verified(verified))
        let opened = try open(verified)
        let earlier = try await earlierAttempt(with: opened, for: submission)
        try compare(opened, with: submission)
        if let earlier {
            observe(.recognized(opened))
            return try await answerAgain(earlier, observe)
        }
        observe(.decrypted(opened))
        let settled: Settled
        do throws(PaymentRefusal) {
            settled = try await submit(
                try charge(for: submission, opened.transactionID),
                token: ClaimableToken(opened),
                card: try card(in: opened),
                order: submission.order
            )
        } catch .charging(.transactionUsed) {
            // Another request was faster.
            guard let earlier = try await earlierAttempt(with: opened, for: submission) else {
                throw .token(.replay(opened.transactionID))
            }
            return try await answerAgain(earlier, observe)
        }
        observe(.submitted(settled.outcome))
        return try answer(settled, observe)
    }

    private func answer(
        _ settled: Settled,
        _ observe: (PaymentStep) -> Void
    ) throws(PaymentRefusal) -> PaymentReceipt {
        switch (settled.outcome, settled.order) {
        case (.authorized(let authorization), let order?):
            observe(.ordered(order))
            return PaymentReceipt(
                transactionID: authorization.transactionID,
                authorization: authorization,
                order: order
            )
        case (.declined(let reason), _): throw .declined(reason)
        case (.notSent, _): throw .notSent
        case (.unknown, _), (.authorized, nil): throw .outcomeUnknown
        }
    }

    /// Repeats the answer that is on the disk.
    private func answerAgain(
        _ attempt: AttemptID,
        _ observe: (PaymentStep) -> Void
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        let settled = try await database.read { snapshot throws(PaymentRefusal) -> Settled? in
            let outcome: ChargeOutcome?
            do throws(ChargeFailure) {
                outcome = try charges.outcome(of: attempt, in: snapshot)
            } catch { throw .charging(error) }
            guard let outcome else { return nil }
            do throws(OrderFailure) {
                let order = try orders.order(of: attempt, in: snapshot)
                return Settled(outcome: outcome, order: order)
            } catch { throw .order(error) }
        }
        guard let settled else { throw .unanswered(attempt) }
        observe(.recalled(settled.outcome))
        return try answer(settled, observe)
    }

    /// The attempt at which the same order sent the same token before, or nil if the token is
    /// new. A token of another order goes no further.
    private func earlierAttempt(
        with opened: OpenedPaymentToken,
        for submission: PaymentSubmission
    ) async throws(PaymentRefusal) -> AttemptID? {
        let transactionID = opened.transactionID
        let token = ClaimableToken(opened)
        let order = OrderReference(submission.merchantReference)
        let (charge, holder) = try await database.read { snapshot throws(PaymentRefusal) in
            do throws(ChargeFailure) {
                let charge = try charges.charge(of: transactionID, in: snapshot)
                do throws(StorageFailure) {
                    let holder = try tokens.holder(of: token, from: order, in: snapshot)
                    return (charge, holder)
                } catch { throw .storage(error) }
            } catch { throw .charging(error) }
        }
        guard let charge else {
            // Claimed outside this desk.
            guard holder == nil else { throw .token(.replay(transactionID)) }
            return nil
        }
        let isSame = charge.isOf(
            submission.merchantReference,
            amountMinorUnits: submission.total.minorUnits,
            currencyCode: submission.total.currency.code
        )
        guard isSame else { throw .token(.replay(transactionID)) }
        return charge.attempt
    }

    private struct Settled: Sendable {
        let outcome: ChargeOutcome
        let order: Order?
    }

    private func submit(
        _ charge: NewCharge,
        token: ClaimableToken,
        card: CardCredentials,
        order: NewOrder
    ) async throws(PaymentRefusal) -> Settled {
        let reference = OrderReference(charge.merchantReference)
        do throws(PaymentRefusal) {
            return try await executor.authorize(
                charge,
                card: card,
                claiming: { transaction throws(PaymentRefusal) in
                    try claim(token, for: reference, in: transaction)
                },
                settling: { transaction, outcome throws(PaymentRefusal) in
                    let placed = try place(order, after: outcome, in: transaction)
                    return Settled(outcome: outcome, order: placed)
                }
            )
        } catch .charging(.intentPaid(let attempt)) {
            throw .alreadyPaid(attempt)
        }
    }

    private func verify(_ json: [UInt8]) throws(PaymentRefusal) -> VerifiedPaymentToken {
        do throws(TokenRefusal) {
            return try intake.verify(json)
        } catch { throw .token(error) }
    }

    private func open(
        _ verified: VerifiedPaymentToken
    ) throws(PaymentRefusal) -> OpenedPaymentToken {
        do throws(TokenRefusal) {
            return try intake.open(verified)
        } catch { throw .token(error) }
    }

    private func compare(
        _ opened: OpenedPaymentToken,
        with submission: PaymentSubmission
    ) throws(PaymentRefusal) {
        let expected = ExpectedPayment(
            total: submission.total,
            applicationData: submission.applicationData
        )
        let amount: ExpectedPayment.Amount
        do throws(ExpectedPayment.Mismatch) {
            amount = try expected.check(opened)
        } catch { throw .mismatch(error) }
        // Chip data hides the amount; only a processor that takes chip data could leave the check
        // of the amount to the network.
        guard amount == .asRequested else { throw .chipDataNotTaken }
    }

    private func charge(
        for submission: PaymentSubmission,
        _ transactionID: TransactionID
    ) throws(PaymentRefusal) -> NewCharge {
        do throws(NewCharge.Problem) {
            return try NewCharge(
                merchantReference: submission.merchantReference,
                amountMinorUnits: submission.total.minorUnits,
                currencyCode: submission.total.currency.code,
                transactionID: transactionID
            )
        } catch { throw .charge(error) }
    }

    private func card(in opened: OpenedPaymentToken) throws(PaymentRefusal) -> CardCredentials {
        let payment = opened.payment
        if let responses = payment.authenticationResponses, !responses.isEmpty {
            throw .severalMerchants(responses.count)
        }
        guard case .threeDSecure(let cryptogram, let indicator) = payment.proof else {
            throw .chipDataNotTaken
        }
        guard let expiry = CardExpiry(applicationExpirationDate: payment.accountExpirationDate)
        else {
            throw .token(.decryption(.payloadField(.applicationExpirationDate)))
        }
        guard let cryptogram else { throw .card(.cryptogramMissing) }
        do throws(CardCredentials.Problem) {
            return try CardCredentials(
                accountNumber: payment.accountNumber,
                cryptogram: cryptogram,
                expiry: expiry,
                electronicCommerceIndicator: indicator
            )
        } catch { throw .card(error) }
    }

    private func claim(
        _ token: ClaimableToken,
        for order: OrderReference,
        in transaction: borrowing Transaction
    ) throws(PaymentRefusal) {
        let claim: TokenClaim
        do throws(ClaimFailure) {
            claim = try tokens.claim(token, for: order, in: transaction)
        } catch { throw .claim(error) }
        // This desk's own claims have an attempt, so this one was made outside the desk.
        guard claim == .first else { throw .token(.replay(token.transactionID)) }
    }

    private func place(
        _ order: NewOrder,
        after outcome: ChargeOutcome,
        in transaction: borrowing Transaction
    ) throws(PaymentRefusal) -> Order? {
        guard case .authorized(let attempt) = outcome else { return nil }
        do throws(OrderFailure) {
            return try orders.place(order, for: attempt, in: transaction)
        } catch { throw .order(error) }
    }
}
