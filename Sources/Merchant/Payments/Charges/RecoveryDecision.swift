/// Decides how one operation that was left unsettled is settled.
///
/// A pure value without a clock. ``Recovery`` does what it decides, and so does the simulation in the
/// tests.
///
/// An authorization cannot be asked for again, because card data is never stored. So the processor is
/// asked what became of it, and where it does not say, the authorization is reversed. All other
/// operations need no card data and are repeated with the same key until they are answered.
public struct RecoveryDecision: Hashable, Sendable {
    /// The step to take.
    public enum Step: Hashable, Sendable {
        /// Nothing: the operation is settled, or its reversal settles it.
        case nothing
        /// Record this state.
        case record(OperationState)
        /// Ask the processor what became of the authorization.
        case inquire
        /// Send the operation with its own key.
        case send
        /// Record a reversal of the authorization, to be sent until it is answered.
        case reverse(ReversalReason)
        /// Try again later.
        case retry
    }

    /// The kind of the operation.
    public let kind: OperationKind
    /// The state of the operation.
    public let state: OperationState
    /// How often it was tried by recovery before.
    public let tries: Int64
    /// Whether the processor has ``ProcessorCapability/inquiry``.
    public let canInquire: Bool
    /// The policy.
    public let policy: RecoveryPolicy

    /// A decision about an operation that is due.
    public init(
        kind: OperationKind,
        state: OperationState,
        tries: Int64,
        canInquire: Bool,
        policy: RecoveryPolicy
    ) {
        self.kind = kind
        self.state = state
        self.tries = tries
        self.canInquire = canInquire
        self.policy = policy
    }

    /// The first step.
    public var first: Step {
        switch (kind, state) {
        case (.reversal, .prepared), (.release, .prepared): .send
        case (_, .prepared): .record(.notSent)
        case (.authorization, .sent), (.authorization, .unknown):
            canInquire && tries < policy.inquiriesAtMost ? .inquire : .reverse(.unanswered)
        case (.authorization, .approved): .reverse(.withoutOrder)
        case (.authorization, .partiallyApproved):
            .reverse(policy.partialApprovals == .reverse ? .partiallyApproved : .withoutOrder)
        case (.authorization, .mismatched): .reverse(.mismatched)
        case (_, .sent), (_, .unknown): .send
        case (_, .approved), (_, .partiallyApproved), (_, .completed), (_, .mismatched),
            (_, .declined), (_, .notSent), (_, .reversing), (_, .reversed),
            (_, .reversalRefused), (_, .voided):
            .nothing
        }
    }

    /// The processor's answer to an inquiry about an authorization.
    public enum Inquiry: Hashable, Sendable {
        /// It was answered, and this state follows.
        case answered(OperationState)
        /// It is in progress, or the processor did not say.
        case notSaid
        /// The processor did not receive it; it may still arrive.
        case notFound
    }

    /// The step after an inquiry.
    public func step(after inquiry: Inquiry) -> Step {
        switch inquiry {
        case .answered(let state): .record(state)
        case .notSaid: tries + 1 < policy.inquiriesAtMost ? .retry : .reverse(.unanswered)
        // It may be on its way: a reversal makes sure that it has no effect when it arrives.
        case .notFound: .reverse(.unanswered)
        }
    }

    /// The step after the operation was sent: `answer` is the state that follows from the answer, or
    /// nil if there was none. An earlier request with the same key may have had its effect, so one
    /// that was not sent settles nothing, and neither does a decline that says nothing of earlier ones. A
    /// reversal or a release that is a duplicate is left to people: the shopper waits for its end.
    public func step(after answer: OperationState?) -> Step {
        guard let answer, answer != .unknown else { return .retry }
        if case .declined(let reason, _) = answer, reason.leavesEarlierRequestsOpen,
            !kind.isConsequence || reason != .duplicate
        {
            return .retry
        }
        return .record(answer)
    }

    /// Why an authorization that has just been given a state must be reversed at once; nil if it need
    /// not be.
    public static func reversal(
        after state: OperationState,
        _ policy: RecoveryPolicy
    ) -> ReversalReason? {
        switch state {
        case .mismatched: .mismatched
        case .partiallyApproved: policy.partialApprovals == .reverse ? .partiallyApproved : nil
        case .prepared, .sent, .approved, .completed, .declined, .notSent, .unknown, .reversing,
            .reversed, .reversalRefused, .voided:
            nil
        }
    }
}
