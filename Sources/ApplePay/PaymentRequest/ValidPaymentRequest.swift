public import Money

/// A validated request, for which a sheet can be shown.
///
/// Only ``PaymentRequest/validated(on:admitsZeroTotal:)`` creates one. Its amounts are money in one
/// currency, and the shopper is charged exactly ``total``, the last item, whatever the other items
/// are (mission 7.15).
public struct ValidPaymentRequest: Hashable, Sendable {
    /// A line with a valid amount.
    public struct Item: Hashable, Sendable {
        /// The text.
        public let label: String
        /// The amount.
        public let amount: Money
        /// Whether the amount is known.
        public let kind: SummaryItem.Kind
        /// When the amount is due; nil for immediately.
        public let timing: PaymentTiming?
    }

    /// A shipping method with a valid amount.
    public struct ShippingMethod: Hashable, Sendable {
        /// The text.
        public let label: String
        /// The price.
        public let amount: Money
        /// A second line, such as the delivery time.
        public let detail: String?
        /// An identifier that is unique in the request: the merchant's, or `#1` for the first
        /// method when the merchant gave none.
        public let identifier: String
        /// The merchant's identifier as given.
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
    /// The shipping methods; empty when the request has none.
    public let shippingMethods: [ShippingMethod]
    /// The advice about the request.
    public let advice: [PaymentRequest.Advice]
    /// Whether an app or a page makes the request; updates are checked by the same rules.
    public let interface: PaymentRequest.Interface
    /// Whether an update may set the total to zero.
    public let admitsZeroTotal: Bool

    /// The amount that the shopper is charged.
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

    /// Applies a merchant's update, and validates the result like a new request.
    ///
    /// The billing agreement of a typed payment cannot change while the sheet shows it.
    ///
    /// - Throws: ``InvalidPaymentRequest``; this request then remains in use.
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
        if let merchant = update.merchantIdentifier { changed.merchantIdentifier = merchant }
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
