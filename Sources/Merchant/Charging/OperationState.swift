/// What is known of an operation.
///
/// ```
/// prepared ──> sent ──> approved | declined | notSent
///     │          └────> unknown ──> approved | declined | notSent
///     └──> notSent
/// ```
///
/// - Source: our own states; the word for a crash in between is Kill Bill's UNKNOWN.
public enum OperationState: Hashable, Sendable {
    /// Recorded, with its key; the processor was certainly not asked yet.
    case prepared
    /// The processor is about to be asked, or was.
    case sent
    /// The issuer holds the amount.
    case approved(authorizationCode: String, networkReference: String)
    /// The issuer declined.
    case declined(DeclineReason)
    /// The processor certainly did not act.
    case notSent
    /// The processor may have acted; somebody must find out.
    case unknown

    /// The state as an answer brings it about.
    public init(_ answer: AuthorizationAnswer) {
        switch answer {
        case .approved(let code, let reference):
            self = .approved(authorizationCode: code, networkReference: reference)
        case .declined(let reason): self = .declined(reason)
        }
    }

    /// The states without what they carry.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Recorded, and not asked yet.
        case prepared
        /// Asked, or about to be.
        case sent
        /// Held.
        case approved
        /// Declined.
        case declined
        /// Certainly not acted upon.
        case notSent
        /// Perhaps acted upon.
        case unknown
    }

    /// The state without what it carries.
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

    /// Whether nothing more can happen to the operation.
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
