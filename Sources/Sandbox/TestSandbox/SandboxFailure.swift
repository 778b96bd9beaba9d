public import AppleServers
public import Certificates
public import Cryptography
public import PaymentToken
public import Storage
public import Wallet

/// Why a sandbox, or a part of it, could not be created.
public enum SandboxFailure: Error, Hashable, Sendable {
    /// The authorities.
    case authorities(AuthorityFailure)
    /// The records in memory.
    case database(DatabaseRefusal)
    /// The member center refused something.
    case memberCenter(MemberCenterFailure)
    /// A certificate could not be made.
    case certificate(CertificateFailure)
    /// The certificate and the key do not match.
    case merchantKey(MerchantKeyFailure)
    /// libcrypto failed.
    case cryptography(CryptographyFailure)
    /// A card's number is not one of its scheme's.
    case cardNumberInvalid
    /// The typed card is invalid.
    case typing(TypedCard.Problem)
    /// The card was not added to the wallet.
    case card(CardRefusal)
    /// The package of an order would have faults.
    case order(String)
}

extension SandboxFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .authorities(let failure): "\(failure)"
        case .database(let refusal): "\(refusal)"
        case .memberCenter(let failure): "\(failure)"
        case .certificate(let failure): "a certificate could not be made: \(failure)"
        case .merchantKey(let failure): "\(failure)"
        case .cryptography: "libcrypto could not make a key"
        case .cardNumberInvalid: "the card's number is not one of its scheme's"
        case .typing(let problem): "\(problem)"
        case .card(let refusal): "\(refusal)"
        case .order(let faults): "the order has faults: \(faults)"
        }
    }
}
