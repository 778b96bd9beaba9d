internal import DeviceModels
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
    /// Its network; of a card that a request admits, the one on which it would pay.
    public private(set) var network: PaymentNetwork
    /// The other networks of a card that bears several marks, its issuer's choice first.
    public let otherNetworks: [PaymentNetwork]
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
    /// A card of several networks pays on the one that the request names first, or, on a system
    /// that does not look at the request's order yet, on its issuer's.
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

    /// What an app may know of it, once for each of its networks.
    var capabilities: [PaymentCapability.Card] { networks.map(capability(on:)) }

    private func capability(on network: PaymentNetwork) -> PaymentCapability.Card {
        PaymentCapability.Card(network: network, type: type, protocols: protocols)
    }
}
