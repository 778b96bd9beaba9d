/// What the card behind a merchant token looks like, to be shown to its owner.
///
/// Everything can be absent, and texts are as sent, whatever their length.
///
/// - Source: Apple, *Payment token format reference*, `merchantTokenMetadata`.
public struct MerchantTokenMetadata: Hashable, Sendable {
    /// What there is to say of the card.
    public let card: Card?
    /// Pictures of it.
    public let art: [Art]

    /// What a card looks like.
    public init(card: Card?, art: [Art] = []) {
        self.card = card
        self.art = art
    }

    /// What there is to say of a card.
    ///
    /// - Source: Apple, the same page, `cardMetadata`.
    public struct Card: Hashable, Sendable {
        /// Where it was issued, as the two letters of ISO 3166-1.
        public let country: String?
        /// When the card itself ends. Apple does not say in which form.
        public let expirationDate: String?
        /// The last four digits of the card's own number.
        public let numberSuffix: String?
        /// A name for it, of up to 64 characters.
        public let shortDescription: String?
        /// A longer name, of up to 128 characters.
        public let longDescription: String?

        /// What there is to say of a card.
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
        /// What kind of picture it is.
        public let type: String?
        /// Where the picture is.
        public let url: String?

        /// A picture of a card.
        public init(name: String?, type: String?, url: String?) {
            self.name = name
            self.type = type
            self.url = url
        }
    }
}
