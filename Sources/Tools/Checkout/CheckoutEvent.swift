public import AppleServers
public import Certificates
public import MerchantServer
public import PaymentRequest
public import PaymentToken
public import Wallet

/// What an onlooker is told of a checkout, in order.
public enum CheckoutEvent: Sendable {
    /// The member center registered the merchant identifier.
    case merchantRegistered(MerchantIdentifier, MemberCenter.Team)
    /// The merchant made a key and a signing request for it.
    case requestSigned(CertificateSigningRequest)
    /// The member center issued the Payment Processing certificate.
    case certificateIssued(PaymentProcessingCertificate)
    /// The app may use the merchant identifier.
    case appEntitled(AppEntitlement)
    /// A card is in the wallet; the digits are its device account's, masked.
    case cardProvisioned(WalletCard, maskedAccount: String)
    /// The app asked what the device can do.
    case capabilityChecked(canMakePayments: Bool, offer: PaymentCapability.Offer)
    /// Something happened at the sheet.
    case sheet(PaymentObservation)
    /// The merchant's server did a step.
    case server(PaymentStep)
}
