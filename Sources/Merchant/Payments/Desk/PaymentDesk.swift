internal import PaymentToken
public import Storage
public import TokenIntake
public import World

/// Accepts payments in the five steps of Apple's guide, and captures, voids and refunds them.
///
/// An answer is on the disk before it is given. The token is claimed in the transaction that records
/// the charge, before the processor is asked.
///
/// The same token sent again for the same order, by a second click or after a lost answer, gets
/// the first answer again, however old the token is by then. For another order it is refused as a
/// replay.
///
/// - Source: Documentation/Payments.md.
public struct PaymentDesk: Sendable {
    /// The migrations of all modules that store part of a payment.
    public static let migrations = [
        AcceptedTokens.migrations, ChargeStore.migrations, OrderTracking.migrations,
        Reconciliation.migrations,
    ]

    let intake: TokenIntake
    let tokens: AcceptedTokens
    let database: Database
    let records: DeskRecords
    let executor: ChargeExecutor
    let recovery: Recovery
    let takesChipData: Bool

    var charges: ChargeStore { records.charges }
    var orders: OrderTracking { records.orders }

    /// A desk with an intake for tokens, a database and a processor.
    ///
    /// - Parameters:
    ///   - intake: Verifies and opens tokens.
    ///   - database: A database that was opened with ``migrations``.
    ///   - processor: The processor.
    ///   - needing: What the merchant's program will ask of the processor.
    ///   - policy: When and how what is left unsettled is settled.
    ///   - worker: Who takes leases on operations; a new one if not given.
    ///   - world: The clock and the random numbers.
    /// - Throws: ``MissingCapabilities`` where the processor does not have what is needed.
    public init(
        intake: TokenIntake,
        database: Database,
        processor: any PaymentProcessor,
        needing: Set<ProcessorCapability> = [],
        policy: RecoveryPolicy = .standard,
        worker: WorkerID? = nil,
        world: World
    ) throws(MissingCapabilities) {
        let missing = needing.subtracting(processor.capabilities)
        guard missing.isEmpty else {
            throw MissingCapabilities(processor: processor.name, capabilities: missing)
        }
        self.intake = intake
        self.database = database
        tokens = AcceptedTokens(clock: world.clock)
        records = DeskRecords(database: database, world: world, policy: policy)
        executor = ChargeExecutor(
            database: database,
            store: records.charges,
            processor: processor,
            worker: worker
        )
        recovery = records.recovery(with: processor, worker: worker)
        takesChipData = processor.capabilities.contains(.chipData)
    }

    /// The processor does not have what the merchant's program needs.
    public struct MissingCapabilities: Error, Hashable, Sendable, CustomStringConvertible {
        /// The processor.
        public let processor: ProcessorName
        /// What it does not have.
        public let capabilities: Set<ProcessorCapability>

        /// One line for a log.
        public var description: String {
            let names = capabilities.map(\.rawValue).sorted().joined(separator: ", ")
            return "the processor \(processor) does not have: \(names)"
        }
    }

    /// Accepts a payment, or says why not. The observer is told of each step when it is done.
    ///
    /// The receipt comes once everything that it says is on the disk. The merchant reference must
    /// come from the merchant's own session: a client that sends the same token under it gets the
    /// same answer again.
    ///
    /// - Parameters:
    ///   - submission: The payment.
    ///   - recording: What the program records with the payment.
    ///   - observe: Is told of each step.
    /// - Returns: The receipt.
    /// - Throws: ``PaymentRefusal``.
    public func accept(
        _ submission: PaymentSubmission,
        recording: PaymentRecording? = nil,
        observe: @escaping @Sendable (PaymentStep) -> Void = { _ in }
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        do throws(PaymentRefusal) {
            return try await takeSteps(submission, recording, observe)
        } catch {
            observe(.refused(error))
            throw error
        }
    }

