import PassKit

/// An app that answers asynchronously, in Swift 5.
class AsyncApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationControllerDidFinish(
        _ controller: PKPaymentAuthorizationController
    ) {
        log.append("didFinish")
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        log.append("authorization async")
        await Task.yield()
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        log.append("shipping method async")
        return PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        log.append("contact async")
        return PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate {
        log.append("method async")
        return PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate {
        log.append("coupon async")
        return PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationControllerDidRequestMerchantSessionUpdate(
        controller: PKPaymentAuthorizationController
    ) async -> PKPaymentRequestMerchantSessionUpdate {
        log.append("session async")
        return PKPaymentRequestMerchantSessionUpdate(status: .failure, merchantSession: nil)
    }
}

/// An app that answers the older questions asynchronously.
class AsyncStatusApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationControllerDidFinish(
        _ controller: PKPaymentAuthorizationController
    ) {
        log.append("didFinish")
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationStatus {
        log.append("authorization async status")
        return .success
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) {
        log.append("shipping method async status")
        return (.success, [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]) {
        log.append("contact async status")
        return (.success, [], [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> [PKPaymentSummaryItem] {
        log.append("method async status")
        return []
    }
}
