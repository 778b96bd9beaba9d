public import PaymentRequest
public import PaymentSheet
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
    /// Its device account in the Secure Element.
    public let account: DeviceAccountID

    /// A card.
    public init(
        id: PaymentSheet.Card.ID,
        displayName: String,
        network: PaymentNetwork,
        type: PaymentMethodType,
        protocols: MerchantCapabilities,
        account: DeviceAccountID
    ) {
        self.id = id
        self.displayName = displayName
        self.network = network
        self.type = type
        self.protocols = protocols
        self.account = account
    }

    var method: PaymentMethod {
        PaymentMethod(displayName: displayName, network: network, type: type)
    }

    var capability: PaymentCapability.Card {
        PaymentCapability.Card(network: network, type: type, protocols: protocols)
    }
}
