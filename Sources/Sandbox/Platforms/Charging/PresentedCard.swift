package import Bytes
package import CardMessages

/// The card data of one payment, which no record has.
package struct PresentedCard: Sendable {
    /// The device account number, in digits.
    package let accountNumber: Secret
    /// The expiry, `YYMM`.
    package let expiry: CardAuthorization.Expiry
    /// The cryptogram or chip data.
    package let proof: CardAuthorization.Proof
    /// The indicator; nil where the merchant states none.
    package let indicator: ElectronicCommerceIndicator?
    /// SHA-256 of the Apple merchant identifier; nil where the merchant opened the token itself.
    package let merchantDigest: [UInt8]?
    /// The cardholder's address for the issuer's comparison; nil where the merchant states none.
    package var address: AddressData?
    /// The statement that the card is stored, or was; nil where it is for one payment.
    package var credential: StoredCredentialIndicator?
    /// The values of the card that may be shown.
    package let face: CardSummary

    /// The scheme of the account number.
    var scheme: MessageScheme { MessageScheme(ofAccountNumber: accountNumber) }
}

/// The values of a card that answers show.
package struct CardSummary: Hashable, Sendable {
    /// The last four digits of the card, or of the device account where those are not known.
    package let lastFour: String
    /// The last four digits of the device account.
    package let accountLastFour: String
    /// The month in which it expires.
    package let month: Int
    /// The year in which it expires.
    package let year: Int
    /// The scheme.
    package let scheme: MessageScheme
    /// The indicator, two digits; nil where none was stated.
    package let indicator: String?
}
