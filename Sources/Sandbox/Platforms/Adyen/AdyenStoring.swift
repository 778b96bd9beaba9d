internal import CardMessages
internal import JSON
internal import Storage

/// The members of a payment that store its card, or charge one that is stored.
///
/// - Source: Adyen, *Checkout API v72*, `PaymentRequest`: `storePaymentMethod`, `shopperReference`,
///   `recurringProcessingModel`; `storedPaymentMethodId` in `paymentMethod`.
struct AdyenStoring: Sendable {
    let shopper: String?
    let stores: Bool
    private let model: String?

    init(_ request: AdyenRequest) {
        shopper = request.body.member("shopperReference")?.string
        stores = request.body.member("storePaymentMethod")?.bool == true && shopper != nil
        model = request.body.member("recurringProcessingModel")?.string
    }

    /// Stores the card of a payment for its shopper; nothing where it has no identifier.
    func store(
        _ card: PresentedCard,
        as identifier: String?,
        with payment: PlatformPayment,
        _ cards: StoredCards,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) {
        guard let shopper, let identifier else { return }
        try cards.store(card, as: identifier, of: shopper, with: payment, scope, in: transaction)
    }

    /// The card of a payment, with what the card network is told of its storing.
    func card(
        _ source: HeldCards.Source,
        _ cards: StoredCards,
        in records: borrowing some Queryable<PlatformFailure> & ~Copyable
    ) throws(PlatformFailure) -> PresentedCard {
        let isRegular = model == "Subscription"
        switch source {
        case .card(var card):
            if stores { card.credential = isRegular ? .storedForRecurring : .storedForUnscheduled }
            return card
        case .held(let identifier):
            let merchant: StoredCredentialIndicator = isRegular ? .recurring : .unscheduled
            let card = try shopper.flatMap { shopper throws(PlatformFailure) in
                try cards.card(
                    identifier,
                    of: shopper,
                    statedAs: model == "CardOnFile" ? .cardholder : merchant,
                    in: records
                )
            }
            guard let card else { throw AdyenError.noStoredDetails.failure }
            return card
        }
    }
}
