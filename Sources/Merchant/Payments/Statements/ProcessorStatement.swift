public import Money
public import World

/// A processor's account of one payment: everything that became of it, here and elsewhere, or the part
/// that a message tells.
///
/// - Source: Documentation/Platforms.md, "Webhooks that the server takes".
public struct ProcessorStatement: Hashable, Sendable {
    /// A refund that was made or is under way.
    public struct Refund: Hashable, Sendable {
        /// The processor's name for it.
        public let reference: String
        /// The key of the request that asked for it; nil where it was asked for elsewhere.
        public let key: String?
        /// The amount.
        public let amount: Money

        /// A refund.
        public init(reference: String, key: String?, amount: Money) {
            (self.reference, self.key, self.amount) = (reference, key, amount)
        }
    }

    /// A dispute that the cardholder opened with the issuer.
    public struct Dispute: Hashable, Sendable {
        /// The processor's name for it.
        public let reference: String
        /// The processor's name for it in settlements; nil where that is the other one.
        public let action: String?
        /// The disputed amount.
        public let amount: Money
        /// How far it is.
        public let state: DisputeState

        /// A dispute.
        public init(
            reference: String,
            action: String? = nil,
            amount: Money,
            state: DisputeState
        ) {
            (self.reference, self.action) = (reference, action)
            (self.amount, self.state) = (amount, state)
        }
    }

    /// The outcome of one capture, void, refund or reversal.
    public struct Outcome: Hashable, Sendable {
        /// The key of the request that asked for it; nil where it was asked for elsewhere.
        public let key: String?
        /// The processor's name for it; nil where it has none.
        public let reference: String?
        /// Why it was not done; nil where it was.
        public let declineReason: DeclineReason?
        /// The processor's own code of a decline.
        public let processorCode: ProcessorCode?

        /// An outcome.
        public init(
            key: String?,
            reference: String?,
            declineReason: DeclineReason?,
            processorCode: ProcessorCode? = nil
        ) {
            (self.key, self.reference, self.declineReason) = (key, reference, declineReason)
            self.processorCode = processorCode
        }
    }

    /// The decision on the authorization; nil where there is none yet.
    public var decision: AuthorizationAnswer?
    /// Whether the hold was released, with nothing captured.
    public var isReleased: Bool
    /// When the processor did not have the authorization, as it says to a reversal; nil where it does not
    /// say so. It may have come later.
    public var absentAt: UnixTime?
    /// The captured amount in all; nil for nothing.
    public var captured: Money?
    /// The processor's name for the only capture; nil where it is not told.
    public var captureReference: String?
    /// The refunds, without those that failed.
    public var refunds: [Refund]
    /// The outcomes of requests that were received before.
    public var outcomes: [Outcome]
    /// The disputes.
    public var disputes: [Dispute]

    /// A statement.
    public init(
        decision: AuthorizationAnswer? = nil,
        isReleased: Bool = false,
        absentAt: UnixTime? = nil,
        captured: Money? = nil,
        captureReference: String? = nil,
        refunds: [Refund] = [],
        outcomes: [Outcome] = [],
        disputes: [Dispute] = []
    ) {
        (self.decision, self.isReleased, self.captured) = (decision, isReleased, captured)
        (self.absentAt, self.captureReference) = (absentAt, captureReference)
        (self.refunds, self.outcomes, self.disputes) = (refunds, outcomes, disputes)
    }
}

/// How far a dispute is.
public enum DisputeState: String, Hashable, Sendable, CaseIterable {
    /// It waits for the merchant's evidence, or for the issuer.
    case open
    /// The merchant keeps the amount.
    case won
    /// The cardholder keeps the amount.
    case lost

    /// Whether a dispute may go from this state to another.
    public func mayBecome(_ next: DisputeState) -> Bool { self == .open && next != .open }
}

/// A message of a processor that something became of a payment, such as a webhook.
///
/// The payment is read from the processor, where that gives statements, so that messages may come late, twice
/// or in any order. Otherwise the content is in ``News/says(_:)``.
public struct ProcessorNotice: Hashable, Sendable {
    /// The processor.
    public let processor: ProcessorName
    /// The key of the authorization, where the message has it.
    public let key: String?
    /// The processor's name for the payment.
    public let reference: String
    /// The news in it.
    public let news: News

    /// The content of a message, so that one that says nothing new is passed over.
    public enum News: Hashable, Sendable {
        /// The authorization was approved or declined.
        case decided
        /// The hold was released.
        case released
        /// This was captured, in all.
        case captured(Money)
        /// This was refunded, in all.
        case refunded(Money)
        /// This, which the processor cannot be asked for again.
        case says(ProcessorStatement)
        /// Something else.
        case other
    }

    /// A message.
    public init(processor: ProcessorName, key: String?, reference: String, news: News) {
        (self.processor, self.key, self.reference) = (processor, key, reference)
        self.news = news
    }
}

/// The part of a statement that the records do not allow. Nothing of it was recorded: people must look at it.
public enum StatementContradiction: String, Hashable, Sendable, CaseIterable {
    /// More was captured than is authorized, or after a release.
    case capture
    /// The hold was released, though nothing of it was left or a capture has no answer.
    case release
    /// More was refunded than was captured, or a refund that was recorded as declined, or twice for one request.
    case refund
    /// A request has another outcome than the one that is recorded.
    case outcome
    /// A dispute that was closed has another end now.
    case dispute
}
