public import PaymentToken

/// A change to a good token: one that makes it refusable, or an unusual form that must be accepted.
///
/// - Source: Documentation/Decisions/0022-verdicts-on-doubtful-tokens.md for the doubtful ones; the RFC
///   that decides is named by the fault itself.
public struct TokenFault: Sendable {
    /// The verdict of a correct verifier that holds the merchant's key.
    public enum Verdict: Hashable, Sendable {
        /// The token is good.
        case accept
        /// The token is refused at this step.
        case refuse(TokenRefusal.Step)
    }

    /// Its name, such as `other-root`.
    public let name: String
    /// The change of the token, in one line.
    public let explanation: String
    /// The verdict of a correct verifier.
    public let verdict: Verdict
    /// Why a correct verifier says so, where the cause of the refusal does not tell.
    public let reason: String?
    /// The versions of tokens that can have it.
    public let versions: [PaymentTokenVersion]
    /// Changes the draft, and returns the refusal of a correct verifier, nil if it accepts.
    let apply: @Sendable (inout TokenDraft) throws -> TokenRefusal?

    init(
        _ name: String,
        _ explanation: String,
        _ verdict: Verdict,
        of versions: [PaymentTokenVersion] = [.ecV1, .rsaV1],
        because reason: String? = nil,
        _ apply: @escaping @Sendable (inout TokenDraft) throws -> TokenRefusal?
    ) {
        self.name = name
        self.explanation = explanation
        self.verdict = verdict
        self.versions = versions
        self.reason = reason
        self.apply = apply
    }

    /// Every fault: first those that must be accepted, then the others by the step that refuses them.
    public static let all: [TokenFault] = {
        let all =
            oddities + members + text + fields + signatures + signatureValues + signatureForms
            + certificates + certificateForms + authorities + times + sealings + payloads
        return all.filter { $0.verdict == .accept } + all.filter { $0.verdict != .accept }
    }()

    /// The fault of a name.
    public init?(named name: String) {
        guard let fault = Self.all.first(where: { $0.name == name }) else { return nil }
        self = fault
    }
}

extension TokenFault.Verdict: CustomStringConvertible {
    /// The step at which the token is refused, if it is.
    public var step: TokenRefusal.Step? {
        switch self {
        case .accept: nil
        case .refuse(let step): step
        }
    }

    /// The verdict in a few words.
    public var description: String { step.map { "refused at \($0.rawValue)" } ?? "accepted" }
}
