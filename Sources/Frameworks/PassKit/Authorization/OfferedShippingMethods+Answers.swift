internal import PaymentRequest

/// What the first generation answers about a shipping contact.
typealias FirstShippingAnswer = (
    PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
)

extension OfferedShippingMethods {
    /// What an app answers, remembering the ways of shipping that it offers with it.
    func noting(_ update: PKPaymentRequestUpdate) -> RequestUpdate {
        offer(update.newShippingMethods ?? [])
        return RequestUpdate(update)
    }

    /// What an app answers in the first generation, remembering the ways of shipping that it offers.
    func noting(
        _ status: PKPaymentAuthorizationStatus,
        _ methods: [PKShippingMethod],
        _ items: [PKPaymentSummaryItem]
    ) -> RequestUpdate {
        offer(methods)
        return RequestUpdate(
            status: status,
            shippingMethods: methods,
            paymentSummaryItems: items
        )
    }
}
