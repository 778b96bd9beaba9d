public import PaymentToken

/// A service that submits charges to the card's issuer: a provider or the card network.
///
/// A processor acts at most once for one idempotency key and gives the same answer each time. It
/// has its own time limit, after which it throws ``ProcessorFailure/outcomeUnknown``.
public protocol PaymentProcessor: Sendable {
    /// Asks the issuer to hold the amount on the card.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer
}

/// A request to hold an amount on a card.
public struct AuthorizationRequest: Sendable {
    /// The card.
    public let card: CardCredentials
    /// The amount. Units: minor units of the currency.
    public let amountMinorUnits: Int64
    /// The currency, as three capital letters of ISO 4217.
    public let currencyCode: String
    /// The merchant's reference, such as a cart's number.
    public let merchantReference: String
    /// The key by which the processor recognizes a repetition.
    public let idempotencyKey: IdempotencyKey
    /// The token's transaction.
    public let transactionID: TransactionID

    /// The request for a charge.
    public init(_ charge: NewCharge, card: CardCredentials, idempotencyKey: IdempotencyKey) {
        self.card = card
        amountMinorUnits = charge.amountMinorUnits
        currencyCode = charge.currencyCode
        merchantReference = charge.merchantReference
        self.idempotencyKey = idempotencyKey
        transactionID = charge.transactionID
    }
}

/// What the issuer decided.
public enum AuthorizationAnswer: Hashable, Sendable {
    /// The amount is held.
    case approved(authorizationCode: String, networkReference: String)
    /// The amount is not held.
    case declined(DeclineReason)
}

/// Why an issuer declined.
///
/// - Source: ISO 8583 (1987) response codes 51, 05, 54, 14 and 82; for a replayed
///   counter there is no code, so that name is ours.
public enum DeclineReason: String, Hashable, Sendable, CaseIterable {
    /// The account has not enough money.
    case insufficientFunds
    /// The issuer does not say why.
    case doNotHonor
    /// The card has expired.
    case expiredCard
    /// There is no such account.
    case unknownAccount
    /// The cryptogram does not belong to this card and payment.
    case cryptogramInvalid
    /// The cryptogram's counter was seen before.
    case counterReplayed
}

/// Why a processor gave no answer.
public enum ProcessorFailure: Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The request was not sent, so nothing was charged.
    case notSent
    /// The request may have arrived: the amount may be held, or may not.
    case outcomeUnknown

    /// One line for a log.
    public var description: String {
        switch self {
        case .notSent: "the request did not reach the processor"
        case .outcomeUnknown: "the processor did not answer; it may have charged the card"
        }
    }
}
