/// An account at an issuer, behind a card.
package struct CardholderAccount: Hashable, Sendable {
    /// The number of wrong PINs after which no PIN is accepted.
    package static let wrongPINsAtMost: Int64 = 3

    /// A keyed digest of the card's number.
    package let identifier: String
    /// The last four digits of the card's number.
    package let suffix: String
    /// The bank.
    package let issuer: String
    /// The last month in which the card is valid, `YYMM`.
    package let expiry: String
    /// The issuer's settings.
    package var settings: AccountSettings
    /// By what a PIN is verified; nil for the PIN of every TEST card.
    package var pinValue: [UInt8]?
    /// The number of wrong PINs since the last right one.
    package var wrongPINs: Int64 = 0
    /// The name of the scenario that belongs to the card's number.
    package var scenario: String?

    /// An open account.
    package init(
        identifier: String,
        suffix: String,
        issuer: String,
        expiry: String,
        settings: AccountSettings
    ) {
        self.identifier = identifier
        self.suffix = suffix
        self.issuer = issuer
        self.expiry = expiry
        self.settings = settings
    }
}
