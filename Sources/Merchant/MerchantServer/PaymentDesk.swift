public import Charging
internal import Money
internal import Orders
internal import PaymentToken
public import Storage
public import TokenIntake
public import World

/// Accepts payments in the five steps of Apple's guide (mission section 12).
///
/// Nothing is answered before it is on the disk, and a token is claimed in the same transaction
/// that records the charge, before the processor is asked.
public struct PaymentDesk: Sendable {
    /// The tables of every room that keeps something of a payment.
    public static let migrations = [
        ReplayStore.migrations, ChargeStore.migrations, OrderTracking.migrations,
    ]

    private let intake: TokenIntake
    private let replays: ReplayStore
    private let database: Database
    private let cashier: Cashier
    private let orders: OrderTracking

    /// A desk with an intake for tokens, a database for the rest, and a processor to ask.
    public init(
        intake: TokenIntake,
        database: Database,
        processor: any PaymentProcessor,
        world: World
    ) {
        self.intake = intake
        self.database = database
        replays = ReplayStore(clock: world.clock)
        cashier = Cashier(
            database: database,
            store: ChargeStore(world: world),
            processor: processor
        )
        orders = OrderTracking(world: world)
    }

    /// Accepts a payment, or says why not. The observer is told of each step when it is done.
    ///
    /// The receipt comes once everything that it says is on the disk.
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
        let opened = try open(verified, for: submission)
        observe(.decrypted(opened))
        let transactionID = verified.token.transactionID
        let settled = try await submit(
            try charge(for: submission, transactionID),
            card: try card(in: opened),
            order: submission.order
        )
        observe(.submitted(settled.outcome))
        switch (settled.outcome, settled.order) {
        case (.authorized(let authorization), let order?):
            observe(.ordered(order))
            return PaymentReceipt(
                transactionID: transactionID,
                authorization: authorization,
                order: order
            )
        case (.declined(let reason), _): throw .declined(reason)
        case (.notSent, _): throw .notSent
        case (.unknown, _), (.authorized, nil): throw .outcomeUnknown
        }
    }

    private struct Settled: Sendable {
        let outcome: ChargeOutcome
        let order: Order?
    }

    private func submit(
        _ charge: NewCharge,
        card: CardCredentials,
        order: NewOrder
    ) async throws(PaymentRefusal) -> Settled {
        do throws(PaymentRefusal) {
            return try await cashier.authorize(
                charge,
                card: card,
                claiming: { transaction throws(PaymentRefusal) in
                    try claim(charge.transactionID, in: transaction)
                },
                settling: { transaction, outcome throws(PaymentRefusal) in
                    let placed = try place(order, after: outcome, in: transaction)
                    return Settled(outcome: outcome, order: placed)
                }
            )
        } catch .charging(.transactionUsed) {
            throw .token(.replay(charge.transactionID))
        }
    }

    private func verify(_ json: [UInt8]) throws(PaymentRefusal) -> VerifiedPaymentToken {
        let verified: VerifiedPaymentToken
        do throws(TokenRefusal) {
            verified = try intake.verify(json)
        } catch { throw .token(error) }
        let transactionID = verified.token.transactionID
        let isClaimed = try database.read { snapshot throws(PaymentRefusal) in
            do throws(StorageFailure) {
                return try replays.isClaimed(transactionID, in: snapshot)
            } catch { throw .charging(.storage(error)) }
        }
        guard !isClaimed else { throw .token(.replay(transactionID)) }
        return verified
    }

    private func open(
        _ verified: VerifiedPaymentToken,
        for submission: PaymentSubmission
    ) throws(PaymentRefusal) -> OpenedPaymentToken {
        let opened: OpenedPaymentToken
        do throws(TokenRefusal) {
            opened = try intake.open(verified)
        } catch { throw .token(error) }
        let expected = ExpectedPayment(
            total: submission.total,
            applicationData: submission.applicationData
        )
        do throws(ExpectedPayment.Mismatch) {
            try expected.check(opened)
        } catch { throw .mismatch(error) }
        return opened
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
        _ transactionID: TransactionID,
        in transaction: borrowing Transaction
    ) throws(PaymentRefusal) {
        let isFirst: Bool
        do throws(StorageFailure) {
            isFirst = try replays.claim(transactionID, in: transaction)
        } catch { throw .charging(.storage(error)) }
        guard isFirst else { throw .token(.replay(transactionID)) }
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
