internal import AppleServers
public import Certificates
public import World

/// The renewal of a Payment Processing certificate, as tokens show it to software that opens them.
///
/// The member center's clock goes through two years that end now, so that the older certificate has
/// expired when the rehearsal is over. Every token is signed now, because software that opens tokens
/// compares the signing time with its own clock.
///
/// - Source: mission 3.4; Apple, TN3206 *Updating Apple Pay certificates*.
public struct RotationRehearsal: Sendable {
    /// One of the merchant's two keys.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// The key in use before the renewal.
        case old
        /// The key that replaces it.
        case new
    }

    /// A moment of the renewal.
    public enum Moment: String, Hashable, Sendable, CaseIterable {
        /// Only the older certificate exists.
        case before
        /// The newer certificate is issued, and not activated.
        case issued
        /// The newer certificate was activated a minute ago: tokens may be encrypted to either key.
        case activated
        /// The mixed window is over.
        case settled
        /// The older certificate has expired.
        case expired

        /// The situation at this moment, and the merchant's steps before it.
        public var summary: String {
            switch self {
            case .before: "the old certificate is active"
            case .issued: "the new certificate is issued; install its key beside the old one now"
            case .activated: "the new certificate is activated; tokens come for either key"
            case .settled: "the mixed window is over; tokens come for the new key"
            case .expired: "the old certificate has expired; tokens come for the new key"
            }
        }
    }

    /// A token, and what software that opens tokens must do with it.
    public struct Token: Sendable {
        /// The kind of a token.
        public enum Kind: Hashable, Sendable {
            /// A genuine token for a key.
            case genuine(Key)
            /// A token for a key with one changed bit.
            case changed(Key)
            /// A token for a key that is neither of the two.
            case ofAnotherMerchant
        }

        /// The kind.
        public let kind: Kind
        /// The token as an app posts it: JSON on one line.
        public let json: [UInt8]

        /// Whether it must be opened; otherwise it must be refused.
        public var mustBeOpened: Bool {
            if case .genuine = kind { true } else { false }
        }
    }

    /// A step of the renewal.
    public struct Step: Sendable {
        /// The moment.
        public let moment: Moment
        /// The member center's time.
        public let time: UnixTime
        /// The tokens that Apple's servers may send, and two that they never do.
        public let tokens: [Token]
    }

    /// The root of the tokens, which the software has to trust for the rehearsal.
    public let root: Certificate
    /// The intermediate between it and the tokens' signer.
    public let intermediate: Certificate
    /// The certificates of the two keys.
    public let certificates: [Key: Certificate]
    /// The steps, in order.
    public let steps: [Step]

    /// Goes through a renewal.
    ///
    /// - Parameters:
    ///   - merchantIdentifier: The merchant.
    ///   - requests: The signing request of each key.
    ///   - now: When tokens are signed, and the older certificate has expired.
    ///   - randomness: Where keys and seeds come from.
    /// - Throws: ``AppleServers/MemberCenterFailure`` where the member center refuses the merchant or a signing
    ///   request, and another error where a key, a certificate or a token could not be made.
    public init(
        of merchantIdentifier: String,
        requests: [Key: CertificateSigningRequest],
        endingAt now: UnixTime,
        randomness: any Randomness
    ) async throws {
        var renewal = try await Renewal(
            of: merchantIdentifier,
            requests,
            endingAt: now,
            seed: randomness.number(below: .max)
        )
        var steps: [Step] = []
        for moment in Moment.allCases { steps.append(try await renewal.step(at: moment)) }
        self.steps = steps
        root = renewal.authorities.root
        intermediate = renewal.authorities.applicationIntegration
        certificates = renewal.certificates
    }
}
