public import Money

/// A request that a sheet can be shown for.
///
/// Only ``PaymentRequest/validated(on:admitsZeroTotal:)`` makes one: its amounts are money in one currency, and the
/// shopper is charged exactly ``total``, the last item, whatever the others say (mission 7.15).
public struct ValidPaymentRequest: Hashable, Sendable {
    /// A line with its money.
    public struct Item: Hashable, Sendable {
        /// The text.
        public let label: String
        /// The amount.
        public let amount: Money
        /// Whether the amount is known.
        public let kind: SummaryItem.Kind
        /// When the amount is due; nil for at once.
        public let timing: PaymentTiming?
    }

    /// A way of shipping with its money.
    public struct ShippingMethod: Hashable, Sendable {
        /// The text.
        public let label: String
        /// The price.
        public let amount: Money
        /// What sets it apart.
        public let detail: String?
        /// A name for it that no other in the request has: the merchant's own, or `#1` for the first
        /// where the merchant gave none of its own.
        public let identifier: String
        /// The merchant's own name for it, as it was given.
        public let statedIdentifier: String?
        /// When the goods arrive.
        public let arrival: ArrivalRange?
    }

    /// The request as the merchant stated it.
    public let request: PaymentRequest
    /// The currency of every amount.
    public let currency: Currency
    /// The lines, the total last.
    public let items: [Item]
    /// The total's line.
    public let totalItem: Item
    /// The ways of shipping; empty where the request has none.
    public let shippingMethods: [ShippingMethod]
    /// What Apple would have liked otherwise.
    public let advice: [PaymentRequest.Advice]
    /// Where the request is made, which decides what an update is held to.
    public let interface: PaymentRequest.Interface
    /// Whether an update may bring the total to nothing.
    public let admitsZeroTotal: Bool

    /// What the shopper is charged.
    public var total: Money { totalItem.amount }

    init?(
        _ reading: RequestReading,
        of request: PaymentRequest,
        on interface: PaymentRequest.Interface,
        admitsZeroTotal: Bool
    ) {
        guard let currency = reading.currency, let totalItem = reading.items.last else {
            return nil
        }
        self.request = request
        self.interface = interface
        self.admitsZeroTotal = admitsZeroTotal
        self.currency = currency
        self.totalItem = totalItem
        items = reading.items
        shippingMethods = reading.shippingMethods
        advice = reading.advice
    }

    /// The request after a merchant's update, which is validated like the request itself.
    ///
    /// The terms of a typed payment cannot change any more: the shopper is reading them.
    ///
    /// - Throws: ``InvalidPaymentRequest``, upon which this request stands.
    public func applying(
        _ update: RequestUpdate
    ) throws(InvalidPaymentRequest) -> ValidPaymentRequest {
        guard update.changesRequest else { return self }
        var changed = request
        if let items = update.paymentSummaryItems, !items.isEmpty {
            changed.paymentSummaryItems = items
        }
        if let methods = update.shippingMethods { changed.shippingMethods = methods }
        if let payment = update.recurringPayment { changed.recurringPayment = payment }
        if let payment = update.automaticReloadPayment { changed.automaticReloadPayment = payment }
        if let payment = update.deferredPayment { changed.deferredPayment = payment }
        if let contexts = update.tokenContexts { changed.tokenContexts = contexts }
        let typed = request.typedPayments
        for payment in typed
        where changed.billingAgreement(of: payment) != request.billingAgreement(of: payment) {
            throw InvalidPaymentRequest(
                firstViolation: .typedPayment(payment, .billingAgreementChanged),
                otherViolations: changed.review(on: interface, admitsZeroTotal: admitsZeroTotal)
                    .violations
            )
        }
        return try changed.validated(on: interface, admitsZeroTotal: admitsZeroTotal)
    }
}
