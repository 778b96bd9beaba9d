public import PaymentToken

/// Something that is wrong with a token on purpose, or odd and right all the same.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, sections 3 and 5, for what other
///   decrypters were seen to get wrong; Documentation/Decisions/0022-verdicts-on-doubtful-tokens.md
///   for the doubtful.
public struct TokenFault: Sendable {
    /// What a correct verifier that holds the merchant's key says.
    public enum Verdict: Hashable, Sendable {
        /// The token is good.
        case accept
        /// The token is refused at this step.
        case refuse(TokenRefusal.Step)
    }

    /// Its name, such as `other-root`.
    public let name: String
    /// What is done to the token, in one line.
    public let explanation: String
    /// What a correct verifier says.
    public let verdict: Verdict
    /// The versions of tokens that can have it.
    public let versions: [PaymentTokenVersion]
    /// Does it, and says how a correct verifier refuses the token, if it does.
    let apply: @Sendable (inout TokenDraft) throws -> TokenRefusal?

    init(
        _ name: String,
        _ explanation: String,
        _ verdict: Verdict,
        of versions: [PaymentTokenVersion] = [.ecV1, .rsaV1],
        _ apply: @escaping @Sendable (inout TokenDraft) throws -> TokenRefusal?
    ) {
        self.name = name
        self.explanation = explanation
        self.verdict = verdict
        self.versions = versions
        self.apply = apply
    }

    /// Every fault: those that are none first, then in the order of a verifier's steps.
    public static let all: [TokenFault] =
        oddities + text + fields + signatures + signatureForms + certificates + times + sealings
        + payloads

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