    private func takeSteps(
        _ submission: PaymentSubmission,
        _ recording: PaymentRecording?,
        _ observe: @Sendable (PaymentStep) -> Void
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        observe(.received(bytes: submission.tokenJSON.count))
        let verified: VerifiedPaymentToken
        do throws(PaymentRefusal) {
            verified = try verify(submission.tokenJSON)
        } catch .token(.signingTime(let signedAt, let checkedAt, let window)) {
            let late = TokenRefusal.signingTime(
                signedAt: signedAt,
                checkedAt: checkedAt,
                window: window
            )
            return try await answerLate(submission, .token(late), recording, observe)
        }
        observe(.verified(verified))
        let opened = try await open(verified)
        let prepared: PreparedCharge
        do throws(PaymentRefusal) {
            try compare(opened, with: submission)
            let charge = try charge(for: submission, opened.transactionID)
            let card = try card(in: opened)
            prepared = try await prepare(charge, card, ClaimableToken(opened), recording)
        } catch {
            return try await answerUnprepared(submission, opened, error, recording, observe)
        }
        observe(.decrypted(opened))
        let settled = try await authorize(prepared, submission.order, recording)
        observe(.submitted(settled.outcome))
        return try answer(settled, observe)
    }

    /// What is recorded of an attempt.
    struct Settled: Sendable {
        let attempt: AttemptID
        let outcome: ChargeOutcome
        let order: Order?

        var answer: Result<PaymentReceipt, PaymentRefusal> {
            switch (outcome, order) {
            case (.authorized(let authorization), let order?):
                .success(
                    PaymentReceipt(
                        transactionID: authorization.transactionID,
                        authorization: authorization,
                        order: order
                    )
                )
            case (.declined(let reason), _): .failure(.declined(reason))
            case (.notSent, _): .failure(.notSent)
            case (.reversed(let reason), _): .failure(.reversed(reason))
            case (.reversalRefused, _): .failure(.reversalRefused(attempt))
            case (.voided, _): .failure(.voided)
            case (.unknown, _), (.reversing, _), (.authorized, nil):
                .failure(.beingSettled(attempt))
            }
        }
    }

    func answer(
        _ settled: Settled,
        _ observe: (PaymentStep) -> Void
    ) throws(PaymentRefusal) -> PaymentReceipt {
        let receipt = try settled.answer.get()
        observe(.ordered(receipt.order))
        return receipt
    }

    /// Records the charge of a card, and claims its token.
    func prepare(
        _ charge: NewCharge,
        _ card: CardCredentials,
        _ token: ClaimableToken,
        _ recording: PaymentRecording? = nil
    ) async throws(PaymentRefusal) -> PreparedCharge {
        do throws(PaymentRefusal) {
            return try await record(charge, card, token, recording)
        } catch .charging(.intentOccupied(let other)) {
            // An earlier attempt at the same order, with another token, has no outcome yet.
            try await settle(other)
            do throws(PaymentRefusal) {
                return try await record(charge, card, token, recording)
            } catch .charging(.intentOccupied(let other)) {
                throw .beingSettled(other)
            }
        }
    }

    private func record(
        _ charge: NewCharge,
        _ card: CardCredentials,
        _ token: ClaimableToken,
        _ recording: PaymentRecording?
    ) async throws(PaymentRefusal) -> PreparedCharge {
        let reference = OrderReference(charge.merchantReference)
        let prepared = try await executor.prepare(
            charge,
            card: card,
            preparing: { transaction throws(PaymentRefusal) in
                try recording?.prepare(in: transaction) ?? true
            },
            claiming: { transaction throws(PaymentRefusal) in
                try claim(token, for: reference, in: transaction)
            }
        )
        guard let prepared else { throw .withheld }
        return prepared
    }

    /// Asks the processor, and places the order.
    func authorize(
        _ prepared: PreparedCharge,
        _ order: NewOrder,
        _ recording: PaymentRecording? = nil
    ) async throws(PaymentRefusal) -> Settled {
        try await executor.authorize(prepared) {
            transaction,
            authorization,
            outcome throws(PaymentRefusal) in
            let placed = try place(order, after: outcome, in: transaction)
            let settled = Settled(
                attempt: authorization.attempt,
                outcome: outcome,
                order: placed
            )
            try recording?.settle(authorization, with: settled.answer, in: transaction)
            return settled
        }
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

    func place(
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
