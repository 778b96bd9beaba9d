public import PaymentToken
public import Storage
public import TokenIntake

/// Why a payment was not accepted. It holds no secrets.
///
/// The meaning of each for the shopper is in Documentation/Payments.md.
public enum PaymentRefusal: Error, Hashable, Sendable {
    /// The token was refused.
    case token(TokenRefusal)
    /// The token is valid, but for another amount, currency or application data.
    case mismatch(ExpectedPayment.Mismatch)
    /// No processor takes a payment with this card network, currency and amount.
    case noProcessor
    /// The card in the token cannot be charged.
    case card(CardCredentials.Problem)
    /// The token's card proves payments by chip data, which none of the processors takes.
    case chipDataNotTaken
    /// The stored credential cannot be charged, or none can be stored.
    case credential(CredentialProblem)
    /// The payment is for this number of merchants, each with a cryptogram; only one is supported.
    case severalMerchants(Int)
    /// The charge is invalid.
    case charge(NewCharge.Problem)
    /// The order is invalid, so nothing was charged.
    case newOrder(NewOrder.Problem)
    /// The issuer declined.
    case declined(DeclineReason)
    /// The processor was not reached, or does not take the payment; nothing was charged. The cause is known when the
    /// processor was asked just now.
    case notSent(ProcessorFailure.NotSentCause?)
    /// The database failed before the processor was asked, so this submission charged nothing. Made
    /// again, it also gets the answer of an earlier one.
    case databaseFailed(StorageFailure)
    /// The processor was asked, and the outcome is not known or not recorded yet. Nothing is ordered,
    /// and the card may have been charged. Recovery settles it; the same submission made again gets
    /// what is known then. The cause is why the database did not record or tell the outcome, where it
    /// failed.
    case beingSettled(AttemptID, cause: StorageFailure? = nil)
    /// The authorization was cancelled: nothing is charged, and the shopper may pay again.
    case reversed(ReversalReason)
    /// The processor refuses to cancel an authorization: people must settle it.
    case reversalRefused(AttemptID)
    /// The merchant released the hold of this payment.
    case voided
    /// The order was paid before, with another token. This one was not used.
    case alreadyPaid(AttemptID)
    /// The request was made before with the same key, or its caller was told that nothing is done, so
    /// nothing was charged.
    case withheld(EarlierRequest)
    /// The token could not be claimed, so nothing was charged.
    case claim(ClaimFailure)
    /// The charge was not made.
    case charging(RecordFailure)
    /// The order could not be placed, though the charge is recorded. Unless the same submission, made
    /// again, places it, the charge is reversed.
    case order(RecordFailure)

    /// The remedy for a refusal.
    public enum Remedy: Hashable, Sendable {
        /// Follow the remedy of the token's refusal.
        case seeToken(TokenRefusal.Remedy)
        /// Compare the request that the app made with what the server expects.
        case compareTheRequest
        /// Ask the shopper for another card.
        case askForAnotherCard
        /// Ask the shopper to try again.
        case tryAgain
        /// Tell the shopper that the outcome is being settled, and make the same submission again
        /// later. Do not ask for another payment.
        case askAgainSoon
        /// Settle it with the processor, by people.
        case settleWithTheProcessor
        /// Show the existing order: nothing more is owed.
        case showTheOrder
        /// Follow the remedy of the claim's failure.
        case seeClaim(ClaimFailure.Remedy)
        /// Correct the merchant's program: the request cannot be charged.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .token(let refusal): .seeToken(refusal.remedy)
        case .mismatch: .compareTheRequest
        case .card, .chipDataNotTaken, .noProcessor, .declined: .askForAnotherCard
        case .notSent, .reversed, .voided, .databaseFailed: .tryAgain
        case .beingSettled, .withheld, .charging(.intentOccupied), .order: .askAgainSoon
        case .reversalRefused: .settleWithTheProcessor
        case .alreadyPaid: .showTheOrder
        case .claim(let failure): .seeClaim(failure.remedy)
        case .severalMerchants, .charge, .newOrder, .credential, .charging: .fixTheProgram
        }
    }
}

extension PaymentRefusal {
    /// The refusal for what could not be recorded.
    init(_ failure: RecordFailure) {
        switch failure {
        case .storage(let failure): self = .databaseFailed(failure)
        case .outcomeNotRecorded(let attempt, let cause), .recordUnknown(let attempt, let cause):
            self = .beingSettled(attempt, cause: cause)
        case .unsettled(let attempt): self = .beingSettled(attempt)
        case .intentPaid(let attempt): self = .alreadyPaid(attempt)
        case .intentDisputed(let attempt): self = .reversalRefused(attempt)
        case .withheld(let request): self = .withheld(request)
        case .claim(let failure): self = .claim(failure)
        case .credential(let problem): self = .credential(problem)
        case .claimedElsewhere(let transaction): self = .token(.replay(transaction))
        case .attemptNotAuthorized, .alreadyPlaced, .orderMissing, .statusRefused,
            .versionOutdated, .paymentRefused:
            self = .order(failure)
        case .transactionUsed, .intentOccupied, .referenceUsed, .attemptMissing,
            .operationMissing, .transitionRefused, .refused, .otherProcessor, .processorLacks:
            self = .charging(failure)
        }
    }
}

extension PaymentRefusal: CustomStringConvertible {
    /// The cause in one line for a log.
    public var description: String {
        switch self {
        case .token(let refusal): "token refused at \(refusal.step.rawValue): \(refusal)"
        case .mismatch(let mismatch): "\(mismatch)"
        case .card(let problem): "\(problem)"
        case .noProcessor:
            "no processor takes a payment with this card network, currency and amount"
        case .chipDataNotTaken: "the token carries chip data, which no processor here takes"
        case .credential(let problem): "\(problem)"
        case .severalMerchants(let count):
            "the token pays \(count) merchants, and only one is supported"
        case .charge(let problem): "\(problem)"
        case .newOrder(let problem): "\(problem)"
        case .declined(let reason): "declined by the issuer: \(reason.rawValue)"
        case .notSent(.some(let cause)): "\(cause); nothing was charged"
        case .notSent(nil):
            "the processor was not reached, or did not take the payment; nothing was charged"
        case .databaseFailed(let failure):
            "the database failed, and this submission charged nothing: \(failure)"
        case .beingSettled(let attempt, let cause):
            "the outcome of \(attempt) is being settled" + (cause.map { ": \($0)" } ?? "")
        case .reversed(let reason):
            "the authorization was cancelled, and nothing is charged: \(reason.rawValue)"
        case .reversalRefused(let attempt):
            "the processor refuses to cancel the authorization of \(attempt)"
        case .voided: "the merchant released the hold of this payment"
        case .alreadyPaid(let attempt):
            "the order is paid, by \(attempt); this token was not used"
        case .withheld(let request): "\(request); nothing was charged"
        case .claim(let failure): "\(failure)"
        case .charging(let failure): "\(failure)"
        case .order(let failure): "\(failure)"
        }
    }
}
