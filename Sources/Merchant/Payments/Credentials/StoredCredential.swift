public import World

/// Identifies a credential that a payment stored.
public struct CredentialID: ChargingIdentifier {
    /// `credential-`
    public static let prefix = "credential-"
    /// The identifier as text.
    public let text: String
    /// An identifier whose text was checked.
    public init(checked text: CheckedIdentifierText) { self.text = text.text }
}

/// The later payments for which a shopper lets a credential be stored.
public enum CredentialUse: String, Hashable, Sendable, CaseIterable {
    /// A regular series, such as a subscription's.
    case recurring
    /// Payments without a fixed time, such as an automatic reload or a deferred payment.
    case unscheduled
}

/// Who makes a later payment.
public enum CredentialInitiator: String, Hashable, Sendable, CaseIterable {
    /// The merchant, without the shopper.
    case merchant
    /// The shopper, such as by a click in the shop.
    case shopper
}

/// A credential, as recorded, without its content.
public struct StoredCredential: Hashable, Sendable {
    /// Its identifier.
    public let id: CredentialID
    /// The attempt that stored it.
    public let attempt: AttemptID
    /// The processor that is asked for its payments.
    public let processor: ProcessorName
    /// The later payments for which it was stored.
    public let use: CredentialUse
    /// The last four digits of the account number; nil where the processor opened the token.
    public let accountSuffix: String?
    /// Apple's name for the merchant token; nil where the payment token had none.
    public let merchantTokenIdentifier: String?
    /// When it was stored.
    public let createdAt: UnixTime
    /// When it was ended; nil where it can be charged.
    public let endedAt: UnixTime?
}

/// Why a stored credential is not charged, or none is stored.
public enum CredentialProblem: Error, Hashable, Sendable {
    /// No key is configured that credentials are sealed to.
    case notConfigured
    /// No such credential is recorded.
    case unknown(CredentialID)
    /// It was ended.
    case ended(CredentialID)
    /// Its key is not among those that are configured, cannot be used now, or does not open it.
    case keyUnavailable(CredentialID)
    /// Its processor is not configured any more.
    case processorMissing(ProcessorName)
}

extension CredentialProblem: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .notConfigured: "no key for stored credentials is configured"
        case .unknown(let credential): "\(credential) is not recorded"
        case .ended(let credential): "\(credential) was ended"
        case .keyUnavailable(let credential): "the key of \(credential) cannot be used"
        case .processorMissing(let name):
            "the processor \(name) of the credential is not configured any more"
        }
    }
}
