/// The methods of an app's delegate, whichever of the two protocols it has.
@MainActor
struct DelegateMethods {
    typealias Authorization = MethodGenerations<
        PKPayment, PKPaymentAuthorizationResult, PKPaymentAuthorizationStatus
    >
    typealias PaymentMethod = MethodGenerations<
        PKPaymentMethod, PKPaymentRequestPaymentMethodUpdate, [PKPaymentSummaryItem]
    >
    typealias ShippingMethod = MethodGenerations<
        PKShippingMethod, PKPaymentRequestShippingMethodUpdate,
        (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem])
    >
    typealias ShippingContact = MethodGenerations<
        PKContact, PKPaymentRequestShippingContactUpdate, FirstShippingAnswer
    >

    let willPresent: () -> Void
    let willAuthorizePayment: () -> Void
    let didFinish: () -> Void
    let merchantSession: OptionalMethod<Void, PKPaymentRequestMerchantSessionUpdate>
    let couponCode: OptionalMethod<String, PKPaymentRequestCouponCodeUpdate>
    let authorization: Authorization
    let paymentMethod: PaymentMethod
    let shippingMethod: ShippingMethod
    let shippingContact: ShippingContact
    /// The method of iOS 8; the other protocol has none.
    var shippingAddress: OptionalMethod<PKContact, FirstShippingAnswer>?
}
