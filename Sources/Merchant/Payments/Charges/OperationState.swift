public import Money
internal import Storage

/// The state of an operation.
///
/// ```
/// authorization: prepared ─> sent ─> approved | partiallyApproved | mismatched
///                   │          │     declined | notSent | unknown ─> (as sent)
///                   └> notSent └> reversing
///                approved | partiallyApproved | mismatched | unknown ─> reversing
///                reversing ─> reversed | reversalRefused
///                approved | partiallyApproved ─> voided
/// others:        prepared ─> sent ─> completed | mismatched | declined | notSent | unknown
/// ```
///
/// - Source: our own states; `unknown` is named after Kill Bill's UNKNOWN.
public enum OperationState: Hashable, Sendable {
    /// Recorded with its key; the processor was not asked.
    case prepared
    /// The processor is being asked, or was asked, or the program ended just before.
    case sent
    /// The issuer holds the amount.
    case approved(Approval)
    /// The issuer holds this smaller amount.
    case partiallyApproved(Approval, Money)
    /// A capture, void, refund or reversal is done. The text is the network's name for it.
    case completed(networkReference: String?)
    /// The processor's answer was about something else.
    case mismatched(AnswerMismatch)
    /// Declined; it has no effect. The code is the processor's own.
    case declined(DeclineReason, code: ProcessorCode? = nil)
    /// The processor did not act, which is certain.
    case notSent
    /// The processor may have acted; the outcome must be found out.
    case unknown
    /// The authorization is being cancelled; an operation of its own says how far that is. A later
    /// answer to the authorization changes nothing.
    case reversing(ReversalReason)
    /// The authorization is cancelled: nothing is held.
    case reversed(ReversalReason)
    /// The processor refuses to cancel the authorization: people must settle it.
    case reversalRefused(ReversalReason)
    /// The hold was released, as the merchant wished.
    case voided
}

extension OperationState {
    /// The state that follows from the answer to an authorization.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - amount: The amount that was asked for.
    ///   - reference: The merchant's reference that was sent.
    public init(_ answer: AuthorizationAnswer, to amount: Money, _ reference: String) {
        switch answer {
        case .declined(let reason, let code): self = .declined(reason, code: code)
        case .approved(let approval, let echo):
            let mismatch = echo.mismatch(with: amount, reference) ?? approval.mismatch
            self = mismatch.map(Self.mismatched) ?? .approved(approval)
        case .partiallyApproved(let approval, let part, let echo):
            if let mismatch = echo.mismatch(with: amount, reference) ?? approval.mismatch {
                self = .mismatched(mismatch)
            } else if part.currency != amount.currency {
                self = .mismatched(.currency)
            } else if part.minorUnits <= 0 || part.minorUnits >= amount.minorUnits {
                self = .mismatched(.amount)
            } else {
                self = .partiallyApproved(approval, part)
            }
        }
    }

    /// The state that follows from the answer to a capture, void or refund.
    public init(_ answer: FollowUpAnswer, to amount: Money, _ reference: String) {
        switch answer {
        case .received: self = .unknown
        case .declined(let reason, let code): self = .declined(reason, code: code)
        case .approved(let networkReference, let echo):
            self =
                echo.mismatch(with: amount, reference).map(Self.mismatched)
                ?? Self.completed(networkReference)
        }
    }

    /// The state of a reversal that follows from its answer.
    public init(_ answer: ReversalAnswer) {
        switch answer {
        case .received: self = .unknown
        case .reversed(let reference): self = Self.completed(reference)
        case .originalNotFound: self = .completed(networkReference: nil)
        case .refused(let reason, let code): self = .declined(reason, code: code)
        }
    }

    /// An operation that is done is done, also where its reference cannot be recorded.
    private static func completed(_ reference: String?) -> OperationState {
        .completed(networkReference: reference.flatMap { StoredValue.takes($0) ? $0 : nil })
    }
}

extension Approval {
    /// An approval whose texts cannot be recorded could not be referred to later.
    fileprivate var mismatch: AnswerMismatch? {
        authorizationCode.map(StoredValue.takes) ?? true && StoredValue.takes(networkReference)
            ? nil : .reference
    }
}

extension OperationState {
    /// The states without their associated values.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Recorded; the processor was not asked.
        case prepared
        /// The processor is being asked, or was asked.
        case sent
        /// The amount is held.
        case approved
        /// A smaller amount is held.
        case partiallyApproved
        /// A later operation is done.
        case completed
        /// The answer was about something else.
        case mismatched
        /// Declined.
        case declined
        /// The processor did not act.
        case notSent
        /// The processor may have acted.
        case unknown
        /// The authorization is being cancelled.
        case reversing
        /// The authorization is cancelled.
        case reversed
        /// The processor refuses to cancel.
        case reversalRefused
        /// The hold was released.
        case voided

        /// Whether the operation waits for something: it is still to be settled.
        public var isUnsettled: Bool {
            switch self {
            case .prepared, .sent, .unknown, .reversing: true
            case .approved, .partiallyApproved, .completed, .mismatched, .declined, .notSent,
                .reversed, .reversalRefused, .voided:
                false
            }
        }
    }

    /// The state without its associated values.
    public var name: Name {
        switch self {
        case .prepared: .prepared
        case .sent: .sent
        case .approved: .approved
        case .partiallyApproved: .partiallyApproved
        case .completed: .completed
        case .mismatched: .mismatched
        case .declined: .declined
        case .notSent: .notSent
        case .unknown: .unknown
        case .reversing: .reversing
        case .reversed: .reversed
        case .reversalRefused: .reversalRefused
        case .voided: .voided
        }
    }

    /// The processor's own code of a decline; nil where there is none.
    public var processorCode: ProcessorCode? {
        if case .declined(_, let code) = self { code } else { nil }
    }

    /// Whether nothing is awaited.
    public var isSettled: Bool { !name.isUnsettled }

    /// Whether an operation may go from this state to another.
    public func mayBecome(_ next: OperationState) -> Bool { name.mayBecome(next.name) }
}

extension OperationState.Name {
    /// Whether an operation may go from this state to another. The database's rule is made of this.
    public func mayBecome(_ next: OperationState.Name) -> Bool {
        switch self {
        case .prepared: next == .sent || next == .notSent
        case .sent: next == .unknown || next == .reversing || Self.answers.contains(next)
        case .unknown: next == .reversing || Self.answers.contains(next)
        case .approved, .partiallyApproved: next == .reversing || next == .voided
        case .mismatched: next == .reversing
        case .reversing: next == .reversed || next == .reversalRefused
        case .completed, .declined, .notSent, .reversed, .reversalRefused, .voided: false
        }
    }

    private static let answers: Set<OperationState.Name> = [
        .approved, .partiallyApproved, .completed, .mismatched, .declined, .notSent,
    ]
}
