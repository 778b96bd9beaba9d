/// What is known of an operation.
///
/// ```
/// prepared ──> sent ──> approved | declined | notSent
///     │          └────> unknown ──> approved | declined | notSent
///     └──> notSent
/// ```
///
/// - Source: our own states; `unknown` is named after Kill Bill's UNKNOWN.
public enum OperationState: Hashable, Sendable {
    /// Recorded with its key; the processor was not asked.
    case prepared
    /// The processor is being asked, or was asked.
    case sent
    /// The issuer holds the amount.
    case approved(authorizationCode: String, networkReference: String)
    /// The issuer declined.
    case declined(DeclineReason)
    /// The processor did not act, which is certain.
    case notSent
    /// The processor may have acted; the outcome must be found out.
    case unknown

    /// The state that follows from an answer.
    public init(_ answer: AuthorizationAnswer) {
        switch answer {
        case .approved(let approval, _):
            self = .approved(
                authorizationCode: approval.authorizationCode,
                networkReference: approval.networkReference
            )
        case .partiallyApproved: self = .unknown
        case .declined(let reason): self = .declined(reason)
        }
    }

    /// The states without their associated values.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Recorded; the processor was not asked.
        case prepared
        /// The processor is being asked, or was asked.
        case sent
        /// The amount is held.
        case approved
        /// Declined.
        case declined
        /// The processor did not act.
        case notSent
        /// The processor may have acted.
        case unknown
    }

    /// The state without its associated values.
    public var name: Name {
        switch self {
        case .prepared: .prepared
        case .sent: .sent
        case .approved: .approved
        case .declined: .declined
        case .notSent: .notSent
        case .unknown: .unknown
        }
    }

    /// Whether the state is final.
    public var isSettled: Bool {
        switch self {
        case .prepared, .sent, .unknown: false
        case .approved, .declined, .notSent: true
        }
    }

    /// Whether an operation may go from this state to another.
    public func mayBecome(_ next: OperationState) -> Bool {
        switch (name, next.name) {
        case (.prepared, .sent), (.prepared, .notSent): true
        case (.sent, .approved), (.sent, .declined), (.sent, .notSent), (.sent, .unknown): true
        case (.unknown, .approved), (.unknown, .declined), (.unknown, .notSent): true
        case (.prepared, _), (.sent, _), (.unknown, _): false
        case (.approved, _), (.declined, _), (.notSent, _): false
        }
    }
}
