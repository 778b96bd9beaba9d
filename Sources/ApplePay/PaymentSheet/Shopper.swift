public import PaymentRequest

extension PaymentSheet {
    /// A card as the wallet knows it.
    public struct Card: Hashable, Sendable {
        /// The wallet's name for a card, which no merchant sees.
        public struct ID: RawRepresentable, Hashable, Sendable {
            /// The name.
            public let rawValue: String

            /// A name.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }
        }

        /// The wallet's name for it.
        public let id: ID
        /// What a merchant may see once the shopper has authorized.
        public let method: PaymentMethod

        /// A card.
        public init(id: ID, method: PaymentMethod) {
            self.id = id
            self.method = method
        }
    }

    /// What the wallet would choose for the shopper, if asked.
    public struct Shopper: Hashable, Sendable {
        /// The card that is selected at first; one that the request admits.
        public let card: Card
        /// Where the shopper has goods sent.
        public let shippingContact: Contact?
        /// Where the shopper has bills sent.
        public let billingContact: Contact?

        /// A shopper with a card, and perhaps contacts.
        public init(
            card: Card,
            shippingContact: Contact? = nil,
            billingContact: Contact? = nil
        ) {
            self.card = card
            self.shippingContact = shippingContact
            self.billingContact = billingContact
        }
    }
}
