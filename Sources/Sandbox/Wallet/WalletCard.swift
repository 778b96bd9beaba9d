internal import PaymentDevice
public import PaymentRequest
public import PaymentSheet
internal import PaymentToken
public import SecureElement

/// A card in the wallet: what a person sees of it, and where its device account is.
///
/// The card's own number is not here, nor is the device account's (mission 1.4).
public struct WalletCard: Hashable, Sendable {
    /// The wallet's name for it.
    public let id: PaymentSheet.Card.ID
    /// What to call it, such as "Visa 1111".
    public let displayName: String
    /// Its network.
    public let network: PaymentNetwork
    /// What kind of card it is.
    public let type: PaymentMethodType
    /// How it proves payments.
    public let protocols: MerchantCapabilities
    /// Where it was issued, by ISO 3166-1.
    public let issuerCountry: String
    /// When it ends, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// Its device account in the Secure Element.
    public let account: DeviceAccountID
    /// The last digits of its device account.
    public let accountSuffix: String

    /// A card.
    public init(
        id: PaymentSheet.Card.ID,
        displayName: String,
        network: PaymentNetwork,
        type: PaymentMethodType,
        protocols: MerchantCapabilities,
        issuerCountry: String,
        expirationDate: String,
        account: DeviceAccountID,
        accountSuffix: String
    ) {
        self.id = id
        self.displayName = displayName
        self.network = network
        self.type = type
        self.protocols = protocols
        self.issuerCountry = issuerCountry
        self.expirationDate = expirationDate
        self.account = account
        self.accountSuffix = accountSuffix
    }

    var method: PaymentMethod {
        PaymentMethod(displayName: displayName, network: network, type: type)
    }

    /// Whether a request lets it pay.
    func isAdmitted(by request: PaymentRequest) -> Bool {
        request.supportedNetworks.contains(network)
            && capability.isAdmitted(by: request.merchantCapabilities)
            && request.supportedCountries?.contains(issuerCountry) != false
    }

    func pass(onWatch isOnWatch: Bool) -> DevicePass {
        DevicePass(
            serialNumber: id.rawValue,
            localizedName: displayName,
            organizationName: "Quince TEST Bank",
            network: network,
            primaryAccountIdentifier: "account-\(id.rawValue)",
            primaryAccountNumberSuffix: numberSuffix,
            deviceAccountIdentifier: "device-account-\(id.rawValue)",
            deviceAccountNumberSuffix: accountSuffix,
            isRemote: isOnWatch
        )
    }

    /// The last digits of the card's own number.
    var numberSuffix: String { String(displayName.reversed().prefix(while: \.isNumber).reversed()) }

    /// What a merchant with a token for later payments may show of it.
    var merchantTokenMetadata: MerchantTokenMetadata {
        let month = expirationDate.dropFirst(2).prefix(2)
        return MerchantTokenMetadata(
            card: MerchantTokenMetadata.Card(
                country: issuerCountry,
                expirationDate: "20\(expirationDate.prefix(2))-\(month)",
                numberSuffix: numberSuffix,
                shortDescription: displayName,
                longDescription: "TEST \(displayName)"
            )
        )
    }

    var capability: PaymentCapability.Card {
        PaymentCapability.Card(network: network, type: type, protocols: protocols)
    }
}
