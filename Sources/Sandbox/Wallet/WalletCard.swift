public import PaymentRequest
public import PaymentSheet
internal import PaymentToken

/// A card in the wallet: its visible properties, and the identifier of its device account.
///
/// It contains neither the card's number nor the device account number (mission 1.4).
public struct WalletCard: Hashable, Sendable {
    /// The wallet's identifier.
    public let id: PaymentSheet.Card.ID
    /// The card's name, such as "Visa 1111".
    public let displayName: String
    /// Its network; for a card that a request accepts, the one on which it would pay.
    public private(set) var network: PaymentNetwork
    /// The other networks of a card with several, the issuer's choice first.
    public let otherNetworks: [PaymentNetwork]
    /// How it is funded.
    public let type: PaymentMethodType
    /// The protocols that it supports.
    public let protocols: MerchantCapabilities
    /// The country of issue, an ISO 3166-1 code.
    public let issuerCountry: String
    /// The expiry, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// Its device account in the Secure Element.
    public let account: DeviceAccountID
    /// The last digits of its device account.
    public let accountSuffix: String

    /// Creates a card.
    public init(
        id: PaymentSheet.Card.ID,
        displayName: String,
        network: PaymentNetwork,
        otherNetworks: [PaymentNetwork] = [],
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
        self.otherNetworks = otherNetworks
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

    /// The card as it would pay for a request on a device; nil if it may not.
    ///
    /// A card of several networks pays on the one that the request names first or, on an older
    /// system, on its issuer's.
    ///
    /// - Source: Apple, PassKit, `supportedNetworks`: in the order that the app prefers, since iOS
    ///   15.4 and watchOS 8.5, for cobadged cards. What older systems chose is a guess.
    func paying(for request: PaymentRequest, on device: DeviceSetup) -> WalletCard? {
        guard capability(on: network).isAdmitted(by: request.merchantCapabilities),
            request.supportedCountries?.contains(issuerCountry) != false
        else { return nil }
        let known = device.availableNetworks
        let mine = networks.filter(known.contains)
        let chosen =
            device.heedsNetworkOrder
            ? request.supportedNetworks.first(where: mine.contains)
            : mine.first(where: request.supportedNetworks.contains)
        guard let chosen else { return nil }
        var card = self
        card.network = chosen
        return card
    }

    private var networks: [PaymentNetwork] { [network] + otherNetworks }

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

    /// The last digits of the card's number.
    var numberSuffix: String { String(displayName.reversed().prefix(while: \.isNumber).reversed()) }

    /// The metadata of a merchant token for the card.
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

    /// The card's capability as an app may find it out, once for each of its networks.
    var capabilities: [PaymentCapability.Card] { networks.map(capability(on:)) }

    private func capability(on network: PaymentNetwork) -> PaymentCapability.Card {
        PaymentCapability.Card(network: network, type: type, protocols: protocols)
    }
}
