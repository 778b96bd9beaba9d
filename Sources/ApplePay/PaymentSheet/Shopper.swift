public import PaymentRequest

extension PaymentSheet {
    /// A card of the wallet.
    public struct Card: Hashable, Sendable {
        /// The wallet's identifier of a card, which no merchant sees.
        public struct ID: RawRepresentable, Hashable, Sendable {
            /// The identifier's text.
            public let rawValue: String

            /// Creates an identifier.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }
        }

        /// The wallet's identifier.
        public let id: ID
        /// The payment method that a merchant may see once the shopper has authorized.
        public let method: PaymentMethod

        /// Creates a card.
        public init(id: ID, method: PaymentMethod) {
            self.id = id
            self.method = method
        }
    }

    /// The wallet's initial choices for the shopper.
    public struct Shopper: Hashable, Sendable {
        /// The card that is selected initially; one that the request accepts.
        public let card: Card
        /// The shopper's shipping contact.
        public let shippingContact: Contact?
        /// The shopper's billing contact.
        public let billingContact: Contact?

        /// Creates a shopper.
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
