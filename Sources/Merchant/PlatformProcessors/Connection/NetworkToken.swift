internal import Bytes
internal import CardMessages
internal import Payments

/// The card of an opened token as a platform takes it.
struct NetworkToken: Sendable {
    let number: Secret
    let expiry: CardExpiry
    /// The cryptogram of this payment, in Base64.
    let cryptogram: Secret
    /// The electronic commerce indicator that the card's network takes; nil where it takes none.
    let indicator: String?

    /// Reads the credentials of a card.
    ///
    /// - Throws: ``Payments/ProcessorFailure/notSent(_:)`` for a proof that is not a cryptogram, or for an
    ///   indicator that no network has.
    init(_ card: CardCredentials) throws(ProcessorFailure) {
        guard case .cryptogram(let cryptogram) = card.proof else { throw .notSent(.unsupported) }
        var indicator: ElectronicCommerceIndicator?
        if let text = card.electronicCommerceIndicator {
            guard let known = ElectronicCommerceIndicator(text) else {
                throw .notSent(.requestInvalid)
            }
            indicator = known
        }
        let scheme = MessageScheme(ofAccountNumber: card.accountNumber)
        (number, expiry) = (card.accountNumber, card.expiry)
        self.cryptogram = Base64.encodeSecret(cryptogram)
        self.indicator = ElectronicCommerceIndicator.sent(indicator, to: scheme)?.text
    }
}
