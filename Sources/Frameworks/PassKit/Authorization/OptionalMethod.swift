/// A method of a delegate's that may be left out, in its two forms.
@MainActor
struct OptionalMethod<Question, Answer> {
    /// The form with a handler, which the app calls on any thread.
    let handler: @MainActor (Question, @escaping @Sendable (Answer) -> Void) -> Void
    /// The asynchronous form.
    let asynchronous: @MainActor (Question) async -> Answer

    init(
        _ handler: @escaping @MainActor (Question, @escaping @Sendable (Answer) -> Void) -> Void,
        _ asynchronous: @escaping @MainActor (Question) async -> Answer
    ) {
        self.handler = handler
        self.asynchronous = asynchronous
    }

    /// Both forms for one question, the handler first, with answers as the device takes them.
    func forms<Reply: Sendable>(
        about question: Question,
        _ convert: @escaping @Sendable (Answer) -> Reply
    ) -> [DelegateForm<Reply>] {
        [
            .handler { reply in handler(question) { reply(convert($0)) } },
            .asynchronous { convert(await asynchronous(question)) },
        ]
    }
}

/// The methods of an app's delegate, whichever of the two protocols it has.
///
/// Of each question the newer generation answers with an object, the first with a status or lines.
@MainActor
struct DelegateMethods {
    typealias FirstAuthorizationAnswer = PKPaymentAuthorizationStatus
    typealias FirstShippingMethodAnswer = (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem])

    let willPresent: () -> Void
    let willAuthorizePayment: () -> Void
    let didFinish: () -> Void
    let merchantSession: OptionalMethod<Void, PKPaymentRequestMerchantSessionUpdate>
    let couponCode: OptionalMethod<String, PKPaymentRequestCouponCodeUpdate>
    let authorization: OptionalMethod<PKPayment, PKPaymentAuthorizationResult>
    let firstAuthorization: OptionalMethod<PKPayment, FirstAuthorizationAnswer>
    let paymentMethod: OptionalMethod<PKPaymentMethod, PKPaymentRequestPaymentMethodUpdate>
    let firstPaymentMethod: OptionalMethod<PKPaymentMethod, [PKPaymentSummaryItem]>
    let shippingMethod: OptionalMethod<PKShippingMethod, PKPaymentRequestShippingMethodUpdate>
    let firstShippingMethod: OptionalMethod<PKShippingMethod, FirstShippingMethodAnswer>
    let shippingContact: OptionalMethod<PKContact, PKPaymentRequestShippingContactUpdate>
    let firstShippingContact: OptionalMethod<PKContact, FirstShippingAnswer>
    /// The method of iOS 8; the other protocol has none.
    var shippingAddress: OptionalMethod<PKContact, FirstShippingAnswer>?
}
