public import Money
public import PaymentToken
public import World

/// The card that an amount is to be held on.
public enum PaymentInstrument: Sendable {
    /// The card of a token that was opened here.
    case card(CardCredentials)
    /// A verified token that the processor opens: see ``ProcessorCapability/sealedTokens``.
    case sealed(VerifiedPaymentToken)
    /// A later payment with a credential that the processor's payment stored: see
    /// ``ProcessorCapability/storedCredentials``.
    case stored(StoredCharge)

    /// The last four digits of the device account number; nil where they are sealed.
    public var accountSuffix: String? {
        switch self {
        case .card(let card): card.accountSuffix
        case .sealed: nil
        case .stored(let charge): charge.instrument.accountSuffix
        }
    }
}

/// A request to hold an amount on a card.
public struct AuthorizationRequest: Sendable {
    /// The card, or the token in which it is.
    public let instrument: PaymentInstrument
    /// The amount.
    public let amount: Money
    /// The merchant's reference, such as a cart's number.
    public let merchantReference: String
    /// The key by which the processor recognizes a repetition.
    public let idempotencyKey: IdempotencyKey
    /// When the operation was recorded. It is the same in every repetition.
    public let preparedAt: UnixTime
    /// The later payments for which the card is to be stored; nil for none.
    public let storing: CredentialUse?
    /// The token's transaction; for a stored credential that of the charge.
    public let transactionID: TransactionID
    /// The billing address for the issuer to compare; nil if none is sent.
    public let billingAddress: BillingAddress?
    /// Whether the same request may have been sent before.
    public internal(set) var isRepetition = false

    /// The request for a charge.
    public init(
        _ charge: NewCharge,
        instrument: PaymentInstrument,
        idempotencyKey: IdempotencyKey,
        preparedAt: UnixTime
    ) {
        self.instrument = instrument
        amount = charge.amount
        merchantReference = charge.merchantReference
        self.idempotencyKey = idempotencyKey
        self.preparedAt = preparedAt
        storing = charge.storing
        transactionID = charge.transactionID
        billingAddress = charge.billingAddress
    }
}

/// The authorization that a later request is about.
public struct OriginalAuthorization: Hashable, Sendable {
    /// Its key.
    public let idempotencyKey: IdempotencyKey
    /// When it was recorded, before it was sent.
    public let preparedAt: UnixTime
    /// The amount that was asked for.
    public let amount: Money
    /// The amount that the issuer holds, where it is a part of ``amount``; nil otherwise.
    public var approvedAmount: Money?
    /// The network's name for it; nil if it was not answered.
    public let networkReference: String?
    /// The issuer's code; nil if it was not approved.
    public let authorizationCode: String?
    /// The merchant's reference that was sent with it.
    public let merchantReference: String

    /// An authorization.
    public init(
        idempotencyKey: IdempotencyKey,
        preparedAt: UnixTime,
        amount: Money,
        networkReference: String?,
        authorizationCode: String?,
        merchantReference: String
    ) {
        self.idempotencyKey = idempotencyKey
        self.preparedAt = preparedAt
        self.amount = amount
        self.networkReference = networkReference
        self.authorizationCode = authorizationCode
        self.merchantReference = merchantReference
    }
}

/// A request to capture, void, refund or release. It needs no card data, so it can be repeated at any time.
public struct FollowUpRequest: Hashable, Sendable {
    /// The key by which the processor recognizes a repetition.
    public let idempotencyKey: IdempotencyKey
    /// When the operation was recorded. It is the same in every repetition.
    public let preparedAt: UnixTime
    /// The amount. For a void or a release it is what was not captured.
    public let amount: Money
    /// The authorization.
    public let original: OriginalAuthorization
    /// Whether it is a capture after which nothing more is captured.
    public let isFinal: Bool
    /// Whether the same request may have been sent before.
    public let isRepetition: Bool

    /// A request.
    public init(
        idempotencyKey: IdempotencyKey,
        preparedAt: UnixTime,
        amount: Money,
        original: OriginalAuthorization,
        isFinal: Bool,
        isRepetition: Bool
    ) {
        self.idempotencyKey = idempotencyKey
        self.preparedAt = preparedAt
        self.amount = amount
        self.original = original
        self.isFinal = isFinal
        self.isRepetition = isRepetition
    }
}

/// A request to cancel an authorization, whatever became of it.
public struct ReversalRequest: Hashable, Sendable {
    /// The key by which the processor recognizes a repetition.
    public let idempotencyKey: IdempotencyKey
    /// When the reversal was recorded. It is the same in every repetition.
    public let preparedAt: UnixTime
    /// The authorization. It is cancelled in full.
    public let original: OriginalAuthorization
    /// Why it is cancelled.
    public let reason: ReversalReason
    /// Whether the same request may have been sent before.
    public let isRepetition: Bool

    /// A request.
    public init(
        idempotencyKey: IdempotencyKey,
        preparedAt: UnixTime,
        original: OriginalAuthorization,
        reason: ReversalReason,
        isRepetition: Bool
    ) {
        self.idempotencyKey = idempotencyKey
        self.preparedAt = preparedAt
        self.original = original
        self.reason = reason
        self.isRepetition = isRepetition
    }
}

/// Why an authorization is cancelled.
public enum ReversalReason: String, Hashable, Sendable, CaseIterable {
    /// It was not answered.
    case unanswered
    /// The answer was not about what was asked for.
    case mismatched
    /// Only a part of the amount was approved.
    case partiallyApproved
    /// It was approved, but no order was placed.
    case withoutOrder
}

/// A question about an authorization.
public struct InquiryRequest: Hashable, Sendable {
    /// The authorization.
    public let original: OriginalAuthorization

    /// A question.
    public init(original: OriginalAuthorization) { self.original = original }
}
