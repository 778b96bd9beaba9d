import PassKit

/// An app of iOS 11 to 18 as most are written: Swift 5, no actor named anywhere, handlers.
class HandlerApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []
    var controller: PKPaymentAuthorizationController?
    weak var observer: PKPaymentAuthorizationControllerDelegate?

    func pay(_ request: PKPaymentRequest) {
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present { isPresented in
            self.log.append(isPresented ? "presented" : "not presented")
        }
        self.controller = controller
    }

    func paymentAuthorizationControllerDidFinish(
        _ controller: PKPaymentAuthorizationController
    ) {
        log.append("didFinish")
        controller.dismiss {
            DispatchQueue.main.async { self.log.append("dismissed") }
        }
    }

    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) {
        log.append("willAuthorize")
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("authorization handler")
        let token = payment.token.transactionIdentifier
        DispatchQueue.global().async {
            let status: PKPaymentAuthorizationStatus = token.isEmpty ? .failure : .success
            completion(PKPaymentAuthorizationResult(status: status, errors: nil))
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        log.append("shipping method handler")
        completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        log.append("contact handler")
        completion(
            PKPaymentRequestShippingContactUpdate(
                errors: [
                    PKPaymentRequest.paymentShippingAddressUnserviceableError(
                        withLocalizedDescription: nil
                    )
                ],
                paymentSummaryItems: [],
                shippingMethods: []
            )
        )
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping (PKPaymentRequestPaymentMethodUpdate) -> Void
    ) {
        log.append("method handler")
        completion(PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping (PKPaymentRequestCouponCodeUpdate) -> Void
    ) {
        log.append("coupon handler")
        completion(PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didRequestMerchantSessionUpdate handler:
            @escaping (PKPaymentRequestMerchantSessionUpdate)
            -> Void
    ) {
        log.append("session handler")
        handler(PKPaymentRequestMerchantSessionUpdate(status: .failure, merchantSession: nil))
    }
}
