public import Charging
public import Orders
public import PaymentToken
internal import Storage
public import TokenIntake

/// Why a payment was not accepted. It holds no secrets.
public enum PaymentRefusal: Error, Hashable, Sendable {
    /// The token was refused.
    case token(TokenRefusal)
    /// The token is valid, but for another amount, currency or application data.
    case mismatch(ExpectedPayment.Mismatch)
    /// The card in the token cannot be charged.
    case card(CardCredentials.Problem)
    /// The token's card proves payments by chip data, which this processor does not take.
    case chipDataNotTaken
    /// The payment is for this number of merchants, each with a cryptogram; only one is supported.
    case severalMerchants(Int)
    /// The charge is invalid.
    case charge(NewCharge.Problem)
    /// The order is invalid, so nothing was charged.
    case newOrder(NewOrder.Problem)
    /// The issuer declined.
    case declined(DeclineReason)
    /// The processor was not reached; nothing was charged.
    case notSent
    /// The processor did not answer; the card may have been charged, and nothing is ordered.
    case outcomeUnknown
    /// The same order sent the same token before, and there is no answer yet: the charge is in
    /// progress, or a crash interrupted it. Nothing is charged again.
    case unanswered(AttemptID)
    /// The order was paid before, with another token. This one was not used.
    case alreadyPaid(AttemptID)
    /// The token could not be claimed.
    case claim(ClaimFailure)
    /// The charge was not made.
    case charging(ChargeFailure)
    /// The order could not be placed, though the charge is recorded.
    case order(OrderFailure)

    /// What to do about it.
    public enum Remedy: Hashable, Sendable {
        /// Follow the remedy of the token's refusal.
        case seeToken(TokenRefusal.Remedy)
        /// Compare the request that the app made with what the server expects.
        case compareTheRequest
        /// Ask the shopper for another card.
        case askForAnotherCard
        /// Ask the shopper to try again.
        case tryAgain
        /// Settle it with the processor before anything else is tried.
        case settleWithTheProcessor
        /// Ask again in a few seconds. If there is still no answer, settle it with the processor.
        case askAgainSoon
        /// Show the existing order: nothing more is owed.
        case showTheOrder
        /// Follow the remedy of the claim's failure.
        case seeClaim(ClaimFailure.Remedy)
        /// Follow the remedy of the charge's failure.
        case seeCharge(ChargeFailure.Remedy)
        /// Follow the remedy of the order's failure.
        case seeOrder(OrderFailure.Remedy)
        /// Correct the merchant's program: the request cannot be charged.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .token(let refusal): .seeToken(refusal.remedy)
        case .mismatch: .compareTheRequest
        case .card, .chipDataNotTaken, .declined: .askForAnotherCard
        case .notSent: .tryAgain
        case .outcomeUnknown: .settleWithTheProcessor
        case .unanswered: .askAgainSoon
        case .alreadyPaid: .showTheOrder
        case .claim(let failure): .seeClaim(failure.remedy)
        case .severalMerchants, .charge, .newOrder: .fixTheProgram
        case .charging(let failure): .seeCharge(failure.remedy)
        case .order(let failure): .seeOrder(failure.remedy)
        }
    }
}

extension PaymentRefusal: CarriesChargeFailure {
    /// The refusal for a charge that went no further.
    public init(charging failure: ChargeFailure) { self = .charging(failure) }
}

extension PaymentRefusal: CustomStringConvertible {
    /// The cause in one line for a log.
    public var description: String {
        switch self {
        case .token(let refusal): "token refused at \(refusal.step.rawValue): \(refusal)"
        case .mismatch(let mismatch): "\(mismatch)"
        case .card(let problem): "\(problem)"
        case .chipDataNotTaken: "the token carries chip data, which this processor does not take"
        case .severalMerchants(let count):
            "the token pays \(count) merchants, and only one is supported"
        case .charge(let problem): "\(problem)"
        case .newOrder(let problem): "\(problem)"
        case .declined(let reason): "declined by the issuer: \(reason.rawValue)"
        case .notSent: "the processor was not reached; nothing was charged"
        case .outcomeUnknown: "the processor did not answer; the card may have been charged"
        case .unanswered(let attempt):
            "the order sent this token before, and \(attempt) has no answer yet"
        case .alreadyPaid(let attempt):
            "the order is paid, by \(attempt); this token was not used"
        case .claim(let failure): "\(failure)"
        case .charging(let failure): "\(failure)"
        case .order(let failure): "\(failure)"
        }
    }
}
