public import AppleServers
public import Certificates
public import Cryptography
public import Files
public import PaymentDevice
public import PaymentToken
public import Storage
public import Wallet

/// Why a checkout could not be walked through. A declined card or a refused token is none: that
/// is an answer.
public enum CheckoutFailure: Error, Hashable, Sendable {
    /// A file could not be written.
    case file(FileFailure)
    /// The order database could not be opened.
    case database(DatabaseRefusal)
    /// The sandbox's authorities could not be made.
    case authorities(AuthorityFailure)
    /// The member center refused something.
    case memberCenter(MemberCenter.Refusal)
    /// A certificate could not be made.
    case certificate(CertificateFailure)
    /// The certificate and the key do not belong together.
    case merchantKey(MerchantKeyFailure)
    /// libcrypto failed.
    case cryptography(CryptographyFailure)
    /// The scenario's card number is not one.
    case cardNumberInvalid
    /// The card was not added to the wallet.
    case card(CardRefusal)
    /// No sheet was shown.
    case notPresented(PresentationRefusal)
}

extension CheckoutFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .file(let failure): "\(failure)"
        case .database(let refusal): "\(refusal)"
        case .authorities(let failure): "\(failure)"
        case .memberCenter(let refusal): "the member center refused: \(refusal)"
        case .certificate(let failure): "a certificate could not be made: \(failure)"
        case .merchantKey(let failure): "\(failure)"
        case .cryptography: "libcrypto could not make a key"
        case .cardNumberInvalid: "the scenario's card number is not valid"
        case .card(let refusal): "\(refusal)"
        case .notPresented(let refusal): "no sheet was shown: \(refusal)"
        }
    }
}
