public import PaymentRequest
public import PaymentSheet

/// The choices that the wallet offers a shopper.
public struct SheetChoices: Hashable, Sendable {
    /// The cards that the request accepts.
    public let cards: [PaymentSheet.Card]
    /// The cards that the request does not accept, and why.
    public let barred: [UnavailableCard]
    /// The contacts of the device.
    public let contacts: [Contact]

    /// A card that cannot be used for the request.
    public struct UnavailableCard: Hashable, Sendable {
        /// The card.
        public let method: PaymentMethod
        /// Why it cannot.
        public let obstacle: CardObstacle

        /// Creates a card that cannot be used.
        public init(method: PaymentMethod, obstacle: CardObstacle) {
            self.method = method
            self.obstacle = obstacle
        }
    }

    /// Creates choices.
    public init(
        cards: [PaymentSheet.Card],
        barred: [UnavailableCard] = [],
        contacts: [Contact]
    ) {
        self.cards = cards
        self.barred = barred
        self.contacts = contacts
    }
}
