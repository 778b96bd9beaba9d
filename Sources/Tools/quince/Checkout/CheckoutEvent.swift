internal import AppleServers
internal import Certificates
internal import PaymentRequest
internal import PaymentToken
internal import Payments
internal import Processors
internal import Wallet

/// An event of a checkout, for a trace.
enum CheckoutEvent: Sendable {
    /// The member center registered the merchant identifier.
    case merchantRegistered(MerchantIdentifier, MemberCenter.Team)
    /// The merchant made a key and a signing request for it.
    case requestSigned(CertificateSigningRequest)
    /// The member center issued the Payment Processing certificate.
    case certificateIssued(PaymentProcessingCertificate)
    /// The app may use the merchant identifier.
    case appEntitled(AppEntitlement)
    /// A card was added to the wallet; the digits are those of its device account, masked.
    case cardProvisioned(WalletCard, maskedAccount: String)
    /// The app asked what the device can do.
    case capabilityChecked(canMakePayments: Bool, offer: PaymentCapability.Offer)
    /// An event of the sheet.
    case sheet(PaymentObservation)
    /// A step of the merchant's server.
    case server(PaymentStep)
    /// An event on the connection to the card network.
    case network(AcquirerObservation)
}
