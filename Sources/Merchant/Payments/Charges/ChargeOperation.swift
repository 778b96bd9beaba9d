public import Money
public import PaymentToken
public import World

/// One message to a processor, as recorded.
public struct ChargeOperation: Hashable, Sendable {
    /// Its identifier.
    public let id: OperationID
    /// The attempt it belongs to.
    public let attempt: AttemptID
    /// The intent it belongs to.
    public let intent: IntentID
    /// The kind of the operation.
    public let kind: OperationKind
    /// Its number among the attempt's operations of this kind, from 1.
    public let number: Int64
    /// The key that is sent with it.
    public let idempotencyKey: IdempotencyKey
    /// The processor that is asked.
    public let processor: ProcessorName
    /// The reference by which the processor's settlement files name it; nil where it has none.
    public var settlementReference: String?
    /// The amount that is asked for.
    public let amount: Money
    /// Whether it is a capture after which nothing more is captured.
    public let isFinal: Bool
    /// The state of the operation.
    public let state: OperationState
    /// When it was prepared.
    public let preparedAt: UnixTime
    /// When its state last changed.
    public let changedAt: UnixTime
    /// How often recovery tried to settle it.
    public let tries: Int64
    /// When recovery may act on it; nil if there is nothing to do.
    public let dueAt: UnixTime?
}

/// An attempt whose amount the issuer holds.
///
/// It is made only from the record of an approval, so it is the proof that an order may be placed.
public struct AuthorizedAttempt: Hashable, Sendable {
    /// The attempt.
    public let id: AttemptID
    /// The merchant's reference, such as a cart's number.
    public let merchantReference: String
    /// The amount held. It is less than what was asked for where a partial approval was accepted.
    public let amount: Money
    /// The token's transaction; for a stored credential that of the charge.
    public let transactionID: TransactionID
    /// The stored credential that was charged, or that the payment stored; nil for neither.
    public internal(set) var credential: CredentialID?
    /// Whether a stored credential was charged, and no token.
    public let isLater: Bool
    /// The last four digits of the device account number; nil where the processor opened the token.
    public let accountSuffix: String?
    /// The merchant's own texts of the payment, as a JSON object; nil for none.
    public let metadata: String?
    /// The issuer's code and the network's name for the authorization.
    public let approval: Approval
}

/// The outcome of an attempt.
public enum ChargeOutcome: Hashable, Sendable {
    /// The issuer holds the amount.
    case authorized(AuthorizedAttempt)
    /// The issuer declined.
    case declined(DeclineReason)
    /// The processor did not act, which is certain; another attempt may be made.
    case notSent
    /// The processor may have acted. Until the outcome is known, the customer must not be told of
    /// success and no other attempt may be made.
    case unknown
    /// The authorization is being cancelled, and the processor has not confirmed it yet.
    case reversing(ReversalReason)
    /// The authorization was cancelled: nothing is held, and another attempt may be made.
    case reversed(ReversalReason)
    /// The processor refuses to cancel the authorization: people must settle it.
    case reversalRefused(ReversalReason)
    /// The merchant released the hold; another attempt may be made.
    case voided
}
