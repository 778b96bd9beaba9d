internal import PaymentRequest

/// The app's answer about a shipping contact, in the form until iOS 11.
typealias FirstShippingAnswer = (
    PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
)

extension OfferedShippingMethods {
    /// The app's answer; remembers the shipping methods in it.
    func noting(_ update: PKPaymentRequestUpdate) -> RequestUpdate {
        offer(update.newShippingMethods ?? [])
        return RequestUpdate(update)
    }

    /// The app's answer in the form until iOS 11; remembers the shipping methods in it.
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
