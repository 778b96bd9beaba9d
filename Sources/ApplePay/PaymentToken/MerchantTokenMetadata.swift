/// The appearance of the card of a merchant token, for showing it to the shopper.
///
/// Every part is optional, and texts are as sent, of any length.
///
/// - Source: Apple, *Payment token format reference*, `merchantTokenMetadata`.
public struct MerchantTokenMetadata: Hashable, Sendable {
    /// The description of the card.
    public let card: Card?
    /// The pictures of the card.
    public let art: [Art]

    /// Creates metadata.
    public init(card: Card?, art: [Art] = []) {
        self.card = card
        self.art = art
    }

    /// The description of a card.
    ///
    /// - Source: Apple, the same page, `cardMetadata`.
    public struct Card: Hashable, Sendable {
        /// The country of issue, an ISO 3166-1 code.
        public let country: String?
        /// The card's expiry. Apple does not document the format.
        public let expirationDate: String?
        /// The last four digits of the card's number.
        public let numberSuffix: String?
        /// A short description, of up to 64 characters.
        public let shortDescription: String?
        /// A long description, of up to 128 characters.
        public let longDescription: String?

        /// Creates a description.
        public init(
            country: String?,
            expirationDate: String?,
            numberSuffix: String?,
            shortDescription: String?,
            longDescription: String?
        ) {
            self.country = country
            self.expirationDate = expirationDate
            self.numberSuffix = numberSuffix
            self.shortDescription = shortDescription
            self.longDescription = longDescription
        }
    }

    /// A picture of a card.
    ///
    /// - Source: Apple, the same page, `cardArt`.
    public struct Art: Hashable, Sendable {
        /// The picture's name.
        public let name: String?
        /// The kind of picture.
        public let type: String?
        /// The URL of the picture.
        public let url: String?

        /// Creates a picture.
        public init(name: String?, type: String?, url: String?) {
            self.name = name
            self.type = type
            self.url = url
        }
    }
}
