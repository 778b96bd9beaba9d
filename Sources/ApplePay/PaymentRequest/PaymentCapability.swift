/// Whether a device can pay, and which button a merchant should show for it (mission 4.1 to 4.4).
///
/// - Source: Apple, PassKit, `canMakePayments` in its three forms, and the set-up guide.
public struct PaymentCapability: Hashable, Sendable {
    /// The properties of a card that matter.
    public struct Card: Hashable, Sendable {
        /// The network.
        public let network: PaymentNetwork
        /// How it is funded.
        public let type: PaymentMethodType
        /// The protocols that it supports.
        public let protocols: MerchantCapabilities

        /// Creates a card.
        public init(
            network: PaymentNetwork,
            type: PaymentMethodType,
            protocols: MerchantCapabilities = [.threeDSecure]
        ) {
            self.network = network
            self.type = type
            self.protocols = protocols.protocols
        }
    }

    /// The button to show.
    public enum Offer: String, Hashable, Sendable {
        /// No button: offer another way to pay.
        case hide
        /// The button that sets up a card.
        case offerSetUp
        /// The button that pays.
        case showPayButton
    }

    /// Whether the device supports payments.
    public var deviceSupportsPayments: Bool
    /// Whether parental controls forbid payments.
    public var isRestricted: Bool
    /// The cards that can pay now.
    public var cards: [Card]

    /// Creates a capability.
    public init(deviceSupportsPayments: Bool, isRestricted: Bool, cards: [Card]) {
        self.deviceSupportsPayments = deviceSupportsPayments
        self.isRestricted = isRestricted
        self.cards = cards
    }

    /// Whether the device can pay at all, with or without a card.
    public var canMakePayments: Bool { deviceSupportsPayments && !isRestricted }

    /// Whether a card of one of these networks matches the merchant's capabilities.
    ///
    /// Capabilities without a protocol or a kind of funding do not filter by it, nor do credit and
    /// debit together. A card of unknown funding matches no filter; this is a guess.
    public func canMakePayments(
        using networks: [PaymentNetwork],
        capabilities: MerchantCapabilities = []
    ) -> Bool {
        canMakePayments
            && cards.contains { networks.contains($0.network) && $0.isAdmitted(by: capabilities) }
    }

    /// Which button to show.
    public func offer(
        for networks: [PaymentNetwork],
        capabilities: MerchantCapabilities = []
    ) -> Offer {
        guard canMakePayments else { return .hide }
        return canMakePayments(using: networks, capabilities: capabilities)
            ? .showPayButton : .offerSetUp
    }
}

extension PaymentCapability.Card {
    /// Whether a merchant with these capabilities accepts the card.
    public func isAdmitted(by capabilities: MerchantCapabilities) -> Bool {
        let speaks =
            capabilities.protocols.isEmpty || !protocols.isDisjoint(with: capabilities.protocols)
        switch capabilities.funding {
        case .credit: return speaks && type == .credit
        case .debit: return speaks && type == .debit
        default: return speaks
        }
    }
}
